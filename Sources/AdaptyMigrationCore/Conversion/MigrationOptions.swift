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
    /// What is told where each member went; `nil` for nobody.
    package var observer: (any ConversionObserver.Type)?

    public init() {}
}

extension MigrationOptions {
    public static func == (a: MigrationOptions, b: MigrationOptions) -> Bool {
        a.strict == b.strict && a.fillRequired == b.fillRequired && a.maximumDepth == b.maximumDepth
            && a.instant == b.instant && a.keepsLedger == b.keepsLedger
            && a.observer.map(ObjectIdentifier.init) == b.observer.map(ObjectIdentifier.init)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(strict)
        hasher.combine(fillRequired)
        hasher.combine(maximumDepth)
        hasher.combine(instant)
        hasher.combine(keepsLedger)
    }
}
