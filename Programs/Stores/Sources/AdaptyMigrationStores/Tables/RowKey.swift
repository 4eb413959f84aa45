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
    func columns(from value: String) -> String {
        switch (dialect, columns.count) {
        case (.sqlite, 1): value
        case (.postgres, 1): "\(value)::\(columns[0].cast)"
        case (.sqlite, _): joined(columns.indices.map { "json_extract(\(value), '$[\($0)]')" })
        case (.postgres, _):
            joined(columns.enumerated().map { "(\(value)::jsonb->>\($0.offset))::\($0.element.cast)" })
        }
    }

    /// The condition that a row has one of the keys in the first parameters.
    func isAmong(_ count: Int) -> String {
        let keys = (1...count).map { columns(from: "?\($0)") }.joined(separator: ", ")
        return "\(tuple()) IN (\(dialect == .sqlite && columns.count > 1 ? "VALUES " : "")\(keys))"
    }

    private func place(_ column: TableColumn, _ row: String?) -> String { (row.map { $0 + "." } ?? "") + column.quoted }
    private func joined(_ parts: [String]) -> String {
        parts.count == 1 ? parts[0] : "(" + parts.joined(separator: ", ") + ")"
    }
}
