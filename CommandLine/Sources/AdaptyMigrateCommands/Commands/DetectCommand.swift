import AdaptyMigration
import ArgumentParser

struct DetectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect",
        abstract: "Says which dialect and kind each record is, and why.",
        discussion: """
            One line for each record: source:record, dialect, kind and evidence, separated by tabs. Valid JSON of no known shape is \
            `unrecognised`, a tie between dialects `ambiguous`; both exit 0. Invalid JSON exits 65.

            EXAMPLES:
              adapty-migrate detect profile.json
              adapty-migrate detect captures/ --json
              adapty-migrate detect events.ndjson | cut -f2 | sort | uniq -c
            """
    )

    @OptionGroup var input: InputOptions

    @Flag(help: "Print one JSON object a line: source, record, dialect, kind, also_fits, evidence.")
    var json = false

    func run() async throws {
        try await Guarded.run { () async throws(CommandFailure) in
            let migrator = Migrator(input.migration), output = Output()
            var status = ExitStatus.success
            try Record.forEach(try input.list().inputs, maximumDepth: input.maxDepth) { (record: Record) throws(CommandFailure) in
                let text: [UInt8]
                do throws(MigrationError) {
                    let found = try migrator.detect(record.bytes, from: input.from)
                    text = line(record, found.dialect.rawValue, found.kind.rawValue, found.alsoFits.map(\.rawValue), found.evidence)
                } catch {
                    guard error.code == .unrecognised || error.code == .ambiguous else {
                        Terminal.line(Complaint.text(error, record.source, record.position))
                        status = .rejects
                        return
                    }
                    text = line(record, error.code.rawValue, nil, [], [error.message])
                }
                try output.write(text)
            }
            try output.commit()
            return status
        }
    }

    private func line(_ record: Record, _ dialect: String, _ kind: String?, _ others: [String], _ evidence: [String]) -> [UInt8] {
        guard json else {
            let also = others.isEmpty ? [] : ["also fits \(others.joined(separator: ", "))"]
            let fields = [record.label, dialect, kind ?? "-", (evidence + also).joined(separator: "; ")]
            return Array((fields.map(Terminal.printable).joined(separator: "\t") + "\n").utf8)
        }
        var object = JSONObject()
        object.add("source", record.source)
        object.add("record", record.number)
        object.add("dialect", dialect)
        if let kind { object.add("kind", kind) } else { object.addNull("kind") }
        object.add("also_fits", others)
        object.add("evidence", evidence)
        return object.line
    }
}
