/// How the reports of a store speak of it.
public struct StoreWords: Sendable {
    /// One of what is counted: `row`, `record`.
    public let unit: String
    /// What stands before the key of one: `key `, or nothing.
    public let label: String
    /// Where the reasons of rejects are.
    public let rejects: String
    /// What takes time besides converting.
    public let writing: String
    /// Whether progress is told in bytes.
    public let countsBytes: Bool

    static let table = StoreWords(
        unit: "row", label: "key ", rejects: "adapty_migration_rejects", writing: "the database's writing",
        countsBytes: false)
}

extension TableRun {
    public var words: StoreWords { .table }
}
