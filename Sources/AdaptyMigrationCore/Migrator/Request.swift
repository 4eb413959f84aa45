/// What is wished for a record.
package struct Request: Sendable {
    package enum Wish: Sendable {
        /// To a newer dialect. What is newer than the target stays as it is.
        case upgrade
        /// To an older dialect, or to the one that the residue names.
        case downgrade
        /// To a dialect, newer or older.
        case convert
    }

    package var wish: Wish
    /// The record's dialect; `nil` to recognise it.
    package var from: Dialect?
    /// The record's kind; `nil` to recognise it. It counts where the dialect is stated, too.
    package var kind: RecordKind?
    /// The target; `nil` for the current dialect of an upgrade, and for the dialect that the residue names.
    package var to: Dialect?
    package var place = ResiduePlace.inside
    /// Whether a document that is the same in both dialects has a residue, too.
    package var keepsUnchanged = false
    package var options = MigrationOptions()

    package init(
        _ wish: Wish, from: Dialect? = nil, kind: RecordKind? = nil, to: Dialect? = nil, place: ResiduePlace = .inside,
        _ options: MigrationOptions = MigrationOptions()
    ) {
        (self.wish, self.from, self.kind, self.to, self.place, self.options) = (wish, from, kind, to, place, options)
    }
}

/// Where the residue of a record goes.
@_spi(Tools) public enum ResiduePlace: Sendable {
    /// Into the document, as its last member. `sdk3-bridge` has no place for it.
    case inside
    /// To whoever asked for it.
    case beside
    /// It is not made.
    case nowhere
}

/// What became of a record.
@_spi(Tools) public struct Outcome: Sendable {
    /// The dialect of the record; `nil` for one of which nothing is known, which a downgrade leaves as it is.
    public let source: Dialect?
    /// The dialect of the document. Without a ``source`` it says nothing.
    public let target: Dialect
    /// The kind of the document. Without a ``source`` it says nothing.
    public let kind: RecordKind
    /// Whether the document differs from the record, apart from the residue.
    public let isChanged: Bool
    /// Whether the document has a residue, wherever that went.
    public let hasResidue: Bool
    /// Whether the record had a residue of an earlier conversion. The original in it may have line breaks.
    public let hadResidue: Bool
}
