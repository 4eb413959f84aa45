/// The documents of one column, in the order of their keys.
struct DocumentTable {
    /// Whose documents a column has: those of old programs or of new ones. With one column, everybody is a new program.
    enum Side: String {
        case old, new

        var other: Side { self == .old ? .new : .old }
    }

    struct Row {
        let key: SQLValue
        /// The document for new programs.
        let value: SQLValue
        /// The document for old programs, while they have a column of their own.
        var old: SQLValue?

        subscript(side: Side) -> SQLValue { side == .new ? value : old ?? .null }
    }

    let connection: any SQLConnection
    /// In PostgreSQL with the table's schema.
    let address: TableAddress
    /// The schema of the journal; `nil` in SQLite.
    let journal: String?
    let key: RowKey
    private let documents: TableColumn
    /// Whether the column is NOT NULL.
    let isRequired: Bool
    /// The column that the address names, if it was dropped when two columns became one; `nil` when it is there.
    let former: String?

    /// Examines the table.
    ///
    /// - Throws: a failure that lists the existing tables or columns.
    init(_ connection: any SQLConnection, _ address: TableAddress) throws(StoreFailure) {
        self.connection = connection
        let given = address
        var address = try DocumentTable.located(connection, address)
        let columns = try TableColumn.all(connection, address)
        try DocumentTable.requireTable(connection, address)
        guard !columns.isEmpty else {
            let tables = try DocumentTable.tables(connection).prefix(20).joined(separator: ", ")
            throw StoreFailure(
                .missing, "there is no table \(address.table)",
                remedy: tables.isEmpty ? "the database has no tables" : "its tables are \(tables)")
        }
        try DocumentTable.requireAllRows(connection, address)
        former = try DocumentTable.isContracted(connection, address, columns, given) ? address.column : nil
        if former != nil { address.column = address.into }
        self.address = address
        let documents = try DocumentTable.find(address.column, columns, address)
        self.documents = documents
        isRequired = documents.isRequired
        // The cast may have quotes, as in pg_catalog."varchar".
        let type = documents.cast.filter { $0 != "\"" }
        guard connection.dialect == .sqlite || DocumentTable.supported.contains(where: { type.hasSuffix($0) })
        else {
            throw StoreFailure(
                .usage, "the column \(address.column) has the type \(documents.type)",
                remedy: "name a column of a supported type: text, varchar, char, citext, json or jsonb")
        }
        key = try RowKey(connection, address, columns)
        journal = try JournalPlace.schema(connection, address, given: given)
        try requireRights()
    }

    /// Whether the column of the address was dropped in favour of the one for new programs, which has the run now.
    private static func isContracted(
        _ connection: any SQLConnection, _ address: TableAddress, _ columns: [TableColumn], _ given: TableAddress
    ) throws(StoreFailure) -> Bool {
        let names = columns.map(\.name)
        guard !names.contains(address.column), names.contains(address.into) else { return false }
        var present = address
        present.column = address.into
        let schema = try JournalPlace.schema(connection, present, given: given)
        return try Journal(connection, schema, present).current() != nil
    }

    /// A policy of PostgreSQL would keep rows from us without a word.
    private static func requireAllRows(_ connection: any SQLConnection, _ address: TableAddress) throws(StoreFailure) {
        guard connection.dialect == .postgres else { return }
        let name = SQLValue.text(address.quoted)
        guard
            try connection.rows("SELECT row_security_active(to_regclass(?1))::text", name)[0][0] != .text("true")
        else {
            throw StoreFailure(
                .refused, "row level security may hide rows of \(address.table) from this role",
                remedy: "use a role with BYPASSRLS, or the table's owner if its policies are not forced")
        }
    }

    private func requireRights() throws(StoreFailure) {
        guard connection.dialect == .postgres else { return }
        let isReadable = try connection.rows(
            "SELECT has_any_column_privilege(to_regclass(?1), 'SELECT')::text", .text(address.quoted))
        guard isReadable[0][0] == .text("true") else {
            throw StoreFailure(
                .failed, "this role may not read the table \(address.table)",
                remedy: "an administrator gives it the rights: GRANT SELECT, UPDATE ON \(address.quoted) TO …")
        }
    }

    /// The types of PostgreSQL that hold a document as text.
    private static let supported = [
        "pg_catalog.text", "pg_catalog.varchar", "pg_catalog.bpchar", "pg_catalog.json", "pg_catalog.jsonb", ".citext",
    ]

