import AdaptyMigrationCore

/// The access and money information in a document, by subject. It is read without the mapping: names, flags, dates and
/// events have their own descriptions here.
///
/// Worked example, a profile of SDK 1.x in its envelope:
///
/// ```
/// {"data":{"attributes":{"paid_access_levels":{"premium":{"is_active":1,"expires_at":"2026-01-01T00:00:00Z"}}}}}
///
/// access level premium   is_active true, expires_at 2026-01-01T00:00:00Z
/// ```
package struct AccessReading: Sendable {
    package typealias Facts = [AccessField: AccessFact]

    /// Facts by subject: `access level premium`, `subscription com.app.month`, `purchase 17 of coins`, `product
    /// com.app.month`, `event`.
    package var subjects: [(subject: String, facts: Facts)] { said.map { ($0.key.text, $0.value) } }
    /// The keys are exact texts, because two levels may have names that Unicode treats as equal.
    private var said: [ExactText: Facts] = [:]
    private let index: JSONIndex
    /// Whether a purchase is that of the product it names, whatever its key is. `server-v2` has no keys.
    private let ignoresKeys: Bool

    package init(_ index: JSONIndex, ignoresKeys: Bool = false) {
        self.index = index.openingPlacements(maximumDepth: MigrationOptions().maximumDepth) ?? index
        self.ignoresKeys = ignoresKeys
        document(0, depth: 0)
    }

    package func facts(of subject: String) -> Facts? { said[ExactText(subject)] }

    func value(_ subject: String, _ field: AccessField) -> AccessFact.Value {
        facts(of: subject)?[field]?.value ?? .unsaid
    }

    /// Whether access is active at an instant (milliseconds since 1970). A stored flag is only a snapshot, so the dates
    /// are checked too.
    package func isActive(_ subject: String, at instant: Int64, trustsFlag: Bool) -> Bool {
        facts(of: subject)?.isActive(at: instant, trustsFlag: trustsFlag) ?? false
    }

    // MARK: Where the facts are

    private enum Group: String {
        case level = "access level", subscription, purchase, product

        /// The members that identify an entry without a key.
        var keys: [String] { self == .level ? ["access_level_id", "id"] : AccessField.product.spellings }
    }

    /// What the name of a member says about the object around it, or about the value.
    private struct Word {
        /// The group of entries that the value contains.
        var group: Group?
        /// Whether the value surrounds a record. Other members of a record say nothing about access.
        var isWrapper = false
        var marks: Marks = []
    }

    private struct Marks: OptionSet {
        let rawValue: Int

        /// What only purchases have, and what only entries of purchases have.
        static let purchase = Marks(rawValue: 1), entry = Marks(rawValue: 2)
        static let levelID = Marks(rawValue: 4), id = Marks(rawValue: 8)
        /// What access levels and subscriptions have, and products do not; and what is in one beside that.
        static let row = Marks(rawValue: 16), sold = Marks(rawValue: 32)
        static let product = Marks(rawValue: 64)
        static let event = Marks(rawValue: 128), meta = Marks(rawValue: 256)
    }

    private static let words: [String: Word] = {
        var words: [String: Word] = [:]
        for name in ["paid_access_levels", "access_levels", "paidAccessLevels", "accessLevels"] {
            words[name] = Word(group: .level)
        }
        words["subscriptions"] = Word(group: .subscription)
        for name in ["non_subscriptions", "nonSubscriptions"] { words[name] = Word(group: .purchase) }
        for name in ["products", "vendorProductIds"] { words[name] = Word(group: .product) }
        for name in [
            "data", "attributes", "success", "profile", "v", "paywall", "meta", "purchased_result", "purchaseResult",
            "purchaserInfo", "purchaser_info", "paywalls",
        ] { words[name] = Word(isWrapper: true) }
        func mark(_ marks: Marks, _ names: String...) {
            for name in names { words[name, default: Word()].marks.formUnion(marks) }
        }
        mark(.purchase, "purchase_id", "purchaseId")
        mark(.entry, "is_sandbox", "isSandbox", "originally_purchased_at")
        mark(.levelID, "access_level_id")
        mark(.id, "id")
        mark(
            .row, "is_active", "isActive", "will_renew", "willRenew", "activated_at", "activatedAt", "expires_at",
            "expiresAt", "is_in_grace_period", "isInGracePeriod")
        mark(.sold, "vendor_product_id", "vendorProductId", "store_product_id", "store")
        mark(
            .product, "vendor_product_id", "vendorProductId", "vendorId", "localized_title", "localizedTitle", "price")
        mark(.event, "event_type")
        mark(.meta, "meta")
        return words
    }()

    private struct Member {
        let name: String
        var value: Int
        let word: Word?
    }

    /// The members. Of duplicate names, the last one is used.
    private func members(_ node: Int) -> [Member] {
        var places: [ExactText: Int] = [:], members: [Member] = []
        for member in index.members(node) {
            let name = index.name(member.name)
            if let place = places.updateValue(members.count, forKey: ExactText(name)) {
                places[ExactText(name)] = place
                members[place].value = member.value
            } else {
                members.append(Member(name: name, value: member.value, word: AccessReading.words[name]))
            }
        }
        return members
    }

    private mutating func document(_ node: Int, depth: Int) {
        guard depth < 8 else { return }
        for element in index.elements(node) { document(element, depth: depth + 1) }
        let members = members(node), marks = marks(members)
        // For a single record, `meta` contains nothing about it.
        let isList = members.contains { $0.name == "data" && index.kind($0.value) == .array }
        for member in members where member.name != "meta" || isList {
            if let group = member.word?.group {
                if standing(members, group)?.value == member.value { entries(member.value, group) }
            } else if member.word?.isWrapper == true, index.kind(member.value).isContainer {
                document(member.value, depth: depth + 1)
                if member.name == "data", marks.contains(.meta) { placements(member.value, depth: depth + 1) }
            }
        }
        if marks.contains(.event) { return event(node, members) }
        if let group = AccessReading.group(marks) {
            entry(node, group, key(node, group) ?? "")
        } else if marks.contains(.product) {
            product(node)
        }
    }

    /// Of several spellings of a container the one that readers of the server's names read; of those without a value
    /// the last.
    private func standing(_ members: [Member], _ group: Group) -> Member? {
        let all = members.filter { $0.word?.group == group }, said = all.filter { index.kind($0.value) != .null }
        return (said.isEmpty ? all : said).min { AccessReading.rank($0.name) < AccessReading.rank($1.name) }
    }

    /// Names of the server come before those of programs.
    private static func rank(_ name: String) -> Int {
        let others = ["access_levels", "paidAccessLevels", "accessLevels", "nonSubscriptions", "vendorProductIds"]
        return others.firstIndex(of: name).map { $0 + 1 } ?? 0
    }

    private func marks(_ members: [Member]) -> Marks {
        members.reduce(into: []) { marks, member in
            guard let word = member.word else { return }
            // A price without an amount says nothing.
            let isEmpty =
                member.name == "price" && index.kind(member.value) == .object
                && index.member(member.value, "amount") == nil
            if !isEmpty { marks.formUnion(word.marks) }
        }
    }

    /// What a part of a profile is that stands by itself; `nil` for everything else.
    private static func group(_ marks: Marks) -> Group? {
        if marks.contains(.purchase) { return .purchase }
        if marks.contains(.entry) { return marks.contains(.levelID) ? .level : .subscription }
        guard marks.contains([.row, .sold]) else { return nil }
        return marks.isDisjoint(with: [.id, .levelID]) ? .subscription : .level
    }

    /// Reads a fallback file, which has an object by placement.
    private mutating func placements(_ node: Int, depth: Int) {
        let members = members(node), marks = marks(members)
        // A record has no placements, whatever its lists are called.
        guard AccessReading.group(marks) == nil, !marks.contains(.product) else { return }
        for member in members where member.word.map({ $0.group == nil && !$0.isWrapper }) ?? true {
            let data = index.kind(member.value) == .array ? member.value : index.member(member.value, "data")
            if data.map({ index.kind($0) }) == .array { document(member.value, depth: depth) }
        }
    }

    // MARK: Subjects

    private mutating func event(_ node: Int, _ members: [Member]) {
        let properties = index.member(node, "event_properties").map { facts(self.members($0)) } ?? [:]
        said[ExactText("event")] = facts(members).merging(properties) { $1.value == .unsaid ? $0 : $1 }
    }

    /// Reads a product, which may have a wrapper of its own or consist only of an id.
    private mutating func product(_ entry: Int) {
        let node = index.member(entry, "attributes") ?? entry, isID = AccessFact.id(index, node) != nil
        let subject = "product \(key(node, .product) ?? "without id")"
        let members = members(node)
        add(
            isID ? [.product: AccessFact(.product, "vendorProductIds", index, node)] : facts(members, hasPrice: true),
            to: subject, isCounted: true)
        var told: [String: [[UInt8]]] = [:]
        let hasOwn = members.contains { $0.name == "discounts" && index.kind($0.value) != .null }
        for member in members where member.name != "ios" || !hasOwn {
            let all = discounts(member)
            guard let kind = all.first?.kind else { continue }
            // Under two names it is said once.
            let text = JSONText.compact(Array(index.raw(member.value)))
            if told[kind, default: []].contains(text) { continue }
            told[kind, default: []].append(text)
            for (discount, kind) in all {
                add(facts(self.members(discount), hasPrice: true), to: "\(kind) of \(subject)", isCounted: true)
            }
        }
    }

    /// The discounts that a member of a product says, and their kinds.
    private func discounts(_ member: Member) -> [(discount: Int, kind: String)] {
        switch member.name {
        case "introductory_discount", "introductoryDiscount", "discounts":
            let kind = member.name == "discounts" ? "discount" : "introductory discount"
            let all = index.kind(member.value) == .object ? [member.value] : index.elements(member.value)
            // PHP writes an empty object as an empty list.
            let isEmptyObject = member.name != "discounts" && all.isEmpty && index.kind(member.value) == .array
            return (isEmptyObject ? [member.value] : all).map { ($0, kind) }
        case "ios":
            // React Native 1.x has them here. Those of the product itself win.
            let all = index.member(member.value, "discounts").map(index.elements) ?? []
            return all.map { ($0, "discount") }
        case "subscription_details", "subscriptionDetails": return details(member.value)
        default: return []
        }
    }

    /// What becomes of the offers of SDK 2.6–3.1 in SDK 2.0: the first phase, and the promotional offer.
    private func details(_ node: Int) -> [(discount: Int, kind: String)] {
        func member(_ names: String...) -> Int? { names.lazy.compactMap { index.member(node, $0) }.first }
        let first = member("introductory_offer_phases", "introductoryOffers", "introductoryOffer")
            .flatMap { index.kind($0) == .object ? $0 : index.elements($0).first }
        let promotional =
            member("promotional_offer") ?? index.member(node, at: ["ios", "promotionalOffer"])
            ?? member("promotionalOffer")
        return [(first, "introductory discount"), (promotional, "discount")].compactMap { offer, kind in
            offer.flatMap { index.kind($0) == .object ? ($0, kind) : nil }
        }
    }

    private mutating func entries(_ node: Int, _ group: Group) {
        if index.kind(node) == .object {
            for member in members(node) { entry(member.value, group, member.name) }
        } else {
            for (position, element) in index.elements(node).enumerated() {
                if let pair = KeyedPair(index, element), let key = index.text(pair.key) {
                    entry(pair.value, group, key)
                } else {
                    entry(element, group, key(element, group) ?? "\(position)")
                }
            }
        }
    }

    private func key(_ node: Int, _ group: Group) -> String? {
        AccessFact.id(index, node)
            ?? group.keys.lazy.compactMap { self.index.member(node, $0).flatMap { AccessFact.id(self.index, $0) } }
            .first
    }

    private mutating func entry(_ node: Int, _ group: Group, _ key: String) {
        if index.kind(node) == .array {
            for element in index.elements(node) { purchase(element, key) }
        } else if group == .purchase {
            purchase(node, key)
        } else if group == .product {
            product(node)
        } else {
            add(entryFacts(members(node)), to: "\(group.rawValue) \(key)", isCounted: false)
        }
    }

    /// Purchases without an id are told apart by their order. The order is the same whether a product's purchases have
    /// a list of their own or are mixed with others.
    private mutating func purchase(_ node: Int, _ key: String) {
        let product = ignoresKeys || key.isEmpty ? self.key(node, .product) ?? key : key
        let id = (index.member(node, "purchase_id") ?? index.member(node, "purchaseId")).flatMap {
            index.kind($0) == .number ? String(decoding: index.raw($0), as: UTF8.self) : index.text($0)
        }
        add(facts(members(node)), to: "purchase \(id.map { "\($0) " } ?? "")of \(product)", isCounted: true)
    }

    /// If there are several entries for one access level or subscription (`server-v2` sends them), the one that ends
    /// last is used, and of equal ends the later entry. Several purchases or products with one name are counted. If one
    /// end cannot be read, the end of the whole group cannot be read.
    private mutating func add(_ facts: Facts, to subject: String, isCounted: Bool) {
        if isCounted, self.facts(of: subject) != nil {
            let number = (2...).first { self.facts(of: "\(subject) (\($0))") == nil } ?? 2
            said[ExactText("\(subject) (\(number))")] = facts
            return
        }
        said[ExactText(subject)] = self.facts(of: subject).map { AccessReading.standing($0, facts) } ?? facts
    }

    private static func standing(_ first: Facts, _ second: Facts) -> Facts {
        guard first.unreadable([.expiresAt]) == nil, second.unreadable([.expiresAt]) == nil else {
            var facts = second
            facts[.expiresAt] = AccessFact(.expiresAt, .unreadable("one of several dates, not all readable"))
            return facts
        }
        // Only API v2 has several in one list, and it has this spelling alone.
        func end(_ facts: Facts) -> Int64 {
            let isOfV2 = facts[.product]?.member == "store_product_id"
            if isOfV2, facts[.expiresAt]?.member != "expires_at" { return .min }
            return facts.date(.expiresAt) ?? .max
        }
        return end(first) > end(second) ? first : second
    }

    /// Facts of an access level or subscription. Where the dialect has a flag, an entry without one is not open, and
    /// neither is one that is no object. API v2, whose entries name their products otherwise, has no flag; it says by
    /// null that there is no end.
    private func entryFacts(_ members: [Member]) -> Facts {
        var facts = facts(members)
        if facts[.isActive] == nil, !isOfV2(members) || facts[.expiresAt] == nil {
            facts[.isActive] = AccessFact(.isActive, .unsaid)
        }
        return facts
    }

    /// Whether an entry has a name that only API v2 gives to products and levels.
    private func isOfV2(_ members: [Member]) -> Bool {
        members.contains { ["store_product_id", "access_level_id"].contains($0.name) }
    }

    /// - Parameter hasPrice: whether a `price` belongs to the product. API v2 has prices in subscriptions and
    ///   purchases, which other dialects cannot represent.
    private func facts(_ members: [Member], hasPrice: Bool = false) -> Facts {
        var facts: Facts = [:]
        for member in members {
            // Whether a product can be bought again is no access that somebody has.
            guard let field = AccessField(spelling: member.name), field != (hasPrice ? .isConsumable : .price) else {
                continue
            }
            // Prices of SDK 3 are objects. A container in place of a date is an unreadable date, which differs from no
            // date.
            let value = field == .price ? index.member(member.value, "amount") ?? member.value : member.value
            guard field.form == .instant || !index.kind(value).isContainer else { continue }
            let fact = AccessFact(field, member.name, index, value)
            // Of two spellings the server's stands, unless it says nothing.
            guard let known = facts[field] else {
                facts[field] = fact
                continue
            }
            let isBetter = known.value == .unsaid || field.rank(fact) < field.rank(known)
            if fact.value != .unsaid, isBetter { facts[field] = fact }
        }
        if facts[.activatedAt]?.value ?? .unsaid == .unsaid, let purchase = purchaseOfActivation(members) {
            facts[.activatedAt] = AccessFact(.activatedAt, "purchased_at", index, purchase)
        }
        return facts
    }

    /// Unity's SDK 1.x writes an activation as `purchased_at`. In entries of API v2, which name their products
    /// otherwise, that is the last renewal.
    private func purchaseOfActivation(_ members: [Member]) -> Int? {
        if isOfV2(members) { return nil }
        return members.first { $0.name == "purchased_at" }?.value
    }
}
