/// What tells one document from another: its kind and its ids. A residue that was kept beside a document says nothing
/// about the next document in its place. The dialect tells nothing: a flag that was edited as `0` looks like an older
/// one.
///
/// Worked example: `{"profile_id":"p1","customer_user_id":"u"}` with another `customer_user_id` is an edit of that
/// profile. With another `profile_id` it is the profile of somebody else.
struct DocumentIdentity {
    private let kind: RecordKind
    /// By list of fields, what the document says; of a list of records, the ids of each.
    private let ids: [[String?]]

    /// The fields that identify a record. Of several lists the first one counts of which a document says anything.
    private static func fields(_ kind: RecordKind) -> [[String]] {
        switch kind {
        case .profile: [["profile_id"], ["customer_user_id"]]
        case .paywall, .paywalls, .promo: [["variation_id"], ["developer_id"]]
        case .product, .products: [["vendor_product_id", "variation_id"]]
        // Everybody's level has the same id.
        case .accessLevel: [["id", "activated_at"]]
        case .subscription: [["vendor_product_id", "vendor_original_transaction_id"]]
        case .nonSubscription: [["purchase_id"]]
        case .event:
            [
                ["event_properties/profile_event_id"],
                ["profile_id", "event_datetime", "event_properties/transaction_id"],
            ]
        case .flow, .onboarding, .sdkEvent: []
        }
    }

    init(_ index: JSONIndex, _ kind: RecordKind, _ column: Column) {
        self.kind = kind
        let envelope = Envelope(index)
        let records = envelope.entries?.filter { !$0.isMetaProduct }.map(\.node) ?? [envelope.node]
        ids = DocumentIdentity.fields(kind).map { fields in
            records.flatMap { record in fields.map { DocumentIdentity.value($0, index, record, kind.table, column) } }
        }
    }

    private static func value(_ field: String, _ index: JSONIndex, _ node: Int, _ table: TableID, _ column: Column)
        -> String?
    {
        let path = field.split(separator: "/").map(String.init)
        let spellings = path.count > 1 ? [path] : Table[table].row(field)?.names[column].map(\.path) ?? []
        let value = spellings.lazy.compactMap { index.member(node, at: $0) }.first { index.kind($0) != .null }
        // Dialects round one moment to different digits: its minute is the same.
        let isMoment = field == "activated_at" || field == "event_datetime"
        let moment = isMoment ? value.flatMap { DateText.microseconds(index.raw($0)) } : nil
        return moment.map { String(DateText.floorDivide($0, 60_000_000)) }
            ?? value.map { index.text($0) ?? String(decoding: index.raw($0), as: UTF8.self) }
    }

    /// What the document says of who it is, as one text; `nil` when it has no ids, and for lists, of which one record in
    /// both is enough.
    var text: String? {
        guard !kind.isList, let place = ids.firstIndex(where: { $0.contains { $0 != nil } }) else { return nil }
        return ([kind.rawValue, String(place)] + ids[place].map { $0 ?? "" }).joined(separator: "\0")
    }

    /// Whether two documents say the same of who they are. Of lists one record in both is enough.
    private func fits(_ other: DocumentIdentity) -> Bool {
        for (mine, others) in zip(ids, other.ids) where (mine + others).contains(where: { $0 != nil }) {
            return kind.isList ? !Set(mine).isDisjoint(with: others) : mine == others
        }
        return true
    }

    /// Whether a document is the one that a conversion made, edited or not.
    ///
    /// - Parameters:
    ///   - made: the document as the conversion made it.
    ///   - column: that of the document.
    static func isSame(_ document: JSONIndex, as made: JSONIndex, _ kind: RecordKind, _ column: Column) -> Bool {
        kinds(document).contains { $0 == kind || kinds(made).contains($0) } && haveSameIDs(document, made, kind, column)
    }

    static func haveSameIDs(_ one: JSONIndex, _ other: JSONIndex, _ kind: RecordKind, _ column: Column) -> Bool {
        DocumentIdentity(one, kind, column).fits(DocumentIdentity(other, kind, column))
    }

    /// What a document may be.
    private static func kinds(_ index: JSONIndex) -> [RecordKind] {
        switch Recognizer.recognise(index, nil, isOurs: true) {
        case .one(let found): [found.kind.upgraded]
        case .several(let several): several.map(\.kind.upgraded)
        case .none(.noDialect(let kind)): [kind.upgraded]
        case .none: []
        }
    }
}
