/// Finds the journal of a table. In PostgreSQL it may be in any schema, and another role with another search path must
/// find it again.
enum JournalPlace {
    /// The journals of a database: the schemas with our tables, and whether this role may read them. In SQLite there is
    /// one at most, and it has no schema.
    static func all(_ connection: any SQLConnection) throws(StoreFailure) -> [(schema: String?, isReadable: Bool)] {
        switch connection.dialect {
        case .sqlite:
            try connection.rows("SELECT 1 FROM sqlite_master WHERE name = 'adapty_migration_runs'").map { _ in
                (nil, true)
            }
        case .postgres:
            try connection.rows(
                """
                SELECT n.nspname, (has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'))::text
                FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
                WHERE c.relname = 'adapty_migration_runs' AND c.relkind = 'r' AND a.attname = 'target' ORDER BY 1
                """
            ).compactMap { row in
                // A table that goes meanwhile has no privileges.
                row[1].text.map { (row[0].text, $0 == "true") }
            }
        }
    }

    /// The schema of the journal with a run of a table, or for a new run; `nil` in SQLite.
    ///
    /// - Parameter address: with its schema.
    /// - Throws: a refusal when two journals have a run of the table, or when it may be in a journal that this role may
    ///   not read.
    static func schema(_ connection: any SQLConnection, _ address: TableAddress, given: TableAddress)
        throws(StoreFailure) -> String?
    {
        guard connection.dialect == .postgres else { return nil }
        if let named = address.journal { return try existing(connection, named) }
        let all = try all(connection)
        var found: [String] = []
        for case (let schema?, true) in all where try hasRun(connection, schema, address) { found.append(schema) }
        guard found.count <= 1 else {
            throw StoreFailure(
                .refused,
                "the schemas \(found.joined(separator: " and ")) each have a journal with a run of this table",
                remedy: "name one with journal=…, and end its run (store rollback or store finish)")
        }
        if let schema = found.first { return schema }
        let hidden = all.filter { !$0.isReadable }.compactMap(\.schema)
        guard hidden.isEmpty else {
            throw StoreFailure(
                .refused,
                "this role may not read the journal in the schema \(hidden.joined(separator: ", ")), which may have a run of this table",
                remedy: "use the role that began it, or name a schema for the journal with journal=…")
        }
        if let schema = given.schema { return schema }
        guard let schema = try connection.rows("SELECT current_schema()::text")[0][0].text else {
            throw StoreFailure(
                .refused, "the search path of this role has no schema", remedy: "name one with journal=…")
        }
        return schema
    }

    /// One of our tables in a journal's schema.
    static func name(_ table: String, in schema: String?) -> String {
        (schema.map { SQLDialect.quoted($0) + "." } ?? "") + SQLDialect.quoted(table)
    }

    private static func existing(_ connection: any SQLConnection, _ schema: String) throws(StoreFailure) -> String {
        if try connection.rows("SELECT 1 FROM pg_namespace WHERE nspname = ?1", .text(schema)).isEmpty {
            throw StoreFailure(
                .missing, "there is no schema \(schema)",
                remedy: "create it: CREATE SCHEMA \(SQLDialect.quoted(schema)) AUTHORIZATION …")
        }
        return schema
    }

    private static func hasRun(_ connection: any SQLConnection, _ schema: String, _ address: TableAddress)
        throws(StoreFailure) -> Bool
    {
        try unlessGone(connection, schema) { () throws(StoreFailure) in
            try !connection.rows(
                "SELECT 1 FROM \(name("adapty_migration_runs", in: schema)) WHERE target = ?1 AND state <> 'ended'",
                .text(Journal.target(address))
            ).isEmpty
        } ?? false
    }

    /// Another session may end the last run of a journal, and remove its tables, while this one looks. It may even begin
    /// a run after that, with new tables, and end that too.
    ///
    /// - Returns: `nil` when the journal is gone.
    static func unlessGone<Result>(
        _ connection: any SQLConnection, _ schema: String?, _ body: () throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result? {
        for _ in 0..<5 {
            do throws(StoreFailure) { return try body() } catch {
                guard try all(connection).contains(where: { $0.schema == schema }) else { return nil }
            }
        }
        return try body()
    }
}
