/// What a conversion may do, and what it must refuse.
public struct MigrationOptions: Sendable {
    /// A record that lacks a field its target requires fails.
    public var strict: Bool
    /// Writes documented placeholders for fields that the target requires and the source does not have.
    public var fillRequired: Bool
    /// The deepest nesting accepted. 512 is far beyond any Adapty payload; the limit keeps hostile input cheap.
    public var maximumDepth: Int
    /// The moment at which `is_active` and the like are derived for `server-v2`; `nil`, or a text that is no date, for
    /// never.
    public var instant: Timestamp?
    /// Whether the ledger keeps an entry per field; its counts are always kept.
    public var keepsLedger: Bool
    /// What is told where each member went; `nil` for nobody.
    package var observer: (any ConversionObserver.Type)?

    /// Each option is described where it is declared.
    public init(
        strict: Bool = false, fillRequired: Bool = false, maximumDepth: Int = 512, instant: Timestamp? = nil,
        keepsLedger: Bool = false
    ) {
        self.strict = strict
        self.fillRequired = fillRequired
        self.maximumDepth = maximumDepth
        self.instant = instant
        self.keepsLedger = keepsLedger
    }
}
