public import AdaptyMigration

/// What Adapty's SDK keeps for an app in a file of its own.
public protocol AppData {
    /// What an upgrade would do; nothing is written.
    func plan() throws(StoreFailure) -> StoredReport
    func apply() throws(StoreFailure) -> StoredReport
    func rollback() throws(StoreFailure) -> StoredReport
}
