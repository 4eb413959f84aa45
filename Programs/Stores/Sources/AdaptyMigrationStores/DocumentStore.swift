/// Documents in their storage, with the operations of an upgrade: plan, rehearse, apply, verify, roll back and finish.
public protocol DocumentStore {
    /// The words that describe the store in reports.
    var words: StoreWords { get }

    /// Reads everything, converts and proves it, and writes nothing.
    func plan() throws(StoreFailure) -> PlanReport

    /// Runs and checks the whole upgrade on temporary copies, or in a transaction that is rolled back.
    func rehearse() throws(StoreFailure) -> Rehearsal

    /// Upgrades everything, or continues where an earlier run stopped.
    func apply() throws(StoreFailure) -> RunProgress

    func status() throws(StoreFailure) -> StatusReport

    /// Reads everything again and compares it with the journal.
    func verify() throws(StoreFailure) -> VerifyReport

    /// Restores everything in the journal, even after a partial run.
    func rollback() throws(StoreFailure) -> RollbackReport

    /// Ends a complete and verified upgrade: removes its originals. After that, it cannot be rolled back.
    ///
    /// - Parameter isConfirmed: `false` only checks.
    func finish(isConfirmed: Bool) throws(StoreFailure) -> FinishReport
}

extension DocumentStore {
    /// The store as a table.
    ///
    /// - Throws: a failure when the store consists of files.
    public func asTable() throws(StoreFailure) -> TableRun {
        guard let table = self as? TableRun else {
            throw StoreFailure(
                .usage, "only a table can have two columns",
                remedy: "name a table: sqlite:FILE?table=…&column=… or postgres://…?table=…&column=…")
        }
        return table
    }
}
