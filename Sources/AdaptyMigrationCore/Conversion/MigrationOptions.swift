/// Options that allow or forbid parts of a conversion.
public struct MigrationOptions: Sendable {
    /// Whether to reject a record that lacks a field that its target requires, has a value that it cannot read, or an edit
    /// for which the dialect of its original has no place.
    public var strict: Bool
    /// Whether to write documented placeholders for fields that the target requires and the source does not have. With
    /// ``readableBy``, which fills the most itself, records are read as SDK 1.x read what it had stored: a missing flag
    /// is false, and an end of access that cannot be read is none.
    public var fillRequired: Bool
    /// The maximum nesting depth. 512 is far more than any Adapty payload needs; the limit protects against hostile
    /// input.
    public var maximumDepth: Int
    /// The moment at which `is_active` and similar flags are derived from records of `server-v2`. If it is `nil`, or a
    /// text that is not a date, flags are not derived. Towards `server-v2` it is the moment at which dates must say the
    /// same as flags: the present one if it is `nil`.
    public var instant: Timestamp?
    /// The SDK version whose decoder must accept every upgraded record, 2.0 or later; `nil` to leave that open. The
    /// record goes to the dialect of that version. What the decoder requires and the data does not have is filled, and
    /// what it cannot read is mended. The residue takes both back.
    public var readableBy: SDKVersion?
    /// Whether an upgrade takes also those records out of their envelopes that are newer than the target. Upgraded
    /// records always leave theirs, and the residue keeps it.
    public var unwraps: Bool
    /// Whether the ledger keeps an entry for each field. Its counts are always kept.
    public var keepsLedger: Bool
    /// Whether the ledger keeps an entry for each value that was mended for ``readableBy``, even if it keeps no others.
    package var keepsMending = false
    /// The observer that is told where each member went; `nil` for none.
    package var observer: (any ConversionObserver.Type)?

    /// Whether the conversion was done before. Then nothing is refused that depends on the time.
    package internal(set) var isRepeated = false

    /// Whether the record goes back to what it was: then the original says which of several entries stands.
    package internal(set) var isWayBack = false

    /// Creates options. They are described at the properties.
    public init(
        strict: Bool = false, fillRequired: Bool = false, maximumDepth: Int = 512, instant: Timestamp? = nil,
        keepsLedger: Bool = false, readableBy: SDKVersion? = nil, unwraps: Bool = false
    ) {
        self.strict = strict
        self.fillRequired = fillRequired
        self.maximumDepth = maximumDepth
        self.instant = instant
        self.keepsLedger = keepsLedger
        self.readableBy = readableBy
        self.unwraps = unwraps
    }
}
