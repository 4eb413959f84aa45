import AdaptyMigration

/// What `verify` found.
struct Verdict {
    private static let laws = [(1, "up and back gives the same bytes"), (2, "down and up gives the same bytes"), (5, "upgrading twice changes nothing"), (7, "access is the same")]

    private(set) var records = 0
    private(set) var rejected = 0
    private var failures: [Int: Int] = [:]
    private var counterExample: (failure: Laws.Failure, label: String, line: Int, offset: Int, record: [UInt8])?

    var holds: Bool { rejected == 0 && failures.isEmpty }

    /// Records on which every law holds.
    mutating func addProven(_ number: Int) { records += number }

    mutating func add(_ result: Result<[Laws.Failure], MigrationError>, _ record: Record) {
        records += 1
        switch result {
        case .success(let found):
            for failure in found { failures[failure.law, default: 0] += 1 }
            if counterExample == nil, let first = found.first {
                counterExample = (first, record.label, record.position.line, record.position.offset, record.bytes)
            }
        case .failure(let error):
            rejected += 1
            if rejected <= 10 { Terminal.line(Complaint.text(error, record.source, record.position)) }
        }
    }

    var text: String {
        var lines = ["\(Text.count(records, "record")), \(rejected) rejected; \(Verdict.laws.count) laws checked on \(records - rejected): \(Text.count(failures.values.reduce(0, +), "failure"))"]
        for (law, title) in Verdict.laws {
            let count = failures[law] ?? 0
            lines.append("  law \(law)  \(Text.padded(title, 34))  \(count == 0 ? "holds" : "fails \(count) times")")
        }
        if let example = counterExample {
            lines.append("first counter-example: \(Terminal.printable(example.label)) (line \(example.line), byte \(example.offset))")
            lines.append("  \(Terminal.printable(example.failure.description))")
            let shown = example.record.prefix(2000)
            lines.append("  \(Terminal.printable(String(decoding: shown, as: UTF8.self)))\(shown.count < example.record.count ? " … (\(example.record.count) bytes)" : "")")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
