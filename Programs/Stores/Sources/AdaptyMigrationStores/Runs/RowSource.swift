/// Rows with one document or with two.
protocol RowSource {
    /// The rows that nobody else is writing to, up to a number of bytes, locked until the transaction ends.
    func locked(_ keys: [SQLValue], bytes: Int) throws(StoreFailure) -> [DocumentTable.Row]
    /// The keys that exist.
    func existing(_ keys: [SQLValue]) throws(StoreFailure) -> Set<SQLValue>
}

extension DocumentTable: RowSource {}
