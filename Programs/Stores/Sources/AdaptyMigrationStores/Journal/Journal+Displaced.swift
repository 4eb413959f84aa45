/// Documents that no column holds any more, and that nobody has asked to remove.
extension Journal {
    enum Reason: String {
        /// The older of two documents, when both columns were written before the follower processed the row.
        case conflict
        /// The other column has a document that cannot be converted.
        case rejected
        /// An original, in whose row a program put another document before another upgrade.
        case replaced
    }

    func createDisplaced() throws(StoreFailure) {
        _ = try connection.run(
            """
            CREATE TABLE IF NOT EXISTS \(displaced) (number \(connection.dialect.number), run BIGINT NOT NULL, key \(connection.dialect.key) NOT NULL, side TEXT NOT NULL, reason TEXT NOT NULL, record TEXT)
            """, [])
    }

    func displace(_ run: Run, _ key: SQLValue, _ side: DocumentTable.Side, _ reason: Reason, _ record: SQLValue)
        throws(StoreFailure)
    {
        _ = try connection.rows(
            "INSERT INTO \(displaced) (run, key, side, reason, record) VALUES (?1, ?2, ?3, ?4, ?5)",
            .integer(run.id), key, .text(side.rawValue), .text(reason.rawValue),
            record.bytes.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null)
    }

    /// The number of documents displaced for a reason.
    func displaced(_ run: Run, _ reason: Reason) throws(StoreFailure) -> Int {
        Int(
            try connection.rows(
                "SELECT count(*) FROM \(displaced) WHERE run = ?1 AND reason = ?2", .integer(run.id),
                .text(reason.rawValue))[0][0].integer ?? 0)
    }

    /// The next documents displaced for a reason, with their keys, in the order of their numbers.
    func displaced(_ run: Run, _ reason: Reason, after number: Int64, limit: Int) throws(StoreFailure) -> [(
        number: Int64, key: SQLValue, record: SQLValue
    )] {
        try connection.rows(
            "SELECT number, key, record FROM \(displaced) WHERE run = ?1 AND reason = ?2 AND number > ?3 ORDER BY number LIMIT \(limit)",
            .integer(run.id), .text(reason.rawValue), .integer(number)
        ).map { ($0[0].integer ?? 0, $0[1], $0[2]) }
    }

    /// Forgets what went from some rows: somebody's data must not be kept longer than its row.
    func forgetDisplaced(_ run: Run, _ reason: Reason = .replaced, of keys: [SQLValue]) throws(StoreFailure) {
        _ = try connection.run(among: keys, [.integer(run.id), .text(reason.rawValue)]) {
            "DELETE FROM \(displaced) WHERE run = ?1 AND reason = ?2 AND key \($0)"
        }
    }

    func forgetDisplaced(_ run: Run, _ reason: Reason) throws(StoreFailure) {
        _ = try connection.rows(
            "DELETE FROM \(displaced) WHERE run = ?1 AND reason = ?2", .integer(run.id), .text(reason.rawValue))
    }

    /// The keys of rejected rows whose old column was emptied, with their last document.
    func emptied(_ run: Run, _ rejected: Set<SQLValue>) throws(StoreFailure) -> [SQLValue: SQLValue] {
        var last: [SQLValue: SQLValue] = [:]
        for row in try connection.rows(
            "SELECT key, record FROM \(displaced) WHERE run = ?1 AND side = 'old' AND reason = 'rejected' ORDER BY number",
            .integer(run.id))
        {
            // A row that was rejected twice in a row was empty the second time.
            let key = row[0]
            if rejected.contains(key), last[key] == nil || row[1] != .null { last[key] = row[1] }
        }
        return last
    }
}
