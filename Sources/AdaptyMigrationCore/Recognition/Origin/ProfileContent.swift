/// What the members of an object with a profile's ids say for and against a profile.
///
/// Ids alone are anybody's: a row of a table, an event of another system, a request of the SDK. Adapty's profiles
/// without purchases have nothing else beside them.
///
/// Worked example, `{"profileId":"p","accessLevels":{"3":{"id":3,"name":"Admin"}}}`: the first entry has an id that is
/// no text, and no member of an access level. These are more signs against a profile than the one that is allowed.
enum ProfileContent {
    /// What a name says of a profile.
    enum Role: UInt8, BitwiseCopyable {
        case stranger, id, content, unmistakable, levels, purchases, purchaseLists
    }

    /// The signs against a profile that may be mistakes. More of them show another system's record.
    private static let tolerated = 1

    /// What everybody has, so that it does not speak for a profile.
    private static let common: Set = ["timestamp", "is_test_user", "isTestUser"]

    private static let own = Table[.profile].memberNames.subtracting(common)
    private static let named: [(role: Role, names: [String])] = {
        let rows = Table[.profile].rows
        func names(_ id: String) -> [String] {
            rows.filter { $0.id == id }.flatMap { row in
                Column.allCases.flatMap { row.names[$0].map(\.path[0]) }
            }
        }
        return [
            (.id, ["profile_id", "customer_user_id"].flatMap(names)),
            // Every row of a table has one.
            (.stranger, ["id"]), (.levels, names("paid_access_levels")),
            (.purchases, names("subscriptions")), (.purchaseLists, names("non_subscriptions")),
            (.unmistakable, Array(own.intersection(RecordOrigin.unmistakable))),
        ]
    }()

    static func role(of name: String) -> Role {
        named.last { $0.names.contains(name) }?.role ?? (own.contains(name) ? .content : .stranger)
    }

    /// - Parameter isAlone: whether nobody else's object is around the record.
    static func speaksFor(_ tape: Tape, _ node: Int, isAlone: Bool) -> Bool {
        var hasContent = false, hasStrangers = false, signs = 0
        for name in tape.names(node) {
            let role = tape.facts(name).pointee.role
            switch role {
            case .unmistakable: return true
            case .id: break
            case .stranger: hasStrangers = true
            case .content: hasContent = true
            case .levels, .purchases, .purchaseLists:
                hasContent = true
                signs += ProfileContent.signs(tape, name + 1, role)
            }
        }
        return signs <= tolerated && (hasContent || !hasStrangers && isAlone)
    }

    private static let ids: KindMarks = [.id, .levelID]

    /// The signs against the first entry of access levels or purchases. An entry that has no member of a purchase
    /// beside its id is more than one.
    private static func signs(_ tape: Tape, _ map: Int, _ role: Role) -> Int {
        guard let (first, isListed) = firstEntry(tape, map), tape.kind(first) != .null else { return 0 }
        func isOwn(_ name: Int) -> Bool {
            tape.facts(name).pointee.isOfPurchases && tape.facts(name).pointee.marks.isDisjoint(with: ids)
        }
        guard tape.kind(first) == .object, tape.names(first).contains(where: isOwn) else { return 2 }
        var signs = 0
        let id = tape.member(first, role == .levels ? "id" : "purchase_id")
        if let id, tape.kind(id) != .string, tape.kind(id) != .null { signs += 1 }
        if role != .levels, KindMarks(tape, first).isDisjoint(with: [.vendorProduct, .storeProduct]) { signs += 1 }
        if role == .purchaseLists, tape.kind(map) == .object, !isListed { signs += 1 }
        return signs
    }

    /// The first entry, and whether it is in a list of its own.
    private static func firstEntry(_ tape: Tape, _ map: Int) -> (node: Int, isListed: Bool)? {
        guard var first = tape.firstChild(map) else { return nil }
        first = KeyedPair(tape, first)?.value ?? first
        guard tape.kind(first) == .array else { return (first, false) }
        return tape.firstChild(first).map { ($0, true) }
    }
}

extension Tape {
    /// The value of the first member, or the first element; `nil` when there is none.
    fileprivate func firstChild(_ node: Int) -> Int? {
        guard Int(nodes[node].next) > node + 1, nodes[node].kind.isContainer else { return nil }
        return nodes[node].kind == .object ? node + 2 : node + 1
    }
}
