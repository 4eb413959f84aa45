/// Writes documents and makes sure that the table keeps them.
///
/// A database may alter a value: a column truncates it, a trigger rewrites it, a constraint refuses it. So each batch
/// is written after a savepoint and read back before the transaction ends. If a row differs, the batch is rolled back
/// and its halves are tried, until the refused rows are isolated.
extension DocumentTable {
    /// A new value for a row.
    struct Change {
        let row: Row
        let new: SQLValue
    }

    enum Written {
        /// The present value: the written one, except for `jsonb`, which has its own form.
        case done(SQLValue)
        case refused(String)
        /// Another program has written to it, or is writing to it.
        case taken
    }

    /// A column to which documents are written.
    struct Target {
        /// Quoted.
        let column: String
        let cast: String
    }

    /// The column of the documents.
    var target: Target { Target(column: column, cast: cast) }

    /// Replaces old values by new ones in the current transaction. It waits for nobody: two programs that wait for each
    /// other's rows are a deadlock.
    ///
    /// - Parameter version: ``version()`` from before the rows were read. If it has not changed, nobody wrote, and
    ///   SQLite need not compare the old values.
    /// - Returns: the result for each row, by key. Rows that are gone are left out.
    func write(_ changes: [Change], to target: Target? = nil, since version: SQLValue? = nil) throws(StoreFailure)
        -> [SQLValue: Written]
    {
        if changes.isEmpty { return [:] }
        let target = target ?? self.target
        try execute("SAVEPOINT adapty_migration_write")
        let refusal: String
        do throws(StoreFailure) {
            let (expected, free) = try update(changes, target, since: version)
            let lost = try firstLost(expected, target)
            guard let lost else {
                let others = try unwritten(changes.map(\.row).filter { expected[$0.key] == nil }, free, target)
                try execute("RELEASE SAVEPOINT adapty_migration_write")
                return expected.mapValues { .done($0) }.merging(others) { $1 }
            }
            refusal = "the column did not keep what was written to it: \(lost)"
        } catch {
            guard error.kind == .row else { throw error }
            refusal = "the database refuses the document: \(error.message)"
        }
        do throws(StoreFailure) {
            try execute("ROLLBACK TO SAVEPOINT adapty_migration_write")
            try execute("RELEASE SAVEPOINT adapty_migration_write")
        } catch {
            throw StoreFailure(
                .failed, "\(refusal); the transaction was rolled back",
                remedy: "correct the row or the trigger, and run the same command again; committed changes stay")
        }
        if changes.count == 1 { return [changes[0].row.key: .refused(refusal)] }
        let half = changes.count / 2
        let first = try write(Array(changes[..<half]), to: target, since: version)
        return first.merging(try write(Array(changes[half...]), to: target, since: version)) { $1 }
    }

    /// Why rows were not written.
    ///
    /// - Parameter free: the rows that nobody else was writing to.
    private func unwritten(_ rows: [Row], _ free: Set<SQLValue>, _ target: Target) throws(StoreFailure) -> [SQLValue:
        Written]
    {
        let before = rows.reduce(into: [:]) { $0[$1.key] = $1.value }
        return try select(read(target.column), rows.map(\.key)).reduce(into: [:]) { results, row in
            results[row[0]] =
                free.contains(row[0]) && before[row[0]] == row[1] ? .refused(DocumentTable.ignored) : .taken
        }
    }

    /// The reason why a row that nobody else changes differs from the written value.
    private static let ignored = "the database ignores the write because of a trigger, a rule or a policy"

    private func execute(_ statement: String) throws(StoreFailure) { _ = try connection.run(statement, []) }

    /// - Returns: the expected value of each written row, by key; and the rows that nobody else was writing to.
    private func update(_ changes: [Change], _ target: Target, since version: SQLValue?) throws(StoreFailure)
        -> (expected: [SQLValue: SQLValue], free: Set<SQLValue>)
    {
        let keys = changes.map(\.row.key)
        switch connection.dialect {
        case .sqlite:
            let now = try self.version(), isUntouched = version != nil && version == now
            var expected: [SQLValue: SQLValue] = [:]
            for change in changes where try update(change, target, compares: !isUntouched) {
                expected[change.row.key] = change.new
            }
            return (expected, Set(keys))
        case .postgres:
            // Checks at the end of the transaction would come too late to leave out one row.
            try execute("SET CONSTRAINTS ALL IMMEDIATE")
            let free = Set(try locked("1", [], keys, bytes: .max).map { $0[0] })
            return (try update(changes.filter { free.contains($0.row.key) }, target), free)
        }
    }

