/// The words that describe a store in reports.
public struct StoreWords: Sendable {
    /// The unit of counts: `row` or `record`.
    public let unit: String
    /// The text before a key: `key `, or nothing.
    public let label: String
    /// The place with the reasons of rejects.
    public let rejects: String
    /// The work that needs time in addition to converting.
    public let writing: String
    /// Whether progress is shown in bytes.
    public let countsBytes: Bool

    static let table = StoreWords(
        unit: "row", label: "key ", rejects: "adapty_migration_rejects", writing: "the time to write the rows",
        countsBytes: false)
}

extension TableRun {
    public var words: StoreWords { .table }
}
