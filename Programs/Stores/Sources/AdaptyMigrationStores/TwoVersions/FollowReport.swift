/// The result of keeping two columns in step.
public struct FollowReport: Sendable, Encodable {
    /// The number of rows whose new column was written from the old one.
    public internal(set) var upgraded = 0
    /// The number of rows whose old column was written from the new one.
    public internal(set) var downgraded = 0
    /// The number of rows that were already in step.
    public internal(set) var unchanged = 0
    /// The number of rows with a document that cannot be converted; the other column is null.
    public internal(set) var rejected = 0
    /// The keys of rows whose columns were both written before the follower processed them. The last write was kept, and
    /// the other document is in `adapty_migration_displaced`.
    public internal(set) var conflicts = CountedList()
    /// What to know before the next steps, one sentence each.
    public internal(set) var warnings: [String] = []
    /// Whether all writes were processed that were waiting at the beginning.
    public var isComplete = false

    /// The number of rows that were examined.
    public var rows: Int { upgraded + downgraded + unchanged + rejected }
}

/// The state of two columns.
public struct TwoColumnStatus: Sendable, Encodable {
    /// The column of the new programs.
    public let into: String
    /// The number of writes that the follower has not processed.
    public let waiting: Int
    /// The age of the oldest of them, in seconds.
    public let lag: Double
    /// The number of documents displaced by a later write to the other column.
    public let conflicts: Int
    /// The number of rows in which old and new programs read different access, because a write waits or a document
    /// cannot be converted.
    public internal(set) var accessDiffers = 0
    /// The number of other rows in which they read different documents.
    public internal(set) var documentsDiffer = 0
}
