/// Documents where they are stored, and their upgrade: looked at, rehearsed, carried out, checked, taken back.
public protocol DocumentStore {
    /// How its reports speak of it.
    var words: StoreWords { get }

    /// Reads everything, converts and proves it, and writes nothing.
    func plan() throws(StoreFailure) -> PlanReport

    /// The whole run and its check, on something that does not last.
    func rehearse() throws(StoreFailure) -> Rehearsal

    /// Upgrades everything, or goes on where an earlier run stopped.
    func apply() throws(StoreFailure) -> RunProgress

    func status() throws(StoreFailure) -> StatusReport

    /// Reads everything again and compares it with the journal.
    func verify() throws(StoreFailure) -> VerifyReport

    /// Takes everything back that the journal knows of, also after a partial run.
    func rollback() throws(StoreFailure) -> RollbackReport

    /// Ends an upgrade that went through and holds: its originals go, and nothing can be taken back any more.
    ///
    /// - Parameter isConfirmed: `false` only looks.
    func finish(isConfirmed: Bool) throws(StoreFailure) -> FinishReport
}

extension DocumentStore {
    /// The table that it is.
    ///
    /// - Throws: a failure for files.
    public func asTable() throws(StoreFailure) -> TableRun {
        guard let table = self as? TableRun else {
            throw StoreFailure(
                .usage, "only a table can have two columns",
                remedy: "name one: sqlite:FILE?table=…&column=… or postgres://…?table=…&column=…")
        }
        return table
    }
}