    static func find(_ name: String, _ columns: [TableColumn], _ address: TableAddress) throws(StoreFailure)
        -> TableColumn
    {
        guard let column = columns.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            throw StoreFailure(
                .missing, "the table \(address.table) has no column \(name)",
                remedy: "it has \(columns.map(\.name).joined(separator: ", "))")
        }
        return column
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
    func beside(_ name: String) -> String { JournalPlace.name(name, in: journal) }

    /// The declared type of the column in lower case; in SQLite it may be anything.
    var type: String { documents.type }
    /// The type to which PostgreSQL casts a text for the column, without the limits of the column. A cast to
    /// `varchar(9)` would truncate the document, while an assignment fails.
    var cast: String { documents.cast }

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

    static func tables(_ connection: any SQLConnection) throws(StoreFailure) -> [String] {
        let statement =
            switch connection.dialect {
            case .sqlite:
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
            case .postgres:
                "SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1"
            }
        return try connection.rows(statement).compactMap { $0[0].text }
    }

    /// PostgreSQL documents are read as text. That is exact for `text` and `json`; `jsonb` does not keep the original
    /// text anyway.
    private var value: String { read(column) }
    func read(_ column: String) -> String { connection.dialect == .sqlite ? column : column + "::text" }
    var column: String { SQLDialect.quoted(address.column) }
    /// The key in a query. The expression has a name of its own; otherwise rows would be sorted by the text.
    private var keyValue: String { key.value() + " AS adapty_migration_key" }

    /// The bytes of a document in PostgreSQL, without reading it. Documents of JSON are estimated from their compressed
    /// size, as if to a quarter.
    private func size(_ column: String) -> String {
        isJSON ? "4 * pg_column_size(\(column))" : "octet_length(\(column))"
    }
    var isJSON: Bool { ["pg_catalog.json", "pg_catalog.jsonb"].contains(cast) }

    /// Whether the column keeps the written bytes.
    var isExact: Bool { cast != "pg_catalog.jsonb" }

    /// Gives a column another name.
    func rename(_ column: String, to name: String) throws(StoreFailure) {
        _ = try connection.run(
            "ALTER TABLE \(address.quoted) RENAME COLUMN \(SQLDialect.quoted(column)) TO \(SQLDialect.quoted(name))", []
        )
    }

    func count() throws(StoreFailure) -> Int {
        Int(try connection.rows("SELECT count(*) FROM \(address.quoted)")[0][0].integer ?? 0)
    }

    /// The next rows after a key.
    ///
    /// - Throws: a refusal when two of them have one key.
    func page(after: SQLValue?, limit: PageLimit) throws(StoreFailure) -> [Row] {
        let rows = try page(value, [column], after: after, limit: limit).map { Row(key: $0[0], value: $0[1]) }
        for (row, next) in zip(rows, rows.dropFirst()) where row.key == next.key { throw repeated(row.key) }
        return rows
    }

    func repeated(_ key: SQLValue) -> StoreFailure {
        StoreFailure(
            .refused, "the key \(key) is not unique",
            remedy: "correct the rows with this key, or name unique columns with key=…")
    }

    /// The values of the next rows after a key, each after its key.
    ///
    /// - Parameter documents: the columns whose bytes are limited.
    func page(_ what: String, _ documents: [String], after: SQLValue?, limit: PageLimit) throws(StoreFailure)
        -> [[SQLValue]]
    {
        let condition = after == nil ? "" : " WHERE \(key.tuple()) > \(key.columns(from: "?1"))"
        return try query(condition, documents).rows(
            "\(keyValue), \(what)", connection, after.map { [$0] } ?? [], limit)
    }

    /// The next rows after a key that a run does not know.
    ///
    /// - Parameter orUnchanged: whether also those that needed no change.
    func unknown(
        _ journal: Journal, _ run: Journal.Run, orUnchanged: Bool = false, after: SQLValue?, limit: PageLimit
    ) throws(StoreFailure) -> [Row] {
        let passed = after == nil ? "" : " AND \(key.tuple()) > \(key.columns(from: "?2"))"
        // Without the plus, SQLite would convert the keys of the journal to numbers, and not use their index.
        let plus = connection.dialect == .sqlite ? "+" : ""
        let condition =
            " WHERE NOT EXISTS (SELECT 1 FROM \(journal.entries) j WHERE j.run = ?1 AND j.key = \(plus)\(key.value(of: address.quoted))\(orUnchanged ? " AND j.original IS NOT NULL" : ""))"
        return try query(condition + passed, [column]).rows(
            "\(keyValue), \(value)", connection, [.integer(run.id)] + (after.map { [$0] } ?? []), limit
        ).map { Row(key: $0[0], value: $0[1]) }
    }

