@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The result of a run in numbers.
struct Summary {
    private(set) var files = 0
    private var tally = Tally()
    private var actions: [String: Int] = [:]
    /// By action, the first member with it, of some worker.
    private var first: [Ledger.Action: FirstMember] = [:]
    private var bytesRead = 0
    private var bytesWritten = 0
    /// `nil` when no summary is requested.
    private var totals: Totals?

    var records: Int { tally.records }
    var unknown: Int { tally.unknown }

    mutating func addFile() { files += 1 }

    mutating func read(_ bytes: UnsafeRawBufferPointer) { bytesRead += bytes.count }

    mutating func wrote(_ bytes: UnsafeRawBufferPointer) { bytesWritten += bytes.count }

    mutating func add(_ counts: ConversionCounts) {
        tally.add(counts.tally)
        first.merge(counts.first) { known, _ in known }
        if let more = counts.totals {
            totals? += more
            totals = totals ?? more
        }
        for (action, count) in counts.actions { actions[action.rawValue, default: 0] += count }
    }

    /// - Parameters:
    ///   - left: how many values are no records, by reason; `nil` when documents are records.
    ///   - skipped: the files that were not read, or not to their end, one sentence each.
    func json(
        _ direction: Direction, left: [String: Int]?, skipped: [String], rejectsPath: String?, status: ExitStatus
    ) -> [UInt8] {
        var object = JSONObject()
        object.add("command", direction.rawValue)
        object.add("files", files)
        object.add("records", tally.records)
        object.add("converted", tally.converted)
        object.add("unchanged", tally.unchanged)
        object.add("rejected", tally.rejected)
        if let left { object.add("left", left) }
        if !skipped.isEmpty { object.add("skipped", skipped) }
        object.add("with_residue", tally.withResidue)
        object.add("from", tally.sources)
        object.add("to", tally.targets)
        object.add("kinds", tally.kinds)
        object.add("ledger", actions)
        object.add("reject_codes", tally.codes)
        if let rejectsPath, tally.rejected > 0 { object.add("rejects", rejectsPath) } else { object.addNull("rejects") }
        object.add("bytes_read", bytesRead)
        object.add("bytes_written", bytesWritten)
        object.add("rules", MigrationTables.rulesHash)
        if let totals { object.add("access", totals.json) }
        object.add("exit_status", Int(status.rawValue))
        return object.line
    }

    /// What the run did not do as somebody may expect.
    ///
    /// - Parameter hasInstant: whether flags that depend on the time were derived.
    func remarks(hasInstant: Bool) -> [String] {
        let timeless = hasInstant ? 0 : tally.upgraded(from: .serverV2)
        return Remark.lines(actions, first: first)
            + (tally.otherNames > 0 ? [Remark.otherNames(tally.otherNames)] : [])
            + (tally.losses > 0 ? [Remark.discarded(tally.losses)] : [])
            + (timeless > 0 ? [Remark.timeless(timeless)] : [])
    }

    /// One line for a single record, a table for more.
    func lines(_ direction: Direction, seconds: Double, columns: Int) -> [String] {
        let outcomes =
            ["\(tally.converted) converted", "\(tally.unchanged) unchanged"]
            + (tally.rejected > 0 ? ["\(tally.rejected) rejected"] : [])
        let head =
            "\(direction.rawValue): \(Text.count(tally.records, "record")) in \(Text.count(files, "input")): \(outcomes.joined(separator: ", ")) (\(Text.fixed(seconds, 1)) s)"
        guard tally.records > 1 else { return [head] }
        let rate = Text.bytes(Int(Double(bytesRead) / max(0.001, seconds)))
        let rows = [
            ("from", Text.counts(tally.sources)), ("to", Text.counts(tally.targets)),
            ("kinds", Text.counts(tally.kinds)), ("fields", Text.counts(actions)),
            ("rejected", Text.counts(tally.codes)),
            ("bytes", "\(Text.bytes(bytesRead)) read, \(Text.bytes(bytesWritten)) written, \(rate)/s"),
        ]
        return [head]
            + rows.filter { !$0.1.isEmpty }.flatMap { name, text in
                let parts = Text.wrapped(text, columns - 12),
                    label = Terminal.paint(Text.padded(name, 8), name == "rejected" ? .red : .bold)
                return ["  \(label)  \(parts[0])"] + parts.dropFirst().map { String(repeating: " ", count: 12) + $0 }
            }
    }
}
