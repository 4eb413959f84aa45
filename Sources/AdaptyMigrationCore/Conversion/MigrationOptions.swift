/// What a conversion may do, and what it must refuse.
public struct MigrationOptions: Sendable, Hashable {
    /// A record that lacks a field its target requires fails.
    public var strict = false
    /// Writes documented placeholders for fields that the target requires and the source does not have.
    public var fillRequired = false
    /// The deepest nesting accepted. 512 is far beyond any Adapty payload; the limit keeps hostile input cheap.
    public var maximumDepth = 512
    /// The instant at which `is_active` and the like are derived for `server-v2`; microseconds since 1970, `nil` for
    /// never.
    public var instant: Int64?
    /// Whether the ledger keeps an entry per field; its counts are always kept.
    public var keepsLedger = false
    /// Whether a ``Migration`` tells where each member went.
    public var keepsLineage = false

    public init() {}
}
