@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
import ArgumentParser

struct DetectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect",
        abstract: "Shows the dialect and kind of each record, and the evidence for them.",
        discussion: """
            A dialect is one version of the data's shape, such as sdk1-wire. The output has one line per record: \
            source:record, dialect, kind and evidence, separated by tabs. Valid JSON of no known shape is \
            `unrecognised`, and a tie between dialects is `ambiguous`; both exit 0. For input that is not JSON, the \
            line says why, and the exit status is 65.

            EXAMPLES:
              adapty-migrate detect profile.json
              adapty-migrate detect captures/ --json
              adapty-migrate detect events.ndjson | cut -f2 | sort | uniq -c
            """
    )

    @OptionGroup var input: InputOptions

    @Option(help: .inside) var inside: RecordPointer?

    @Flag(
        help: "Print one JSON object per line: source, record, dialect, kind, also_fits, evidence; with --inside, path."
    )
    var json = false

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            let migrator = Migrator(input.migration), from = input.from, json = json, output = Output()
            var status = ExitStatus.success, count = inside.map { InsideCount($0) }, records = 0
            let scan = Scan(jobs: input.threads, maximumDepth: input.maxDepth, inside: inside) {
                header throws(MigrationError) in
                try ExportConversion(header: header, .upgrade, keepsNames: false)
            } look: { (record, export) throws(MigrationError) in
                guard let export else { return try DetectCommand.find(record, migrator, from, json) }
                let name = try export.eventName(record), dialect = EventName(rawValue: name).dialect
                return DetectCommand.line(
                    dialect.rawValue, RecordKind.event.rawValue, [], ["event_type is \(name)"], json)
            }
            var list = try input.list()
            try scan.run(&list) { (record, found) throws(CommandFailure) in
                switch found {
                case .success(let text):
                    records += 1
                    try output.write(head(record) + text)
                case .failure(let error):
                    let isJSON = [.unrecognised, .ambiguous].contains(error.code)
                    let reason = error.message + (isJSON && !error.path.isEmpty ? " (\(error.path))" : "")
                    let more = json && isJSON ? migrator.objections(to: record.bytes, from: from) : []
                    try output.write(
                        head(record) + DetectCommand.line(error.code.rawValue, nil, [], [reason] + more, json))
                    if count?.leaves(error, at: record.position) == true || error.code == .unrecognised { break }
                    records += 1
                    if error.code == .ambiguous { break }
                    Diagnostic.tell(error, record.source, record.position, in: record.bytes)
                    status = .rejects
                }
            } flush: { () throws(CommandFailure) in
                try output.flush()
            }
            try output.commit()
            return count?.status(list.status(status), found: records) ?? list.status(status)
        }
    }

    /// The rest of a record's line; its beginning is the place in the input.
    private static func find(_ record: [UInt8], _ migrator: Migrator, _ from: Dialect?, _ json: Bool)
        throws(MigrationError) -> [UInt8]
    {
        let found = try migrator.detect(record, from: from)
        return line(found.dialect.rawValue, found.kind.rawValue, found.alsoFits.map(\.rawValue), found.evidence, json)
    }

    private static func line(_ dialect: String, _ kind: String?, _ others: [String], _ evidence: [String], _ json: Bool)
        -> [UInt8]
    {
        guard json else {
            let also = others.isEmpty ? [] : ["also fits \(others.joined(separator: ", "))"]
            return Array(
                "\t\(dialect)\t\(kind ?? "-")\t\(Terminal.printable((evidence + also).joined(separator: "; ")))\n".utf8)
        }
        var object = JSONObject(isContinued: true)
        object.add("dialect", dialect)
        if let kind { object.add("kind", kind) } else { object.addNull("kind") }
        object.add("also_fits", others)
        object.add("evidence", evidence)
        return object.line
    }

    private func head(_ record: Record) -> [UInt8] {
        guard json else { return Array(Terminal.printable(record.label).utf8) }
        var object = JSONObject()
        object.add("source", record.source)
        object.add("record", record.number)
        if inside != nil { object.add("path", record.position.pointer) }
        return object.beginning
    }
}