    private func update(_ change: Change, _ target: Target, compares: Bool) throws(StoreFailure) -> Bool {
        let condition = compares ? " AND \(target.column) IS ?3 COLLATE BINARY" : ""
        let changed = try connection.run(
            "UPDATE \(address.quoted) SET \(target.column) = ?1 WHERE \(key.tuple()) = \(key.columns(from: "?2"))\(condition)",
            [change.new, change.row.key] + (compares ? [change.row.value] : [])
        ).changed
        if changed > 1 { throw repeated(change.row.key) }
        return changed == 1
    }

    /// A separate statement for each row would wait for the server each time.
    private func update(_ changes: [Change], _ target: Target) throws(StoreFailure) -> [SQLValue: SQLValue] {
        if changes.isEmpty { return [:] }
        let kept = isExact ? "NULL" : "v.new::\(target.cast)::text"
        let statement =
            "UPDATE \(address.quoted) t SET \(target.column) = v.new::\(target.cast) FROM unnest(?1::text[], ?2::text[], ?3::text[]) v(key, old, new) "
            + "WHERE \(key.tuple(of: "t")) = \(key.columns(from: "v.key")) AND t.\(target.column)::text COLLATE \"C\" IS NOT DISTINCT FROM v.old "
            + "RETURNING \(key.value(of: "t")), \(kept)"
        let new = changes.reduce(into: [:]) { $0[$1.row.key] = $1.new }
        let values = [changes.map(\.row.key), changes.map(\.row.value), changes.map(\.new)]
        var expected: [SQLValue: SQLValue] = [:]
        for row in try connection.run(statement, values.map { .texts($0) }).rows {
            if expected[row[0]] != nil { throw repeated(row[0]) }
            guard let written = new[row[0]] else {
                throw StoreFailure(
                    .row, "a trigger gives the row another key: \(row[0])", remedy: "correct the trigger, or disable it"
                )
            }
            expected[row[0]] = isExact ? written : row[1]
        }
        return expected
    }

    /// The difference in the first row that differs; `nil` when there is none.
    private func firstLost(_ expected: [SQLValue: SQLValue], _ target: Target) throws(StoreFailure) -> String? {
        var left = expected
        for row in try select(read(target.column), Array(expected.keys)) {
            guard let written = left.removeValue(forKey: row[0]), written != row[1] else { continue }
            return "\(row[1].bytes?.count ?? 0) bytes instead of \(written.bytes?.count ?? 0)"
        }
        return left.isEmpty ? nil : "the row is missing"
    }

    /// Whether anything in the table may refuse or change a document: a limit, a constraint, a trigger or an index.
    func mayRefuse() throws(StoreFailure) -> Bool {
        switch connection.dialect {
        case .sqlite:
            try !connection.rows(
                """
                SELECT 1 FROM sqlite_master WHERE tbl_name = ?1 COLLATE NOCASE AND (type = 'trigger'
                OR type = 'index' AND instr(lower(sql), lower(?2)) > 0
                OR type = 'table' AND (sql LIKE '%CHECK%' OR sql LIKE '%UNIQUE%' OR sql LIKE '%STRICT%'
                OR sql LIKE '%REFERENCES%' OR sql LIKE '%GENERATED%' OR sql LIKE '%AS%(%')) LIMIT 1
                """, .text(address.table), .text(address.column)
            ).isEmpty
        case .postgres:
            try !connection.rows(
                """
                SELECT 1 FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
                WHERE c.oid = to_regclass(?1) AND a.attname = ?2 AND (a.atttypmod >= 0 OR t.typtype = 'd' OR c.relrowsecurity
                OR c.relhasrules OR EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal)
                OR EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conrelid = c.oid AND (k.contype = 'c' OR a.attnum = ANY(k.conkey)))
                OR EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND (a.attnum = ANY(i.indkey) OR 0 = ANY(i.indkey)))
                OR EXISTS (SELECT 1 FROM pg_attribute g WHERE g.attrelid = c.oid AND g.attgenerated <> ''))
                """, .text(address.quoted), .text(address.column)
            ).isEmpty
        }
    }
}
