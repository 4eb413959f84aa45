import AdaptyMigration

/// What a run did, in numbers.
struct Summary {
    private(set) var files = 0
    private(set) var records = 0
    private(set) var converted = 0
    private(set) var unchanged = 0
    private(set) var rejected = 0
    private(set) var withResidue = 0
    private var sources: [String: Int] = [:]
    private var targets: [String: Int] = [:]
    private var kinds: [String: Int] = [:]
    private var actions: [String: Int] = [:]
    private var codes: [String: Int] = [:]
    private var bytesRead = 0
    private var bytesWritten = 0

    mutating func addFile() { files += 1 }

    mutating func add(read: Int, written: Int) {
        bytesRead += read
        bytesWritten += written
    }

    mutating func add(_ result: RecordResult) {
        records += 1
        switch result.outcome {
        case .rejected(let error):
            rejected += 1
            codes[error.code.rawValue, default: 0] += 1
        case .converted(let migration):
            if migration.document == result.original { unchanged += 1 } else { converted += 1 }
            if migration.residue != nil { withResidue += 1 }
            sources[migration.source.rawValue, default: 0] += 1
            targets[migration.target.rawValue, default: 0] += 1
            kinds[migration.kind.rawValue, default: 0] += 1
            for (action, count) in migration.ledger.counts { actions[action.rawValue, default: 0] += count }
        }
    }

    func json(_ direction: Direction, rejectsPath: String?, status: ExitStatus) -> [UInt8] {
        var object = JSONObject()
        object.add("command", direction.rawValue)
        object.add("files", files)
        object.add("records", records)
        object.add("converted", converted)
        object.add("unchanged", unchanged)
        object.add("rejected", rejected)
        object.add("with_residue", withResidue)
        object.add("from", sources)
        object.add("to", targets)
        object.add("kinds", kinds)
        object.add("ledger", actions)
        object.add("reject_codes", codes)
        if let rejectsPath, rejected > 0 { object.add("rejects", rejectsPath) } else { object.addNull("rejects") }
        object.add("bytes_read", bytesRead)
        object.add("bytes_written", bytesWritten)
        object.add("exit_status", Int(status.rawValue))
        return object.line
    }

    func text(seconds: Double) -> String {
        var parts = ["\(converted) converted", "\(unchanged) unchanged"]
        if rejected > 0 { parts.append(Terminal.paint("\(rejected) rejected", .red)) }
        return "\(Text.count(records, "record")) in \(Text.count(files, "input")): \(parts.joined(separator: ", ")) (\(Text.fixed(seconds, 1)) s)"
    }
}
