import AdaptyMigrationTools

/// What going back did.
public struct RollbackReport: Sendable {
    /// Rows that have their original bytes again.
    public internal(set) var restored = 0
    public internal(set) var unchanged = 0
    /// Rows that were edited after the upgrade: their edits are kept, everything else is as it was.
    public internal(set) var edited: [String] = []
    /// Rows that were edited so that they cannot be taken back, or are gone; left as they are.
    public internal(set) var kept: [String] = []
    /// Rows that had something else than what was written, and have their original again because it was asked for.
    public internal(set) var forced: [String] = []
    public internal(set) var isComplete = false
    /// The column that was dropped; `nil` when there was but one.
    public internal(set) var dropped: String?
}

extension TableRun {
    /// Takes everything back that the journal knows of, also after a partial run. Stopped, it goes on where it was.
    ///
    /// - Throws: a refusal when the journal has not all the originals that the run kept; what it has stays there.
    public func rollback() throws(StoreFailure) -> RollbackReport {
        try exclusively { () throws(StoreFailure) in try rollbackAll() }
    }

    private func rollbackAll() throws(StoreFailure) -> RollbackReport {
        guard let run = try journal.current() else {
            throw StoreFailure(.refused, "nothing was upgraded in this table", remedy: "there is nothing to take back")
        }
        if run.state.hasTwoColumns { return try TwoVersionRun(self, run).rollback() }
        if let loss = try journal.loss(run) {
            throw StoreFailure(.refused, loss, remedy: "restore the database from a copy")
        }
        var report = RollbackReport(), last: SQLValue? = nil
        let total = try journal.counts(run), all = total.changed + total.unchanged
        try table.connection.transaction { () throws(StoreFailure) in try journal.set(run, .rollingBack, cursor: nil) }
        while !options.isPaused() {
            let entries = try journal.page(run, after: last, limit: options.batch)
            guard let end = entries.last else {
                try table.connection.transaction { () throws(StoreFailure) in
                    if report.kept.isEmpty { try journal.endEmpty(run) }
                }
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

    /// - Returns: whether the row is as it was.
    private func takeBack(_ entry: Journal.Entry, _ run: Journal.Run, _ report: inout RollbackReport)
        throws(StoreFailure) -> Bool
    {
        guard let original = entry.original else {
            report.unchanged += 1
            return true
        }
        guard let row = try table.row(entry.key) else {
            report.kept.append("key \(entry.key): the row is gone")
            return false
        }
        let isUntouched = Digest.of(row.value) == entry.written
        let edited = isUntouched || options.isForced ? nil : WayBack(options).value(row.value, original)
        guard let old = isUntouched || options.isForced ? original : edited else {
            report.kept.append("key \(entry.key): edited so that it is no document of this kind any more")
            return false
        }
        switch try table.write([.init(row: row, new: old)])[row.key] {
        case .done: break
        case .refused(let reason):
            report.kept.append("key \(entry.key): \(reason)")
            return false
        case nil:
            report.kept.append("key \(entry.key): changed by others just now; roll back again")
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
