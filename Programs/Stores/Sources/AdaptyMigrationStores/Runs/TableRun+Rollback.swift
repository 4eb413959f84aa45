@_spi(Tools) import AdaptyMigrationTools

/// The result of a rollback.
public struct RollbackReport: Sendable {
    /// The number of rows with restored original bytes.
    public internal(set) var restored = 0
    public internal(set) var unchanged = 0
    /// Rows that were edited after the upgrade. Their edits are kept, and everything else is restored.
    public internal(set) var edited: [String] = []
    /// Rows that were edited so that they cannot be restored, or that are missing. They are left unchanged.
    public internal(set) var kept: [String] = []
    /// Rows that had been edited, and whose original was restored because that was requested.
    public internal(set) var forced: [String] = []
    public internal(set) var isComplete = false
    /// The column that was dropped; `nil` when there was only one.
    public internal(set) var dropped: String?
}

extension TableRun {
    /// Restores everything in the journal, even after a partial run. If it is stopped, the next call continues.
    ///
    /// - Throws: a refusal when the journal does not have all originals of the run, unless it is forced. The existing ones
    ///   are kept.
    public func rollback() throws(StoreFailure) -> RollbackReport {
        try exclusively { () throws(StoreFailure) in try rollbackAll() }
    }

    private func rollbackAll() throws(StoreFailure) -> RollbackReport {
        guard let run = try journal.current() else {
            journal.removeUnused()
            throw StoreFailure(.refused, "nothing was upgraded in this table", remedy: "there is nothing to roll back")
        }
        if run.state.hasTwoColumns { return try TwoVersionRun(self, run).rollback() }
        if !options.isForced, let loss = try journal.loss(run) { throw loss }
        var report = RollbackReport(), last: SQLValue? = nil
        let total = try journal.counts(run), all = total.changed + total.unchanged
        try table.connection.transaction { () throws(StoreFailure) in try journal.set(run, .rollingBack, cursor: nil) }
        while !options.isPaused() {
            let entries = try journal.page(run, after: last, limit: options.batch)
            guard let end = entries.last else {
                try table.connection.transaction { () throws(StoreFailure) in
                    if report.kept.isEmpty { try journal.endEmpty(run, acceptsLoss: options.isForced) }
                }
                journal.removeUnused()
                report.isComplete = true
                break
            }
            try table.connection.transaction { () throws(StoreFailure) in
                var done: [Journal.Entry] = []
                for entry in entries where try takeBack(entry, run, &report) { done.append(entry) }
                try journal.remove(run, done)
            }
            last = end.key
            options.progress?(
                report.restored + report.unchanged + report.edited.count + report.forced.count + report.kept.count, all)
        }
        return report
    }

    /// - Returns: whether the row was restored.
    private func takeBack(_ entry: Journal.Entry, _ run: Journal.Run, _ report: inout RollbackReport)
        throws(StoreFailure) -> Bool
    {
        guard let original = entry.original else {
            report.unchanged += 1
            return true
        }
        guard let row = try table.row(entry.key) else {
            report.kept.append("key \(entry.key): the row is missing")
            return false
        }
        let isUntouched = Digest.of(row.value) == entry.written
        let edited = isUntouched || options.isForced ? nil : WayBack(options).value(row.value, original)
        guard let old = isUntouched || options.isForced ? original : edited else {
            report.kept.append("key \(entry.key): edited so that it is no longer a document of this kind")
            return false
        }
        switch try table.write([.init(row: row, new: old)])[row.key] {
        case .done: break
        case .refused(let reason):
            report.kept.append("key \(entry.key): \(reason)")
            return false
        case nil:
            report.kept.append("key \(entry.key): another program changed it just now; run rollback again")
            return false
        }
        if isUntouched {
            report.restored += 1
        } else if options.isForced {
            report.forced.append(entry.key.description)
        } else {
            report.edited.append(entry.key.description)
        }
        return true
    }
}
