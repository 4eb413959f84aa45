/// The columns that identify the rows of a table, and one value for them. The value of one column is its own, and in
/// PostgreSQL its text. The value of several columns is a JSON array of theirs.
struct RowKey {
    let columns: [TableColumn]
    private let dialect: SQLDialect

    init(_ columns: [TableColumn], _ dialect: SQLDialect) {
        self.columns = columns
        self.dialect = dialect
    }

    /// In messages.
    var names: String { columns.map(\.name).joined(separator: ", ") }
    /// For ORDER BY and GROUP BY.
    var list: String { columns.map(\.quoted).joined(separator: ", ") }

    /// The columns of a row, which may be compared with ``columns(from:)``.
    func tuple(of row: String? = nil) -> String { joined(columns.map { place($0, row) }) }

    /// One value for the key of a row.
    func value(of row: String? = nil) -> String {
        let texts = columns.map { place($0, row) + (dialect == .postgres ? "::text" : "") }
        guard texts.count > 1 else { return texts[0] }
        let values = texts.joined(separator: ", ")
        return dialect == .sqlite ? "json_array(\(values))" : "jsonb_build_array(\(values))::text"
    }

    /// The columns from one value, in their types, so that an index can be used.
    func columns(from value: String) -> String { joined(parts(from: value)) }

    private func parts(from value: String) -> [String] {
        guard columns.count > 1 else { return [dialect == .sqlite ? value : "\(value)::\(columns[0].cast)"] }
        return columns.enumerated().map { place, column in
            dialect == .sqlite
                ? "json_extract(\(value), '$[\(place)]')" : "(\(value)::jsonb->>\(place))::\(column.cast)"
        }
    }

    /// The condition that a row has one of some keys, with its parameters. PostgreSQL has one for all: it would plan long
    /// lists of keys for each partition. SQLite, which has no arrays, has some.
    func conditions(_ keys: [SQLValue]) -> [(condition: String, parameters: [SQLValue])] {
        switch dialect {
        case .postgres where keys.isEmpty: return []
        case .postgres:
            let name = "adapty_migration_key",
                values = parts(from: name).joined(separator: ", ")
            return [("\(tuple()) IN (SELECT \(values) FROM unnest(?1::text[]) \(name))", [.texts(keys)])]
        case .sqlite:
            return SQLDialect.parts(keys).map { part in
                let places = part.indices.map { columns(from: "?\($0 + 1)") }.joined(separator: ", ")
                return ("\(tuple()) IN (\(columns.count > 1 ? "VALUES " : "")\(places))", part)
            }
        }
    }

    private func place(_ column: TableColumn, _ row: String?) -> String { (row.map { $0 + "." } ?? "") + column.quoted }
    private func joined(_ parts: [String]) -> String {
        parts.count == 1 ? parts[0] : "(" + parts.joined(separator: ", ") + ")"
    }
}
