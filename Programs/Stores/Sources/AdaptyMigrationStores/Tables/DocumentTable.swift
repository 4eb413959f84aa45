/// The documents of one column, in the order of their keys.
struct DocumentTable {
    struct Row {
        let key: SQLValue
        let value: SQLValue
    }

    let connection: any SQLConnection
    /// In PostgreSQL with the table's schema.
    let address: TableAddress
    /// The schema of the journal; `nil` in SQLite.
    let journal: String?
    /// The key column, quoted.
    let key: String
    private let keyColumn: Column
    private let documents: Column
    /// Whether the column is NOT NULL.
    let isRequired: Bool
    /// All columns by name.
    let columnNames: [String]

    /// Examines the table.
    ///
    /// - Throws: a failure that lists the existing tables or columns.
    init(_ connection: any SQLConnection, _ address: TableAddress) throws(StoreFailure) {
        self.connection = connection
        let given = address, address = try DocumentTable.located(connection, address)
        self.address = address
        let columns = try DocumentTable.columns(connection, address)
        try DocumentTable.requireTable(connection, address)
        guard !columns.isEmpty else {
            let tables = try DocumentTable.tables(connection).joined(separator: ", ")
            throw StoreFailure(
                .missing, "there is no table \(address.table)",
                remedy: tables.isEmpty ? "the database has no tables" : "its tables are \(tables)")
        }
        func find(_ name: String) throws(StoreFailure) -> Column {
            guard let column = columns.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                throw StoreFailure(
                    .missing, "the table \(address.table) has no column \(name)",
                    remedy: "it has \(columns.map(\.name).joined(separator: ", "))")
            }
            return column
        }
        documents = try find(address.column)
        journal = try JournalPlace.schema(connection, address, given: given)
        (isRequired, columnNames) = (documents.isRequired, columns.map(\.name))
        let primary = columns.filter(\.isPrimary)
        if let name = address.key {
            keyColumn = try find(name)
        } else if primary.count == 1 {
            keyColumn = primary[0]
        } else if connection.dialect == .sqlite, primary.isEmpty, let row = DocumentTable.rowID(beside: columnNames) {
            keyColumn = Column(name: row, type: "integer", cast: "", isPrimary: true, isRequired: true)
        } else {
            throw StoreFailure(
                .usage, "the table \(address.table) has no primary key of one column",
                remedy: "name a unique column with key=…")
        }
        key = SQLDialect.quoted(keyColumn.name)
        // A primary key is unique. Only in SQLite it may be null, unless it is an integer.
        let isPrimary = keyColumn.isPrimary && primary.count <= 1
        if !isPrimary || connection.dialect == .sqlite && keyType != "integer" { try requireUnique() }
    }

    /// Finds the schema of a table in PostgreSQL. `public.events` may be the table `events` of the schema `public`.
    private static func located(_ connection: any SQLConnection, _ address: TableAddress) throws(StoreFailure)
        -> TableAddress
    {
        guard connection.dialect == .postgres else { return address }
        var address = address
        let names = address.table.split(separator: ".", maxSplits: 1).map(String.init)
        if address.schema == nil, names.count == 2, try schema(connection, address) == nil {
            (address.schema, address.table) = (names[0], names[1])
        }
        address.schema = try schema(connection, address) ?? address.schema
        return address
    }

    private static func schema(_ connection: any SQLConnection, _ address: TableAddress) throws(StoreFailure) -> String?
    {
        try connection.rows(
            "SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = to_regclass(?1)",
            .text(address.quoted)
        ).first?[0].text
    }

    /// One of our tables, in the journal's schema.
    func beside(_ name: String) -> String {
        (journal.map { SQLDialect.quoted($0) + "." } ?? "") + SQLDialect.quoted(name)
    }

    /// A SQLite name for the row number that no column uses.
    private static func rowID(beside names: [String]) -> String? {
        let taken = Set(names.map { $0.lowercased() })
        return ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
    }

    /// The declared type of the column in lower case; in SQLite it may be anything.
    var type: String { documents.type }
    var keyType: String { keyColumn.type }
    /// The type to which PostgreSQL casts a text for the column, without the limits of the column. A cast to
    /// `varchar(9)` would truncate the document, while an assignment fails.
    var cast: String { documents.cast }

    private struct Column {
        let name: String
        let type: String
        /// The type without its modifiers, or the base type of a domain; empty in SQLite.
        let cast: String
        let isPrimary: Bool
        let isRequired: Bool
    }

    private static func columns(_ connection: any SQLConnection, _ address: TableAddress) throws(StoreFailure)
        -> [Column]
    {
        let rows =
            switch connection.dialect {
            case .sqlite:
                try connection.rows(
                    "SELECT name, lower(type), pk, \"notnull\", '' FROM pragma_table_info(?1)", .text(address.table))
            case .postgres:
                try connection.rows(
                    """
                    SELECT a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN i.indrelid IS NULL THEN 0 ELSE 1 END, a.attnotnull::int,
                    (WITH RECURSIVE base(type, below) AS (SELECT oid, typbasetype FROM pg_type WHERE oid = a.atttypid
                     UNION ALL SELECT t.oid, t.typbasetype FROM pg_type t JOIN base ON t.oid = base.below)
                     SELECT quote_ident(n.nspname) || '.' || quote_ident(t.typname) FROM base JOIN pg_type t ON t.oid = base.type
                     JOIN pg_namespace n ON n.oid = t.typnamespace WHERE base.below = 0) FROM pg_attribute a
                    LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY(i.indkey)
                    WHERE a.attrelid = to_regclass(?1) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
                    """, .text(address.quoted))
            }
        return rows.map {
            Column(
                name: $0[0].text ?? "", type: $0[1].text ?? "", cast: $0[4].text ?? "",
                isPrimary: $0[2].integer ?? 0 > 0, isRequired: $0[3].integer ?? 0 > 0)
        }
    }

    /// A view has no rows of its own, and no unique column.
    private static func requireTable(_ connection: any SQLConnection, _ address: TableAddress) throws(StoreFailure) {
        let kind =
            switch connection.dialect {
            case .sqlite:
                try connection.rows(
                    "SELECT type FROM sqlite_master WHERE name = ?1 COLLATE NOCASE AND type = 'view'",
                    .text(address.table))
            case .postgres:
                try connection.rows(
                    "SELECT relkind::text FROM pg_class WHERE oid = to_regclass(?1) AND relkind NOT IN ('r', 'p')",
                    .text(address.quoted))
            }
        guard kind.isEmpty else {
            throw StoreFailure(
                .usage, "\(address.table) is not a table", remedy: "for a view, name the table that it reads")
        }
    }

    private static func tables(_ connection: any SQLConnection) throws(StoreFailure) -> [String] {
        let statement =
            switch connection.dialect {
            case .sqlite:
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name LIMIT 20"
            case .postgres:
                "SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1 LIMIT 20"
            }
        return try connection.rows(statement).compactMap { $0[0].text }
    }

    /// Rows are found by their key, so it must be unique.
    private func requireUnique() throws(StoreFailure) {
        let twice = try connection.rows(
            "SELECT \(key) FROM \(address.quoted) GROUP BY \(key) HAVING count(*) > 1 OR \(key) IS NULL LIMIT 1")
        if !twice.isEmpty {
            throw StoreFailure(
                .refused, "the key \(key) is not unique, or it is null in some row",
                remedy: "name a unique column with key=…")
        }
    }

    /// PostgreSQL documents are read as text. That is exact for `text` and `json`; `jsonb` does not keep the original
    /// text anyway.
    private var value: String { read(column) }
    func read(_ column: String) -> String { connection.dialect == .sqlite ? column : column + "::text" }
    var column: String { SQLDialect.quoted(address.column) }
    /// The key in a query. SQLite returns the value itself; PostgreSQL has many types, and each has a text form. The
    /// expression has a name of its own; otherwise rows would be sorted by the text.
    var keyText: String { connection.dialect == .sqlite ? key : key + "::text AS adapty_migration_key" }
    /// A key value in the type of the column, so that an index can be used.
    func keyValue(_ read: String) -> String { connection.dialect == .sqlite ? read : "\(read)::\(keyColumn.cast)" }

    /// Whether the column keeps the written bytes.
    var isExact: Bool { cast != "pg_catalog.jsonb" }

    func count() throws(StoreFailure) -> Int {
        Int(try connection.rows("SELECT count(*) FROM \(address.quoted)")[0][0].integer ?? 0)
    }

    /// The next rows after a key.
    func page(after: SQLValue?, limit: Int) throws(StoreFailure) -> [Row] {
        let condition = after == nil ? "" : " WHERE \(key) > \(keyValue("?1"))"
        let rows = try connection.run(
            "SELECT \(keyText), \(value) FROM \(address.quoted)\(condition) ORDER BY \(key) LIMIT \(limit)",
            after.map { [$0] } ?? []
        ).rows
        return rows.map { Row(key: $0[0], value: $0[1]) }
    }

    func row(_ key: SQLValue) throws(StoreFailure) -> Row? {
        try select(value, [key]).first.map { Row(key: $0[0], value: $0[1]) }
    }

    /// The values of rows, each after its key.
    func select(_ what: String, _ keys: [SQLValue], _ suffix: String = "") throws(StoreFailure) -> [[SQLValue]] {
        var rows: [[SQLValue]] = []
        for part in Journal.parts(keys) {
            let places = part.indices.map { keyValue("?\($0 + 1)") }.joined(separator: ", ")
            rows += try connection.run(
                "SELECT \(keyText), \(what) FROM \(address.quoted) WHERE \(key) IN (\(places))\(suffix)", part
            ).rows
        }
        return rows
    }

    /// A value that changes when another connection has written to the file; `nil` if the database has none.
    func version() throws(StoreFailure) -> SQLValue? {
        connection.dialect == .sqlite ? try connection.rows("PRAGMA data_version")[0][0] : nil
    }
}
