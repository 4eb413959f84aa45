/// The documents of one column, in the order of their keys.
struct DocumentTable {
    struct Row {
        let key: SQLValue
        let value: SQLValue
    }

    let connection: any SQLConnection
    let address: TableAddress
    /// The key column, quoted, and its type in PostgreSQL.
    let key: String
    let keyType: String
    /// The column's type, lower case; SQLite's may be anything.
    let type: String
    /// Whether the column takes no null.
    let isRequired: Bool
    /// All columns by name.
    let columnNames: [String]

    /// Looks at the table.
    ///
    /// - Throws: a failure that names what there is instead.
    init(_ connection: any SQLConnection, _ address: TableAddress) throws(StoreFailure) {
        self.connection = connection
        self.address = address
        let columns = try DocumentTable.columns(connection, address)
        guard !columns.isEmpty else {
            let tables = try DocumentTable.tables(connection).joined(separator: ", ")
            throw StoreFailure(
                .missing, "there is no table \(address.table)",
                remedy: tables.isEmpty ? "the database has no tables" : "there are \(tables)")
        }
        func find(_ name: String) throws(StoreFailure) -> Column {
            guard let column = columns.first(where: { $0.name == name }) else {
                throw StoreFailure(
                    .missing, "the table \(address.table) has no column \(name)",
                    remedy: "it has \(columns.map(\.name).joined(separator: ", "))")
            }
            return column
        }
        let documents = try find(address.column)
        (type, isRequired, columnNames) = (documents.type, documents.isRequired, columns.map(\.name))
        let primary = columns.filter(\.isPrimary)
        if let name = address.key {
            (key, keyType) = (SQLDialect.quoted(name), try find(name).type)
        } else if primary.count == 1 {
            (key, keyType) = (SQLDialect.quoted(primary[0].name), primary[0].type)
        } else if connection.dialect == .sqlite, primary.isEmpty {
            (key, keyType) = ("rowid", "integer")
        } else {
            throw StoreFailure(
                .usage, "the table \(address.table) has no primary key of one column",
                remedy: "name a unique column with key=…")
        }
        // A primary key is unique; only SQLite's, where it is no integer, may be null.
        let isPrimary = primary.count == 1 && SQLDialect.quoted(primary[0].name) == key
        if !isPrimary || connection.dialect == .sqlite && keyType != "integer" { try requireUnique() }
    }

