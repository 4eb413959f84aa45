/// A run of a database that is not over, whatever became of its table.
public struct RunSummary: Sendable, Encodable {
    /// The schema of the journal; `nil` in SQLite.
    public let journal: String?
    /// The schema of the table; `nil` in SQLite.
    public let schema: String?
    public let table: String
    public let column: String
    /// Whether the table still has the column.
    public let isTableThere: Bool
    /// The column's present name, if somebody has renamed it or its table; `nil` when it is there, or nowhere.
    public let renamed: String?
    /// As in ``StatusReport/state``.
    public let state: String
    /// The number of rows in the journal.
    public let rows: Int
    /// The number of rows that were left as they are, with the reason.
    public let rejected: Int
    /// The number of originals, and their bytes.
    public let originals: Int
    public let bytes: Int

    /// The column as in an address and in messages: `public.events.body`.
    public var name: String { address.name }

    var address: TableAddress { TableAddress(table: table, column: column, schema: schema, journal: journal) }
}
