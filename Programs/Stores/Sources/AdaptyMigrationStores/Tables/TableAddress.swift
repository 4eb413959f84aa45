@_spi(Tools) import AdaptyMigrationTools

/// The table and the column with the documents.
public struct TableAddress: Sendable, Hashable {
    /// The table's name without its schema.
    public internal(set) var table: String
    /// `nil` for the connection's default schema.
    public internal(set) var schema: String?
    public internal(set) var column: String
    /// The unique columns that identify rows; empty for the primary key, or the row id in SQLite.
    public let key: [String]
    /// Whether the key is taken for unique although no constraint keeps it so.
    public let isUniqueAssumed: Bool
    /// The schema of the journal's tables; `nil` to find the journal, or to put a new one beside the table.
    public internal(set) var journal: String?
    /// The column for new programs, while old and new programs run at the same time.
    public let into: String

    /// Where the records are inside the documents; `nil` when the documents are records.
    var inside: RecordPointer?

    /// - Parameter into: `nil` for the column's name with the suffix `_current`.
    public init(
        table: String, column: String, key: [String] = [], isUniqueAssumed: Bool = false, schema: String? = nil,
        journal: String? = nil,
        into: String? = nil
    ) {
        self.table = table
        self.column = column
        self.key = key
        self.isUniqueAssumed = isUniqueAssumed
        self.schema = schema
        self.journal = journal
        self.into = into ?? column + "_current"
    }

    /// In messages.
    var name: String { ([schema].compactMap(\.self) + [table, column]).joined(separator: ".") }

    var quoted: String { (schema.map { SQLDialect.quoted($0) + "." } ?? "") + SQLDialect.quoted(table) }
}
