/// What a document says about access, read without the mapping's codecs: names in any case, flags in any form.
enum Entitlement {
    /// The facts of one access level, subscription or purchase at an instant.
    struct Facts: Equatable {
        var isActive: String
        var expiry: Int64?
        var willRenew: String
        var isLifetime: String
        var isRefund: String
    }

    /// Sentences on every business fact that differs between two documents.
    static func differences(
        _ before: [UInt8], _ from: Dialect, _ after: [UInt8], _ to: Dialect, _ kind: Kind, at instants: [Int64], _ options: MigrationOptions
    ) throws(MigrationError) -> [(Int64, String)] {
        let old = try JSONScanner.index(before, maximumDepth: options.maximumDepth), new = try JSONScanner.index(after, maximumDepth: options.maximumDepth)
        var differences: [(Int64, String)] = []
        if kind == .event {
            let a = money(old), b = money(new)
            if a != b { differences.append((0, "event: \(a) before, \(b) after")) }
        }
        guard kind == .profile, from != .serverV2 else { return differences }
        for instant in instants {
            let a = facts(old, instant), b = facts(new, instant)
            for key in Set(a.keys).union(b.keys).sorted() where a[key] != b[key] {
                differences.append((instant, "\(key): \(describe(a[key])) before, \(describe(b[key])) after"))
            }
        }
        return differences
    }

    private static func describe(_ facts: Facts?) -> String {
        guard let facts else { return "absent" }
        return "active \(facts.isActive), expires \(facts.expiry.map(String.init) ?? "never"), renews \(facts.willRenew), lifetime \(facts.isLifetime), refund \(facts.isRefund)"
    }

    private static func money(_ index: JSONIndex) -> String {
        let node = Envelope(index).node
        let name = index.member(node, "event_type").flatMap { index.text($0) } ?? ""
        let properties = index.member(node, "event_properties") ?? node
        let price = index.member(properties, "price_usd").map { String(decoding: index.raw($0), as: UTF8.self) } ?? "none"
        return "\(EventName(rawValue: name).meaning), price \(price)"
    }

    private static func facts(_ index: JSONIndex, _ instant: Int64) -> [String: Facts] {
        var found: [String: Facts] = [:]
        let profile = Envelope(index).node
        // Of duplicate names the last counts.
        let members = Dictionary(index.members(profile).map { (index.name($0.name), $0.value) }, uniquingKeysWith: { _, last in last })
        for (name, value) in members {
            guard ["paidaccesslevels", "accesslevels", "subscriptions"].contains(normal(name)), index.kind(value) == .object else { continue }
            let group = normal(name) == "subscriptions" ? "subscription" : "access level"
            for entry in index.members(value) where index.kind(entry.value) == .object {
                found["\(group) \(index.name(entry.name))"] = read(index, entry.value, instant)
            }
        }
        return found
    }

    private static func read(_ index: JSONIndex, _ node: Int, _ instant: Int64) -> Facts {
        var values: [String: Int] = [:]
        let members = Dictionary(index.members(node).map { (index.name($0.name), $0.value) }, uniquingKeysWith: { _, last in last })
        for (name, value) in members where index.kind(value) != .null || values[normal(name)] == nil { values[normal(name)] = value }
        func flag(_ name: String) -> String {
            guard let value = values[name] else { return "absent" }
            switch index.kind(value) {
            case .true: return "true"
            case .false: return "false"
            case .null: return "null"
            default:
                let text = String(decoding: index.raw(value), as: UTF8.self)
                return text == "\"\"" || Double(text) == 0 ? "false" : Double(text) == 1 ? "true" : text
            }
        }
        func date(_ name: String) -> Int64? {
            // Stored dates carry the noise of binary fractions: a millisecond is the finest thing both sides say.
            values[name].flatMap { DateText.microseconds(index.raw($0)) }.map { $0 / 1000 }
        }
        let expiry = date("expiresat"), start = date("startsat")
        var isActive = flag("isactive")
        if let expiry, flag("islifetime") != "true" { isActive += expiry * 1000 > instant ? "+unexpired" : "+expired" }
        if let start { isActive += start * 1000 > instant ? "+not started" : "" }
        return Facts(isActive: isActive, expiry: expiry, willRenew: flag("willrenew"), isLifetime: flag("islifetime"), isRefund: flag("isrefund"))
    }

    private static func normal(_ name: String) -> String { name.split(separator: "_").joined().lowercased() }
}
