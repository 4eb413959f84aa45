/// What the member names of an object say about envelopes.
enum EnvelopeNames {
    struct Mark: OptionSet, BitwiseCopyable {
        let rawValue: UInt16
        static let record = Mark(rawValue: 1), type = Mark(rawValue: 2), id = Mark(rawValue: 4),
            promo = Mark(rawValue: 8), hash = Mark(rawValue: 16), residue = Mark(rawValue: 32),
            holder = Mark(rawValue: 64), event = Mark(rawValue: 128), products = Mark(rawValue: 256)
    }

    /// What was found in one object.
    struct Inner {
        /// The wrapper, and the object inside it.
        var wrapper: Envelope.Wrapper?, value = 0
        var id: Int?
        var hasType = false
        /// The names that may contain records, one bit each.
        var holders: UInt16 = 0
        var isPromo = false
        /// The member that may hold a list of records, and the one that may hold their products.
        var list: Int?, meta: Int?
        /// Whether the products of the list are beside it.
        var ownProducts = false
        /// The paywall, if it is an object.
        var paywall: Int?
        /// The profile and the product of an answer of a bridge of SDK 1.x, if they are objects.
        var purchaser: Int?, product: Int?
        var hasDataObject = false
        var hasResidue = false
        var hasProducts = false
        /// The wrappers that have every member, one bit each.
        var fitting: UInt8 = 0
    }

    /// The members that make an object an envelope, the first one first, and those that only hold records.
    private static let holders: [(name: String, wrapper: Envelope.Wrapper?)] = [
        ("v", .stored), ("data", .data), ("attributes", .attributes), ("success", .success), ("profile", .profile),
        ("purchased_result", .purchase), ("purchaseResult", .purchase), ("paywall", nil), ("meta", nil),
        ("purchaserInfo", nil), ("purchaser_info", nil), ("paywalls", nil),
    ]
    private static let v = 0, data = 1, success = 3, paywall = 7, meta = 8, purchasers = [9, 10], paywalls = 11
    private static let profile = KnownNames.numbers.number("profile"), product = KnownNames.numbers.number("product")
    private static let products = KnownNames.numbers.number("products")

    /// The names of members that may contain records.
    static var holderNames: [String] { holders.map(\.name) }

    /// What a name says of envelopes.
    static func mark(of name: String) -> Mark {
        var mark: Mark = []
        let kinds = KindMarks.of(name)
        if !kinds.isDisjoint(with: .record) { mark.insert(.record) }
        if kinds.contains(.event) { mark.insert(.event) }
        if kinds.contains(.promo) { mark.insert(.promo) }
        if kinds.contains(.products) { mark.insert(.products) }
        if name == "type" { mark.insert(.type) }
        if name == "id" { mark.insert(.id) }
        if name == "h" || name == "t" { mark.insert(.hash) }
        if name == KnownNames.residue { mark.insert(.residue) }
        if holderNames.contains(name) { mark.insert(.holder) }
        return mark
    }

    /// Whether an object has a member that only records have.
    static func hasRecordMark(_ tape: Tape, _ node: Int) -> Bool {
        let end = Int(tape.nodes[node].next)
        var name = node + 1
        while name < end {
            if tape.facts(name).pointee.envelope.contains(.record) { return true }
            name = Int(tape.nodes[name + 1].next)
        }
        return false
    }

    static func inner(_ tape: Tape, _ node: Int) -> Inner {
        var found = Inner(), all: Mark = [], hasOthers = false, fitting: UInt8 = 0xFF
        var values = SIMD16<UInt32>(), name = node + 1
        let end = Int(tape.nodes[node].next)
        while name < end {
            let facts = tape.facts(name), mark = facts.pointee.envelope
            all.formUnion(mark)
            fitting &= facts.pointee.wrappers
            if mark.contains(.holder) {
                let holder = Int(facts.pointee.holder)
                found.holders |= 1 << UInt16(holder)
                values[holder] = UInt32(name + 1)
            } else if mark.isDisjoint(with: [.hash, .residue]) {
                hasOthers = true
            }
            if mark.contains(.id) { found.id = tape.nodes[name + 1].kind == .string ? name + 1 : nil }
            name = Int(tape.nodes[name + 1].next)
        }
        found.hasResidue = all.contains(.residue)
        if found.holders == 0 { return found }
        func kind(_ holder: Int) -> JSONKind? { values[holder] == 0 ? nil : tape.nodes[Int(values[holder])].kind }
        found.fitting = fitting
        found.hasType = all.contains(.type)
        found.hasProducts = all.contains(.products)
        // An event may have any members.
        found.isPromo = all.contains(.promo) && !all.contains(.event)
        func value(_ holder: Int) -> Int? { values[holder] == 0 ? nil : Int(values[holder]) }
        // What a record calls so is its own.
        if !all.contains(.record) {
            found.list = value(EnvelopeNames.data) ?? value(EnvelopeNames.v) ?? value(EnvelopeNames.success)
            found.purchaser = EnvelopeNames.purchasers.first { kind($0) == .object }.flatMap(value)
            if found.purchaser != nil { found.product = tape.lastObject(EnvelopeNames.product, in: node) }
            // The answer of getPaywalls.
            if kind(EnvelopeNames.paywalls) == .array, tape.last(EnvelopeNames.products, in: node) != nil {
                (found.list, found.ownProducts) = (value(EnvelopeNames.paywalls), true)
            }
        }
        found.meta = found.ownProducts ? node : value(EnvelopeNames.meta)
        found.hasDataObject = kind(EnvelopeNames.data) == .object
        found.paywall = kind(EnvelopeNames.paywall) == .object ? value(EnvelopeNames.paywall) : nil
        for (holder, (_, wrapper)) in EnvelopeNames.holders.enumerated() where kind(holder) == .object {
            guard let wrapper, let inside = value(holder) else { continue }
            let isWrapper =
                switch wrapper {
                case .stored: !hasOthers && found.holders.nonzeroBitCount == 1
                // The result of a purchase that failed has no profile.
                case .purchase: tape.lastObject(EnvelopeNames.profile, in: inside) != nil
                default: !all.contains(.record)
                }
            guard isWrapper else { continue }
            (found.wrapper, found.value) = (wrapper, inside)
            break
        }
        return found
    }
}
