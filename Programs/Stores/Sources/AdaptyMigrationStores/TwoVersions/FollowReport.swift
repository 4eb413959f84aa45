/// What keeping two columns in step did.
public struct FollowReport: Sendable {
    /// Rows whose new column was written, from what stands in the old one.
    public internal(set) var upgraded = 0
    /// Rows whose old column was written, from what stands in the new one.
    public internal(set) var downgraded = 0
    /// Rows that were in step already.
    public internal(set) var unchanged = 0
    /// Rows whose document cannot be converted: the other column is null.
    public internal(set) var rejected = 0
    /// Rows of which both columns were written before the follower came by: the last write stands, the other document
    /// is in `adapty_migration_displaced`.
    public internal(set) var conflicts: [String] = []
    /// Whether nothing waits any more.
    public var isComplete = false

    /// Rows that were looked at.
    public var rows: Int { upgraded + downgraded + unchanged + rejected }
}

/// How two columns stand.
public struct TwoColumnStatus: Sendable {
    /// The column of the new programs.
    public let into: String
    /// Writes that the follower has not come by for.
    public let waiting: Int
    /// Seconds for which the oldest of them has waited.
    public let lag: Double
    /// Documents that had to make way for a later write to the other column.
    public let conflicts: Int
}
