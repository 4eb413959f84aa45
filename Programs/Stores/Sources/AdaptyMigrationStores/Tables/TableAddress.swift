/// The table and the column with the documents.
public struct TableAddress: Sendable, Hashable {
    /// The table's name without its schema.
    public let table: String
    /// `nil` for the connection's default schema.
    public let schema: String?
    public let column: String
    /// The unique column that identifies rows; `nil` for the primary key, or the row id in SQLite.
    public let key: String?
    /// The column for new programs, while old and new programs run at the same time.
    public let into: String

    /// - Parameter into: `nil` for the column's name with the suffix `_current`.
    public init(table: String, column: String, key: String? = nil, schema: String? = nil, into: String? = nil) {
        self.table = table
        self.column = column
        self.key = key
        self.schema = schema
        self.into = into ?? column + "_current"
    }

    var quoted: String { (schema.map { SQLDialect.quoted($0) + "." } ?? "") + SQLDialect.quoted(table) }

    /// One of our tables beside it.
    func beside(_ name: String) -> String {
        (schema.map { SQLDialect.quoted($0) + "." } ?? "") + SQLDialect.quoted(name)
    }
}
