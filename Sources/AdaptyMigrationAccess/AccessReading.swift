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

    package init(_ index: JSONIndex) {
        self.index = index
        document(0, depth: 0)
    }

    package func facts(of subject: String) -> Facts? { said[ExactText(subject)] }

    func value(_ subject: String, _ field: AccessField) -> AccessFact.Value {
        facts(of: subject)?[field]?.value ?? .unsaid
    }

    /// Whether access is active at an instant (milliseconds since 1970). A stored flag is only a snapshot, so the dates
    /// are checked too.
    package func isActive(_ subject: String, at instant: Int64, trustsFlag: Bool) -> Bool {
        (facts(of: subject) ?? [:]).isActive(at: instant, trustsFlag: trustsFlag)
    }

    // MARK: Where the facts are

    /// The groups of entries that a member can contain.
    private static let groups: [String: Group] = [
        "paid_access_levels": .level, "access_levels": .level, "paidAccessLevels": .level, "accessLevels": .level,
        "subscriptions": .subscription,
        "non_subscriptions": .purchase, "nonSubscriptions": .purchase, "products": .product,
        "vendorProductIds": .product,
    ]

    private enum Group: String {
        case level = "access level", subscription, purchase, product

        /// The members that identify an entry without a key.
        var keys: [String] { self == .level ? ["access_level_id", "id"] : AccessField.product.spellings }
    }

    /// Objects that surround records. Other members of a record say nothing about access.
    private static let wrappers: Set<String> = [
        "data", "attributes", "success", "profile", "v", "paywall", "meta", "purchased_result", "purchaseResult",
    ]

    /// The members. Of duplicate names, the last one is used.
    private func members(_ node: Int) -> [(name: String, value: Int)] {
        var places: [ExactText: Int] = [:], members: [(name: String, value: Int)] = []
        for member in index.members(node) {
            let name = index.name(member.name)
            if let place = places[ExactText(name)] {
                members[place].value = member.value
            } else {
                places[ExactText(name)] = members.count
                members.append((name, member.value))
            }
        }
        return members
    }

    private mutating func document(_ node: Int, depth: Int) {
        guard depth < 8 else { return }
        for element in index.elements(node) { document(element, depth: depth + 1) }
        let members = members(node)
        // A price without an amount says nothing.
        let names = Set(
            members.filter { name, value in
                name != "price" || index.kind(value) != .object || index.member(value, "amount") != nil
            }.map(\.name))
        // For a single record, `meta` contains nothing about it.
        let isList = members.contains { $0.name == "data" && index.kind($0.value) == .array }
        for (name, value) in members where name != "meta" || isList {
            if let group = AccessReading.groups[name] {
                entries(value, group)
            } else if AccessReading.wrappers.contains(name), index.kind(value).isContainer {
                document(value, depth: depth + 1)
                if name == "data", names.contains("meta") { placements(value, depth: depth + 1) }
            } else if name == "event_type" {
                event(node)
            }
        }
        if names.contains("event_type") { return }
        if let group = AccessReading.group(names) {
            entry(node, group, key(node, group) ?? "")
        } else if !names.isDisjoint(with: AccessReading.productMarks) {
            product(node)
        }
    }

    /// What a part of a profile is that stands by itself; `nil` for everything else.
    private static func group(_ names: Set<String>) -> Group? {
        if !names.isDisjoint(with: ["purchase_id", "purchaseId"]) { return .purchase }
        if !names.isDisjoint(with: ["is_sandbox", "isSandbox", "originally_purchased_at"]) {
            return names.contains("access_level_id") ? .level : .subscription
        }
        guard !names.isDisjoint(with: rowMarks),
            !names.isDisjoint(with: ["vendor_product_id", "vendorProductId", "store_product_id", "store"])
        else { return nil }
        return names.isDisjoint(with: ["id", "access_level_id"]) ? .subscription : .level
    }

    /// Members of access levels and subscriptions that products do not have.
    private static let rowMarks: Set = [
        "is_active", "isActive", "will_renew", "willRenew", "activated_at", "activatedAt", "expires_at", "expiresAt",
        "is_in_grace_period", "isInGracePeriod",
    ]

    private static let productMarks: Set<String> = [
        "vendor_product_id", "vendorProductId", "vendorId", "localized_title", "localizedTitle", "price",
    ]

    /// Reads a fallback file, which has an object by placement.
    private mutating func placements(_ node: Int, depth: Int) {
        let members = members(node), names = Set(members.map(\.name))
        // A record has no placements, whatever its lists are called.
        guard AccessReading.group(names) == nil, names.isDisjoint(with: AccessReading.productMarks) else { return }
        for (name, value) in members
        where AccessReading.groups[name] == nil && !AccessReading.wrappers.contains(name)
            && (index.kind(value) == .array || index.member(value, "data").map { index.kind($0) } == .array)
        {
            document(value, depth: depth)
        }
    }

    // MARK: Subjects

    private mutating func event(_ node: Int) {
        let properties = index.member(node, "event_properties").map { facts($0) } ?? [:]
        said[ExactText("event")] = facts(node).merging(properties) { $1.value == .unsaid ? $0 : $1 }
    }

    /// Reads a product, which may have a wrapper of its own or consist only of an id.
    private mutating func product(_ entry: Int) {
        let node = index.member(entry, "attributes") ?? entry, isID = index.kind(node) == .string
        let subject = "product \(key(node, .product) ?? "without id")"
        add(
            isID ? [.product: AccessFact(.product, "vendorProductIds", index, node)] : facts(node, hasPrice: true),
            to: subject, isCounted: true)
        for (name, value) in members(node)
        where ["introductory_discount", "introductoryDiscount", "discounts"].contains(name) {
            for discount in index.kind(value) == .object ? [value] : index.elements(value) {
                let kind = name == "discounts" ? "discount" : "introductory discount"
                add(facts(discount, hasPrice: true), to: "\(kind) of \(subject)", isCounted: true)
            }
        }
    }

    private mutating func entries(_ node: Int, _ group: Group) {
        if index.kind(node) == .object {
            for (name, value) in members(node) { entry(value, group, name) }
        } else {
            for (position, element) in index.elements(node).enumerated() {
                entry(element, group, key(element, group) ?? "\(position)")
            }
        }
    }

    private func key(_ node: Int, _ group: Group) -> String? {
        index.text(node)
            ?? group.keys.lazy.compactMap { self.index.member(node, $0).flatMap { AccessFact.id(self.index, $0) } }
            .first
    }

    private mutating func entry(_ node: Int, _ group: Group, _ key: String) {
        if index.kind(node) == .array {
            for element in index.elements(node) { purchase(element, key) }
        } else if group == .purchase {
            purchase(node, key.isEmpty ? self.key(node, .product) ?? "" : key)
        } else if group == .product {
            product(node)
        } else {
            add(facts(node), to: "\(group.rawValue) \(key)", isCounted: false)
        }
    }

    /// Purchases without an id are told apart by their order. The order is the same whether a product's purchases have
    /// a list of their own or are mixed with others.
    private mutating func purchase(_ node: Int, _ product: String) {
        let id = (index.member(node, "purchase_id") ?? index.member(node, "purchaseId")).flatMap {
            index.kind($0) == .number ? String(decoding: index.raw($0), as: UTF8.self) : index.text($0)
        }
        add(facts(node), to: "purchase \(id.map { "\($0) " } ?? "")of \(product)", isCounted: true)
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
        return first.date(.expiresAt) ?? .max > second.date(.expiresAt) ?? .max ? first : second
    }

    /// - Parameter hasPrice: whether a `price` belongs to the product. API v2 has prices in subscriptions and
    ///   purchases, which other dialects cannot represent.
    private func facts(_ node: Int, hasPrice: Bool = false) -> Facts {
        var facts: Facts = [:]
        for (name, member) in members(node) {
            // Prices of SDK 3 are objects. A container in place of a date is an unreadable date, which differs from no
            // date.
            let value = name == "price" ? index.member(member, "amount") ?? member : member
            guard let field = AccessField(spelling: name), field != .price || hasPrice,
                field.form == .instant || !index.kind(value).isContainer
            else { continue }
            let fact = AccessFact(field, name, index, value)
            if fact.value != .unsaid || facts[field] == nil { facts[field] = fact }
        }
        if facts[.activatedAt]?.value ?? .unsaid == .unsaid, let purchase = purchaseOfActivation(node) {
            facts[.activatedAt] = AccessFact(.activatedAt, "purchased_at", index, purchase)
        }
        return facts
    }

    /// Unity's SDK 1.x writes an activation as `purchased_at`. In entries of API v2, which name their products
    /// otherwise, that is the last renewal.
    private func purchaseOfActivation(_ node: Int) -> Int? {
        let members = members(node)
        guard !members.contains(where: { ["store_product_id", "access_level_id"].contains($0.name) }) else {
            return nil
        }
        return members.first { $0.name == "purchased_at" }?.value
    }
}

extension AccessReading.Facts {
    package func date(_ field: AccessField) -> Int64? {
        if case .instant(let date) = self[field]?.value { date } else { nil }
    }

    package func flag(_ field: AccessField) -> Bool? {
        if case .flag(let isSet) = self[field]?.value { isSet } else { nil }
    }

    /// The first of these dates that is present but not an instant.
    func unreadable(_ fields: [AccessField]) -> AccessField? {
        fields.first {
            switch self[$0]?.value {
            case .text, .unreadable: true
            default: false
            }
        }
    }

    /// Whether access is active at an instant (milliseconds since 1970). A stored flag is only a snapshot, so the dates
    /// are checked too.
    package func isActive(at instant: Int64, trustsFlag: Bool) -> Bool {
        if trustsFlag, flag(.isActive) == false { return false }
        let isOver = flag(.isLifetime) != true && date(.expiresAt).map { $0 <= instant } ?? false
        return !isOver && date(.startsAt) ?? .min <= instant
    }

    /// Whether access was open at an instant, for people who look back: not before its activation.
    package func wasActive(at instant: Int64) -> Bool {
        isActive(at: instant, trustsFlag: true) && date(.startsAt) ?? date(.activatedAt) ?? .min <= instant
    }
}
