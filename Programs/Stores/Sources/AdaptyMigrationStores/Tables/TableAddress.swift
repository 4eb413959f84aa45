/// Which column of which table holds the documents.
public struct TableAddress: Sendable, Hashable {
    /// Without its schema.
    public let table: String
    /// `nil`: the connection's default.
    public let schema: String?
    public let column: String
    /// The column that tells rows apart, one and unique; `nil`: the primary key, in SQLite else the row id.
    public let key: String?
    /// The column of the new version, while old and new programs run at once.
    public let into: String

    /// - Parameter into: `nil`: the column's name and `_current`.
    public init(table: String, column: String, key: String? = nil, schema: String? = nil, into: String? = nil) {
        self.table = table
        self.column = column
        self.key = key
        self.schema = schema
        self.into = into ?? column + "_current"
    }

    var quoted: String { (schema.map { SQLDialect.quoted($0) + "." } ?? "") + SQLDialect.quoted(table) }

    /// A table of ours beside it.
    func beside(_ name: String) -> String {
        (schema.map { SQLDialect.quoted($0) + "." } ?? "") + SQLDialect.quoted(name)
    }
}
