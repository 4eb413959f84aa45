/// What a document with one record, or a list of records, is.
package struct Found: Equatable {
    package let kind: RecordKind
    package let column: Column
    /// The node of the record; 0 for a list.
    package let node: Int
    /// The node in whose place the converted record stands; 0 for the document.
    package let place: Int
    /// The node of the envelope's id; `nil` when there is none.
    package let id: Int?
    /// The node of a product beside a profile; `nil` when there is none.
    private let product: Int?
    /// Whether the record, or an envelope around it, has a member with the residue's name.
    package let hasResidue: Bool
    /// Whether it is a promo without a paywall, which has no successor.
    package let isBarePromo: Bool
    /// Whether the record stays as it is: an event of unclear origin, a flow, an onboarding or an event of the SDK.
    package var isLeftAlone = false
    /// Whether it is an event of unclear origin with the former name of one of Adapty's events.
    package private(set) var keepsFormerName = false

    init(_ envelope: Envelope, _ kind: RecordKind, _ column: Column) {
        (self.kind, self.column, node, place, id) = (kind, column, envelope.node, envelope.place, envelope.id)
        product = kind == .profile ? envelope.product : nil
        (hasResidue, isBarePromo) = (envelope.hasResidue, kind == .promo && !envelope.isPromo)
    }

    /// The product beside a profile, where both columns have products. API v2 has none, so that it stays.
    func product(to column: Column) -> Int? {
        let columns = RecordKind.product.columns
        return columns.contains(self.column) && columns.contains(column) ? product : nil
    }

    /// A record that stays as it is.
    static func leftAlone(_ tape: Tape, _ envelope: Envelope, _ kind: RecordKind, _ column: Column) -> Found {
        var found = Found(envelope, kind, column)
        found.isLeftAlone = true
        if kind == .event, let name = tape.member(found.node, "event_type").flatMap(tape.stringValue) {
            found.keepsFormerName = EventName(rawValue: name).dialect == .webhookLegacy
        }
        return found
    }
}

/// What became of recognising a document.
package enum Recognition {
    case one(Found)
    /// Several columns fit equally well; the first one counts, if all give the same document.
    case several([Found])
    case none(Refusal)

    package enum Refusal {
        /// It has none of the members of a record.
        case unknown
        /// It has some of the names of a kind, but nothing that shows that it is Adapty's.
        case scant(RecordKind)
        /// An envelope has two records: only one would be upgraded, and the access in the other would be lost.
        case twoRecords
        /// A member of an event holds the same event: only one would be renamed.
        case repeatedEvent
        /// An event from another service.
        case foreign
        /// The stated dialect has no record of the kind.
        case noSuchKind(RecordKind)
        case noDialect(RecordKind)
        /// The document spells a field that decides otherwise than the stated dialect, and fits another one.
        case otherDialect(RecordKind, Column)
    }
}
