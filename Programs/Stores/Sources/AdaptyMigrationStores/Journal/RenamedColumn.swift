/// Finds the columns of runs that are not there under their names, because somebody has renamed them or their tables.
///
/// PostgreSQL keeps the numbers of a renamed table and column, and the run has them. SQLite has no such numbers: there
/// it is the column whose rows are as the run has written them.
enum RenamedColumn {
    /// The rows that are compared in SQLite.
    private static let sample = 100

    /// The numbers of a table and a column, for the run; null in SQLite.
    static func place(_ connection: any SQLConnection, _ address: TableAddress) throws(StoreFailure) -> SQLValue {
        guard connection.dialect == .postgres else { return .null }
        return try connection.rows(
            "SELECT attrelid || '.' || attnum FROM pg_attribute WHERE attrelid = to_regclass(?1) AND attname = ?2 AND NOT attisdropped",
            .text(address.quoted), .text(address.column)
        ).first?[0] ?? .null
    }

    /// The present names of the renamed columns of a journal's runs, as in ``Journal/target(_:)``, by the number of the
    /// run.
    static func all(_ connection: any SQLConnection, _ schema: String?) throws(StoreFailure) -> [Int64: String] {
        let runs = JournalPlace.name("adapty_migration_runs", in: schema)
        var names: [Int64: String] = [:]
        for row in try connection.rows(
            "SELECT id, target, source, place FROM \(runs) WHERE state <> 'ended' AND version = \(Journal.version)")
        {
            let address = TableAddress(target: row[1].text ?? "")
            guard try !TableColumn.all(connection, address).contains(where: { $0.name == address.column }) else {
                continue
            }
            let found =
                switch connection.dialect {
                case .postgres: try named(connection, row[3])
                case .sqlite: try alike(connection, row[0].integer ?? 0, row[2].text ?? "")
                }
            if let id = row[0].integer, let found { names[id] = Journal.target(found) }
        }
        return names
    }

    private static func named(_ connection: any SQLConnection, _ place: SQLValue) throws(StoreFailure) -> TableAddress?
    {
        try connection.rows(
            """
            SELECT c.relname, a.attname, n.nspname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE a.attrelid || '.' || a.attnum = ?1 AND NOT a.attisdropped
            """, place
        ).first.map { TableAddress(table: $0[0].text ?? "", column: $0[1].text ?? "", schema: $0[2].text) }
    }

    private static func alike(_ connection: any SQLConnection, _ run: Int64, _ source: String) throws(StoreFailure)
        -> TableAddress?
    {
        let entries = try connection.rows(
            "SELECT key, coalesce(twin, written) FROM adapty_migration_journal WHERE run = ?1 AND (original IS NOT NULL OR twin IS NOT NULL) LIMIT \(sample)",
            .integer(run))
        let written = entries.reduce(into: [:]) { $0[$1[0]] = $1[1].text }
        for table in try DocumentTable.tables(connection) where !table.hasPrefix("adapty_migration_") {
            for column in try TableColumn.all(connection, TableAddress(table: table, column: "")) {
                let address = TableAddress(table: table, column: column.name, key: keys(source))
                // A table with another key is another table.
                guard let probe = try? DocumentTable(connection, address) else { continue }
                if try probe.rows(Array(written.keys)).values.contains(where: { written[$0.key] == Digest.of($0.value) }
                ) {
                    return address
                }
            }
        }
        return nil
    }

    /// The names of the key's columns, which follow those of the table and the column, and come before the new column.
    private static func keys(_ source: String) -> [String] {
        let names = SQLDialect.names(source).dropFirst(2)
        return Array(RunBinding.hasTwoColumns(source) ? names.dropLast() : names)
    }
}

extension TableAddress {
    /// - Parameter target: as in ``Journal/target(_:)``.
    init(target: String) {
        let names = SQLDialect.names(target)
        self.init(
            table: names.dropLast().last ?? "", column: names.last ?? "", schema: names.count > 2 ? names[0] : nil)
    }
}
