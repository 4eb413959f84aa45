/// The position of the record inside its envelopes (`data`, `data.attributes`, `attributes`, `success`, `profile`,
/// `v`/`h`/`t`).
package struct Envelope: Sendable {
    package enum Wrapper: String, Sendable {
        /// `{"v": …, "h": …, "t": …}`, on disk from SDK 2.0 on.
        case stored = "v"
        /// `{"data": …}`
        case data
        /// `{"data": …, "type": …}` of the 2.x bridges.
        case typedData = "data and type"
        /// `{"type", "id", "attributes": …}`, usually inside `data`.
        case attributes
        /// `{"success": …}`
        case success
        /// `{"type": "success", "profile": …}`
        case profile
        /// A promo around its paywall.
        case promo
    }

    /// The member names that can make an object an envelope.
    static let names = ["data", "v", "success", "attributes", "profile", "paywall"]
    /// The names of members that may contain records.
    static let holders = Set(names).union(["meta"])

    /// The record, or the list document.
    package var node = 0
    package var wrappers: [Wrapper] = []
    /// The id of a JSON:API envelope.
    package var id: Int?
    /// The records of a list document; `nil` for a single record.
    package var entries: [Entry]?
    /// Whether the list document has a `data` object by placement, as fallback files have from SDK 2.11 on.
    package var isByPlacement: Bool

    package struct Entry: Sendable {
        package let node: Int
        /// An entry of `meta.products`.
        package let isMetaProduct: Bool
        let isWrapped: Bool
        let isStored: Bool
        /// The kind, if it is one that is not converted: a flow or an onboarding, which stays as it is.
        let kept: RecordKind?
    }

    package init(_ index: JSONIndex) {
        isByPlacement = index.kind(0) == .object && index.member(0, "data").map { index.kind($0) == .object } ?? false
        unwrap: for _ in 0..<6 {
            guard index.kind(node) == .object else { break }
            if let entries = Envelope.list(index, node) {
                self.entries = entries
                node = 0
                wrappers = []
                return
            }
            lazy var names = Set(index.members(node).map { index.name($0.name) })
            for (name, wrapper) in [
                ("v", Wrapper.stored), ("data", .data), ("attributes", .attributes), ("success", .success),
                ("profile", .profile),
            ] {
                guard let inner = index.member(node, name), index.kind(inner) == .object,
                    Envelope.isOnlyWrapper(names, wrapper)
                else { continue }
                if wrapper == .attributes, let id = index.member(node, "id"), index.kind(id) == .string { self.id = id }
                wrappers.append(wrapper == .data && names.contains("type") ? .typedData : wrapper)
                node = inner
                continue unwrap
            }
            break
        }
        if index.kind(node) == .object, index.member(node, "promo_type") ?? index.member(node, "promoType") != nil,
            let paywall = index.member(node, "paywall"), index.kind(paywall) == .object
        {
            wrappers.append(.promo)
            node = paywall
        }
        if index.kind(node) == .array {
            entries = index.elements(node).compactMap { Envelope.listEntry(index, $0, isMetaProduct: false) }
        }
    }

    /// A record may have a member with a wrapper's name. An envelope has no other relevant members.
    private static func isOnlyWrapper(_ names: Set<String>, _ wrapper: Wrapper) -> Bool {
        let others = names.subtracting([wrapper.rawValue, "_adapty_migration"])
        return switch wrapper {
        case .stored: others.isSubset(of: ["h", "t"])
        case .data, .success, .profile, .typedData: others.isDisjoint(with: recordMarks)
        case .attributes: others.isDisjoint(with: recordMarks)
        case .promo: false
        }
    }

    /// Names that only a record has.
    static let recordMarks: Set<String> = [
        "profile_id", "profileId", "paid_access_levels", "access_levels", "accessLevels", "paidAccessLevels",
        "subscriptions", "non_subscriptions",
        "nonSubscriptions", "variation_id", "variationId", "vendor_product_id", "vendorProductId", "event_type",
        "event_properties", "promo_type", "promoType",
    ]

    /// The entries of a list document (`data` an array, or an object by placement; `v` or `success` an array).
    private static func list(_ index: JSONIndex, _ node: Int) -> [Entry]? {
        var entries: [Entry] = []
        var isList = false
        if let list = index.member(node, "data") ?? index.member(node, "v") ?? index.member(node, "success") {
            if index.kind(list) == .array {
                isList = true
                entries += index.elements(list).compactMap { listEntry(index, $0, isMetaProduct: false) }
            } else if index.kind(list) == .object, index.member(node, "meta") != nil,
                index.member(list, "attributes") == nil,
                recordMarks.isDisjoint(with: index.members(list).map { index.name($0.name) })
            {
                for member in index.members(list) {
                    let variations =
                        index.kind(member.value) == .array ? member.value : index.member(member.value, "data")
                    guard let variations, index.kind(variations) == .array else {
                        if index.kind(member.value) == .string { isList = true }
                        continue
                    }
                    isList = true
                    entries += index.elements(variations).compactMap { listEntry(index, $0, isMetaProduct: false) }
                }
            }
        }
        guard isList else { return nil }
        if let products = index.member(node, "meta").flatMap({ index.member($0, "products") }),
            index.kind(products) == .array
        {
            entries += index.elements(products).compactMap { listEntry(index, $0, isMetaProduct: true) }
        }
        return entries
    }

    private static func listEntry(_ index: JSONIndex, _ element: Int, isMetaProduct: Bool) -> Entry? {
        guard let inner = entry(index, element, .paywall) else { return nil }
        let isStored = inner != element && index.member(element, "v") == inner
        return Entry(
            node: inner, isMetaProduct: isMetaProduct, isWrapped: inner != element && !isStored, isStored: isStored,
            kept: kept(index, inner))
    }

    /// The kind of a list's entry, if it is one that is not converted.
    static func kept(_ index: JSONIndex, _ entry: Int) -> RecordKind? {
        KindMarks(index, entry).kind.flatMap { $0.isConverted ? nil : $0 }
    }

    /// The record of one list entry, which may have a wrapper of its own; `nil` when the entry is not an object.
    package static func entry(_ index: JSONIndex, _ element: Int, _ table: TableID) -> Int? {
        guard index.kind(element) == .object else { return nil }
        guard table == .paywall || table == .product || table == .profile else { return element }
        for name in ["attributes", "v"] {
            if let inner = index.member(element, name), index.kind(inner) == .object { return inner }
        }
        return element
    }
}
