import AdaptyMigration

/// What going back did.
public struct RollbackReport: Sendable {
    /// Rows that have their original bytes again.
    public internal(set) var restored = 0
    public internal(set) var unchanged = 0
    /// Rows that were edited after the upgrade: their edits are kept, everything else is as it was.
    public internal(set) var edited: [String] = []
    /// Rows that were edited so that they cannot be taken back, or are gone; left as they are.
    public internal(set) var kept: [String] = []
    public internal(set) var isComplete = false
    /// The column that was dropped; `nil` when there was but one.
    public internal(set) var dropped: String?
}

extension TableRun {
    /// Takes everything back that the journal knows of, also after a partial run. Stopped, it goes on where it was.
    public func rollback() throws(StoreFailure) -> RollbackReport {
        try exclusively { () throws(StoreFailure) in try rollbackAll() }
    }

    private func rollbackAll() throws(StoreFailure) -> RollbackReport {
        guard let run = try journal.current() else {
            throw StoreFailure(.refused, "nothing was upgraded in this table", remedy: "there is nothing to take back")
        }
        if run.state.hasTwoColumns { return try TwoVersionRun(self, run).rollback() }
        var report = RollbackReport(), last: String? = nil
        let total = try journal.counts(run), all = total.changed + total.unchanged
        try table.connection.transaction { () throws(StoreFailure) in try journal.set(run, .rollingBack, cursor: nil) }
        while !options.isPaused() {
            let entries = try journal.page(run, after: last, limit: options.batch)
            guard let end = entries.last else {
                try table.connection.transaction { () throws(StoreFailure) in
                    if report.kept.isEmpty { try journal.end(run) }
                }
                report.isComplete = true
                break
            }
            try table.connection.transaction { () throws(StoreFailure) in
                var done: [String] = []
                for entry in entries where try takeBack(entry, run, &report) { done.append(entry.key) }
                try journal.remove(run, done)
            }
            last = end.key
            options.progress?(report.restored + report.unchanged + report.edited.count + report.kept.count, all)
        }
        return report
    }

    /// - Returns: whether the row is as it was.
    private func takeBack(_ entry: Journal.Entry, _ run: Journal.Run, _ report: inout RollbackReport)
        throws(StoreFailure) -> Bool
    {
        guard let original = entry.original else {
            report.unchanged += 1
            return true
        }
        guard let row = try table.row(.text(entry.key)) else {
            report.kept.append("key \(entry.key): the row is gone")
            return false
        }
        let isUntouched = Digest.of(row.value) == entry.written
        guard
            let old = isUntouched
                ? original : row.value.bytes.flatMap({ WayBack(options).migration($0, original)?.document })
        else {
            report.kept.append("key \(entry.key): edited so that it is no document of this kind any more")
            return false
        }
        guard try table.replace(row, with: row.value.with(old)) != nil else {
            report.kept.append("key \(entry.key): changed by others just now; roll back again")
            return false
        }
        if isUntouched { report.restored += 1 } else { report.edited.append(entry.key) }
        return true
    }
}