    private struct Column {
        let name: String
        let type: String
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
                    "SELECT name, lower(type), pk, \"notnull\" FROM pragma_table_info(?1)", .text(address.table))
            case .postgres:
                try connection.rows(
                    """
                    SELECT a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN i.indrelid IS NULL THEN 0 ELSE 1 END, a.attnotnull::int FROM pg_attribute a
                    LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY(i.indkey)
                    WHERE a.attrelid = to_regclass(?1) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
                    """, .text(address.quoted))
            }
        return rows.map {
            Column(
                name: $0[0].text ?? "", type: $0[1].text ?? "", isPrimary: $0[2].integer ?? 0 > 0,
                isRequired: $0[3].integer ?? 0 > 0)
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

    /// Rows are found again by their key: one key, one row.
    private func requireUnique() throws(StoreFailure) {
        guard key != "rowid" else { return }
        let twice = try connection.rows(
            "SELECT \(key) FROM \(address.quoted) GROUP BY \(key) HAVING count(*) > 1 OR \(key) IS NULL LIMIT 1")
        if !twice.isEmpty {
            throw StoreFailure(
                .refused, "the key \(key) is not unique, or null in a row", remedy: "name a unique column with key=…")
        }
    }

    /// PostgreSQL reads documents as text, which is exact for `text` and `json`; `jsonb` keeps no lexemes in the first
    /// place.
    private var value: String { read(column) }
    func read(_ column: String) -> String { connection.dialect == .sqlite ? column : column + "::text" }
    var column: String { SQLDialect.quoted(address.column) }
    /// A key that the journal keeps as text, to be compared with the column: so, and not the other way round, an index
    /// is of use.
    func keyValue(_ text: String) -> String {
        switch connection.dialect {
        case .postgres: text + "::" + keyType
        // SQLite converts by the column's type; where it has none, integers are told by their digits.
        case .sqlite:
            keyType.isEmpty
                ? "CASE WHEN CAST(\(text) AS INTEGER) || '' = \(text) THEN CAST(\(text) AS INTEGER) ELSE \(text) END"
                : text
        }
    }
    private func keyParameter(_ number: Int) -> String { keyValue("?\(number)") }

    /// Whether the column itself keeps what is written to it.
    var isExact: Bool { type != "jsonb" }

    func count() throws(StoreFailure) -> Int {
        Int(try connection.rows("SELECT count(*) FROM \(address.quoted)")[0][0].integer ?? 0)
    }

    /// The next rows after a key.
    func page(after: SQLValue?, limit: Int) throws(StoreFailure) -> [Row] {
        let condition = after == nil ? "" : " WHERE \(key) > \(keyParameter(1))"
        let rows = try connection.run(
            "SELECT \(key), \(value) FROM \(address.quoted)\(condition) ORDER BY \(key) LIMIT \(limit)",
            after.map { [$0] } ?? []
        ).rows
        return rows.map { Row(key: $0[0], value: $0[1]) }
    }

    func row(_ key: SQLValue) throws(StoreFailure) -> Row? {
        try connection.rows(
            "SELECT \(self.key), \(value) FROM \(address.quoted) WHERE \(self.key) = \(keyParameter(1))", key
        ).first.map { Row(key: $0[0], value: $0[1]) }
    }

    /// Another value once another connection has written to the file; `nil` where the database has none.
    func version() throws(StoreFailure) -> SQLValue? {
        connection.dialect == .sqlite ? try connection.rows("PRAGMA data_version")[0][0] : nil
    }

    /// A new document for a row, and its digest.
    struct Change {
        let row: Row
        let new: SQLValue
        let digest: String
    }

    /// Puts new documents in place of old ones, but for rows that somebody changed meanwhile.
    ///
    /// - Parameter version: ``version()`` from before the rows were read. Where it is the same, nobody wrote, and
    ///   SQLite need not compare what stands there.
    /// - Returns: the digests of what stands there now, by key.
    func replace(_ changes: [Change], since version: SQLValue? = nil) throws(StoreFailure) -> [SQLValue: String] {
        var written: [SQLValue: String] = [:]
        switch connection.dialect {
        case .sqlite:
            let now = try self.version()
            if version == now {
                for change in changes {
                    _ = try connection.run(
                        "UPDATE \(address.quoted) SET \(column) = ?1 WHERE \(key) = ?2", [change.new, change.row.key])
                    written[change.row.key] = change.digest
                }
            } else {
                for change in changes where try replace(change.row, with: change.new) != nil {
                    written[change.row.key] = change.digest
                }
            }
        // A statement for each row would wait for the server each time.
        case .postgres: for part in Journal.parts(changes) { try replace(part, &written) }
        }
        return written
    }

    private func replace(_ part: [Change], _ written: inout [SQLValue: String]) throws(StoreFailure) {
        let places = part.indices.map { "(\(keyParameter($0 * 3 + 1)), ?\($0 * 3 + 2)::text, ?\($0 * 3 + 3)::text)" }
            .joined(separator: ", ")
        // Where the column does not keep what it is given, the server says what stands there.
        let now = isExact ? "NULL" : "t.\(column)::text"
        let statement =
            "UPDATE \(address.quoted) t SET \(column) = v.new::\(type) FROM (VALUES \(places)) v(key, old, new) "
            + "WHERE t.\(key) = v.key AND t.\(column)::text = v.old RETURNING t.\(key), \(now)"
        let digests = Dictionary(uniqueKeysWithValues: part.map { ($0.row.key, $0.digest) })
        for row in try connection.run(statement, part.flatMap { [$0.row.key, $0.row.value, $0.new] }).rows {
            written[row[0]] = row[1] == .null ? digests[row[0]] : Digest.of(row[1])
        }
    }

    /// Puts a new document in place of an old one, unless somebody changed the row meanwhile.
    ///
    /// - Returns: what stands there now; `nil` when the row was changed.
    func replace(_ row: Row, with new: SQLValue) throws(StoreFailure) -> SQLValue? {
        switch connection.dialect {
        case .sqlite:
            let changed = try connection.run(
                "UPDATE \(address.quoted) SET \(column) = ?1 WHERE \(key) = ?2 AND \(column) IS ?3",
                [new, row.key, row.value]
            ).changed
            return changed == 1 ? new : nil
        case .postgres:
            let statement =
                "UPDATE \(address.quoted) SET \(column) = ?1::\(type) WHERE \(key) = \(keyParameter(2)) AND \(column)::text IS NOT DISTINCT FROM ?3 RETURNING \(column)::text"
            return try connection.run(statement, [new, row.key, row.value]).rows.first?[0]
        }
    }
}