    private func query(_ condition: String, _ documents: [String]) -> PageQuery {
        PageQuery(
            table: address.quoted + condition, order: key.list, others: documents.joined(separator: ", "),
            size: documents.map { "coalesce(\(size($0)), 0)" }.joined(separator: " + "))
    }

    /// The rows with these keys, by key.
    func rows(_ keys: [SQLValue]) throws(StoreFailure) -> [SQLValue: Row] {
        try select(value, keys).reduce(into: [:]) { $0[$1[0]] = Row(key: $1[0], value: $1[1]) }
    }

    /// The values of rows, each after its key.
    func select(_ what: String, _ keys: [SQLValue]) throws(StoreFailure) -> [[SQLValue]] {
        var rows: [[SQLValue]] = []
        for (condition, parameters) in key.conditions(keys) {
            rows += try connection.run(
                "SELECT \(keyValue), \(what) FROM \(address.quoted) WHERE \(condition)", parameters
            ).rows
        }
        return rows
    }

    /// The keys that exist.
    func existing(_ keys: [SQLValue]) throws(StoreFailure) -> Set<SQLValue> { Set(try select("1", keys).map { $0[0] }) }

    /// The rows that nobody else is writing to, locked until the transaction ends.
    ///
    /// - Parameter bytes: the number of bytes after which no more rows are read.
    func locked(_ keys: [SQLValue], bytes: Int = .max) throws(StoreFailure) -> [Row] {
        try locked(value, bytes == .max ? [] : [column], keys, bytes: bytes).map { Row(key: $0[0], value: $0[1]) }
    }

    /// The values of some of the rows that nobody else is writing to, each after its key. The rows are locked until the
    /// transaction ends. The others are left out, because waiting for them could end in a deadlock.
    ///
    /// - Parameters:
    ///   - documents: the columns whose bytes are limited; empty for no limit.
    ///   - bytes: the number of bytes after which no more rows are read.
    func locked(_ what: String, _ documents: [String], _ keys: [SQLValue], bytes: Int) throws(StoreFailure)
        -> [[SQLValue]]
    {
        var rows: [[SQLValue]] = [], left = bytes
        for (condition, parameters) in key.conditions(keys) where left > 0 {
            var chosen = condition
            if connection.dialect == .postgres {
                if !documents.isEmpty {
                    let first = query(" WHERE \(condition)", documents).cut(
                        key.list, PageLimit(rows: keys.count, bytes: left))
                    chosen += " AND \(key.tuple()) IN (\(first))"
                }
                // As weak as that of an UPDATE: programs that refer to a row by a foreign key lock its key.
                chosen += " FOR NO KEY UPDATE SKIP LOCKED"
            }
            let found = try connection.run(
                "SELECT \(keyValue), \(what) FROM \(address.quoted) WHERE \(chosen)", parameters, upTo: left
            ).rows
            left -= found.reduce(0) { $0 + $1.byteCount }
            rows += found
        }
        return rows
    }

    /// What makes a run in this table slow.
    func warnings() throws(StoreFailure) -> [String] {
        if key.columns[0].primaryPlace == 1 { return [] }
        return try key.hasIndex(connection, address, isUnique: false)
            ? [] : ["the key \(key.names) has no index: each row is found by a scan of the table"]
    }

    /// Whether a write to a row of SQLite may change others.
    func hasTriggers() throws(StoreFailure) -> Bool {
        guard connection.dialect == .sqlite else { return false }
        return try !connection.rows(
            "SELECT 1 FROM sqlite_master WHERE tbl_name = ?1 COLLATE NOCASE AND type = 'trigger' LIMIT 1",
            .text(address.table)
        ).isEmpty
    }

    /// A value that changes when another connection has written to the file; `nil` if the database has none.
    func version() throws(StoreFailure) -> SQLValue? {
        connection.dialect == .sqlite ? try connection.rows("PRAGMA data_version")[0][0] : nil
    }
}
