extension TableRun {
    /// Ends a complete and verified upgrade: removes originals and rejects from the journal in one transaction. After
    /// that, it cannot be rolled back. Rows that programs changed, added or deleted stay as they are. A table without a
    /// run has been finished already.
    ///
    /// - Parameters:
    ///   - isConfirmed: `false` only checks.
    ///   - acceptsLosses: whether fields that only originals have may be nowhere afterwards.
    ///   - acceptsFindings: whether rows may stay as they are that no program seems to have written so.
    /// - Throws: a refusal when the upgrade is not complete, or when originals are missing in the journal.
    public func finish(isConfirmed: Bool, acceptsLosses: Bool = true, acceptsFindings: Bool = false)
        throws(StoreFailure) -> FinishReport
    {
        try exclusively { () throws(StoreFailure) in
            guard let found = try journal.current() else {
                journal.removeUnused()
                return FinishReport(verification: nil, originals: 0, bytes: 0, isDone: true)
            }
            let run = try usable(found)
            guard run.state == .complete else {
                throw StoreFailure(
                    .refused, "the upgrade is \(run.state.rawValue), and only a complete one can be finished",
                    remedy: run.state.wayOn)
            }
            let verification = try verify(run), originals = try journal.originals(run)
            var report = FinishReport(verification: verification, originals: originals.count, bytes: originals.bytes)
            guard isConfirmed, acceptsLosses || verification.losses.isEmpty,
                acceptsFindings || verification.isExplained,
                !options.isPaused()
            else { return report }
            try table.connection.transaction { () throws(StoreFailure) in try journal.end(run) }
            journal.removeUnused()
            report.isDone = true
            return report
        }
    }
}
