import AdaptyMigration
import AdaptyMigrationFiles
import AdaptyMigrationStores

/// What a run did, in numbers.
struct Summary {
    private(set) var files = 0
    private var tally = Tally()
    private var actions: [String: Int] = [:]
    private var bytesRead = 0
    private var bytesWritten = 0

    mutating func addFile() { files += 1 }

    mutating func add(read: Int, written: Int) {
        bytesRead += read
        bytesWritten += written
    }

    mutating func add(_ other: Tally, _ counts: [Ledger.Action: Int]) {
        tally.add(other)
        for (action, count) in counts { actions[action.rawValue, default: 0] += count }
    }

    mutating func add(_ result: RecordResult) {
        switch result.outcome {
        case .rejected(let error): tally.add(error)
        case .converted(let migration):
            tally.add(migration, from: result.original)
            for (action, count) in migration.ledger.counts { actions[action.rawValue, default: 0] += count }
        }
    }

    mutating func add(_ result: Result<ExportPass.Row, MigrationError>) {
        switch result {
        case .failure(let error): tally.add(error)
        case .success(let row):
            tally.add(row)
            if row.oldName != row.newName { actions[Ledger.Action.recoded.rawValue, default: 0] += 1 }
        }
    }

    func json(_ direction: Direction, rejectsPath: String?, status: ExitStatus) -> [UInt8] {
        var object = JSONObject()
        object.add("command", direction.rawValue)
        object.add("files", files)
        object.add("records", tally.records)
        object.add("converted", tally.converted)
        object.add("unchanged", tally.unchanged)
        object.add("rejected", tally.rejected)
        object.add("with_residue", tally.withResidue)
        object.add("from", tally.sources)
        object.add("to", tally.targets)
        object.add("kinds", tally.kinds)
        object.add("ledger", actions)
        object.add("reject_codes", tally.codes)
        if let rejectsPath, tally.rejected > 0 { object.add("rejects", rejectsPath) } else { object.addNull("rejects") }
        object.add("bytes_read", bytesRead)
        object.add("bytes_written", bytesWritten)
        object.add("exit_status", Int(status.rawValue))
        return object.line
    }

    func text(seconds: Double) -> String {
        var parts = ["\(tally.converted) converted", "\(tally.unchanged) unchanged"]
        if tally.rejected > 0 { parts.append(Terminal.paint("\(tally.rejected) rejected", .red)) }
        return "\(Text.count(tally.records, "record")) in \(Text.count(files, "input")): \(parts.joined(separator: ", ")) (\(Text.fixed(seconds, 1)) s)"
    }
}
