extension TableRun {
    /// Ends an upgrade that went through and holds: originals and rejects leave the journal in one transaction, and
    /// nothing can be taken back any more.
    ///
    /// - Parameter isConfirmed: `false` only looks.
    /// - Throws: a refusal when the upgrade is not complete, or the journal has not all its originals.
    public func finish(isConfirmed: Bool) throws(StoreFailure) -> FinishReport {
        try exclusively { () throws(StoreFailure) in
            let run = try begun()
            guard run.state == .complete else {
                throw StoreFailure(
                    .refused, "the upgrade is \(run.state.rawValue)",
                    remedy: "only a complete one can be finished (store status says how it stands)")
            }
            let verification = try verify(run), originals = try journal.originals(run)
            var report = FinishReport(verification: verification, originals: originals.count, bytes: originals.bytes)
            guard isConfirmed, verification.holds, !options.isPaused() else { return report }
            try table.connection.transaction { () throws(StoreFailure) in try journal.end(run) }
            report.isDone = true
            return report
        }
    }
}
