/// The rows of a table with two document columns, one for old and one for new programs.
struct PairTable: RowSource {
    let table: DocumentTable

    private var connection: any SQLConnection { table.connection }
    private var name: String { table.address.quoted }
    private var into: String { SQLDialect.quoted(table.address.into) }
    private func column(_ side: DocumentTable.Side) -> String { side == .old ? table.column : into }
    private var documents: [String] { [table.column, into] }
    private var columns: String { documents.map(table.read).joined(separator: ", ") }

    // MARK: The columns

    /// Whether the new column exists now.
    func hasColumn() throws(StoreFailure) -> Bool {
        let into = SQLValue.text(table.address.into)
        return switch connection.dialect {
        case .sqlite:
            try !connection.rows(
                "SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2", .text(table.address.table), into
            ).isEmpty
        case .postgres:
            try !connection.rows(
                "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass(?1) AND attname = ?2 AND NOT attisdropped",
                .text(name), into
            ).isEmpty
        }
    }

    /// Upgraded documents are longer, so the second column has no length limit.
    private var type: String {
        switch connection.dialect {
        case .sqlite: table.type
        case .postgres: table.isJSON ? table.cast : "text"
        }
    }

    func addColumn() throws(StoreFailure) {
        _ = try connection.run("ALTER TABLE \(name) ADD COLUMN \(into) \(type)", [])
    }

    func drop(_ side: DocumentTable.Side) throws(StoreFailure) {
        _ = try connection.run("ALTER TABLE \(name) DROP COLUMN \(column(side))", [])
    }

    // MARK: Rows

    /// The number of rows with a document for new programs.
    func filled() throws(StoreFailure) -> Int {
        Int(try connection.rows("SELECT count(\(into)) FROM \(name)")[0][0].integer ?? 0)
    }

    /// The rows with these keys.
    func rows(_ keys: [SQLValue]) throws(StoreFailure) -> [DocumentTable.Row] {
        try table.select(columns, keys).map(PairTable.row)
    }

    func keys(after: SQLValue?, limit: PageLimit) throws(StoreFailure) -> [SQLValue] {
        try table.page("1", documents, after: after, limit: limit).map { $0[0] }
    }

    func page(after: SQLValue?, limit: PageLimit) throws(StoreFailure) -> [DocumentTable.Row] {
        try table.page(columns, documents, after: after, limit: limit).map(PairTable.row)
    }

    func existing(_ keys: [SQLValue]) throws(StoreFailure) -> Set<SQLValue> { try table.existing(keys) }

    func locked(_ keys: [SQLValue], bytes: Int) throws(StoreFailure) -> [DocumentTable.Row] {
        try table.locked(columns, documents, keys, bytes: bytes).map(PairTable.row)
    }

    /// Writes the column of a side in locked rows.
    func write(_ changes: [(row: DocumentTable.Row, value: SQLValue)], _ side: DocumentTable.Side) throws(StoreFailure)
        -> [SQLValue: DocumentTable.Written]
    {
        let target = side == .old ? table.target : DocumentTable.Target(column: into, cast: type)
        return try table.write(
            changes.map { .init(row: .init(key: $0.row.key, value: $0.row[side]), new: $0.value) }, to: target)
    }

    private static func row(_ row: [SQLValue]) -> DocumentTable.Row { .init(key: row[0], value: row[2], old: row[1]) }
}
