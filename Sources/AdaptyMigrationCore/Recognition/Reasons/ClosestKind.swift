/// The kind of record that a document comes closest to, and what it lacks.
struct ClosestKind {
    let kind: RecordKind
    /// The member without which no record is of the kind; `nil` when it is there.
    let missing: String?
    /// Whether it has one name of the kind, and no more.
    private let isFar: Bool

    /// The member that each kind is known by.
    private static let needs: [(kind: RecordKind, name: String)] = [
        (.event, "event_type"), (.paywall, "variation_id"), (.product, "vendor_product_id"), (.profile, "profile_id"),
        (.promo, "promo_type"), (.accessLevel, "is_active"), (.subscription, "vendor_product_id"),
        (.nonSubscription, "purchase_id"),
    ]

    /// `nil` when a document has no name that only one of Adapty's records has.
    init?(_ tape: Tape, _ node: Int) {
        let all = Set(tape.names(node).map(tape.string)).subtracting(["id"])
        let names = all.subtracting(RecordOrigin.common)
        let scores = ClosestKind.needs.map { need in
            let table = Table[need.kind.table]
            return (
                need, own: names.intersection(table.memberNames).count, all: all.intersection(table.memberNames).count
            )
        }
        // Of equal ones the first.
        guard let most = scores.map(\.own).max(), most > 0, let best = scores.first(where: { $0.own == most }) else {
            return nil
        }
        let (need, spelling) = (best.0, Names.camelCase(best.0.name))
        kind = need.kind
        isFar = best.all == 1
        missing = names.contains(need.name) || names.contains(spelling) ? nil : need.name
    }

    var words: String {
        if isFar { return "it has no more than one member of \(kind.phrase)" }
        return missing.map { "it comes closest to \(kind.phrase), but has no \($0)" }
            ?? "it comes closest to \(kind.phrase), but has too few of its members"
    }
}
