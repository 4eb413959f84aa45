/// Who else uses a table of PostgreSQL.
extension DocumentTable {
    /// The sessions that hold rows, or the table.
    ///
    /// - Parameter keys: of the rows; none for the table.
    func holders(_ keys: [SQLValue]) throws(StoreFailure) -> [LockWait.Holder] {
        if connection.dialect == .sqlite { return [] }
        if let (condition, parameters) = key.conditions(Array(keys.prefix(100))).first {
            // A row names the transaction that has locked it, unless there are several.
            let rows = "SELECT xmax::text FROM \(address.quoted) WHERE \(condition)"
            let holders = try holders(
                "pg_locks l WHERE l.locktype = 'transactionid' AND l.transactionid::text IN (\(rows))", parameters)
            if !holders.isEmpty { return holders }
        }
        return try holders(
            """
            pg_locks l WHERE (l.relation = to_regclass(?1)
            OR l.relation IN (SELECT relid FROM pg_partition_tree(to_regclass(?1))))
            """, [.text(address.quoted)])
    }

    private func holders(_ source: String, _ parameters: [SQLValue]) throws(StoreFailure) -> [LockWait.Holder] {
        try connection.run(
            """
            SELECT a.pid, coalesce(a.application_name, ''), coalesce(a.state, '') FROM pg_stat_activity a
            WHERE a.pid <> pg_backend_pid() AND a.pid IN (SELECT l.pid FROM \(source) AND l.granted) ORDER BY 1
            """, parameters
        ).rows.map { .init(process: Int($0[0].integer ?? 0), program: $0[1].text ?? "", state: $0[2].text ?? "") }
    }
}
