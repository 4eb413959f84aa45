/// How much is read at once. Rows may be large, so a page ends after a number of bytes, too. Only its last row may
/// exceed them.
struct PageLimit {
    let rows: Int
    let bytes: Int
}

/// A query for the next rows of a table.
struct PageQuery {
    /// With what may follow it, up to the order.
    let table: String
    /// The columns of the order.
    let order: String
    /// The other columns that are read.
    let others: String
    /// The bytes of a row's documents, for PostgreSQL, which knows them without reading the documents.
    let size: String

    /// SQLite reads one row after another, and stops. PostgreSQL sends all rows, so it adds up their sizes first.
    func rows(_ columns: String, _ connection: any SQLConnection, _ parameters: [SQLValue], _ limit: PageLimit)
        throws(StoreFailure) -> [[SQLValue]]
    {
        let statement =
            switch connection.dialect {
            case .sqlite: "SELECT \(columns) FROM \(first(limit.rows))"
            case .postgres: "\(cut(columns, limit)) ORDER BY \(order)"
            }
        return try connection.run(statement, parameters, upTo: limit.bytes).rows
    }

    /// The query for PostgreSQL, without an order.
    func cut(_ columns: String, _ limit: PageLimit) -> String {
        let before =
            "coalesce(sum(\(size)) OVER (ORDER BY \(order) ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)"
        return """
            SELECT \(columns) FROM (SELECT *, \(before) AS adapty_migration_before \
            FROM (SELECT \(order), \(others) FROM \(first(limit.rows))) page) page WHERE adapty_migration_before < \(limit.bytes)
            """
    }

    private func first(_ rows: Int) -> String { "\(table) ORDER BY \(order) LIMIT \(rows)" }
}
