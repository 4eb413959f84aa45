/// The names of the members of an object, and of the objects in it, where they are others in JavaScript. They are
/// those of the coders in AdaptySDK-JS-Core 3.17.0. Values stay as they are.
package enum ObjectNames: Hashable, Sendable {
    /// The offer of a subscription.
    case offer
    /// The builder of a paywall.
    case builder

    /// Names in one column, each with the one in the other.
    private struct Pairs {
        let fromWire: [String: String], toWire: [String: String]
        /// The members that the SDK for JavaScript knows, in the objects inside too.
        let known: Set<String>

        /// - Parameter same: members with one name in both columns.
        init(_ pairs: [(script: String, wire: String)], same: Set<String>) {
            known = same.union(pairs.map(\.script))
            fromWire = Dictionary(uniqueKeysWithValues: pairs.map { ($0.wire, $0.script) })
            toWire = Dictionary(uniqueKeysWithValues: pairs.map { ($0.script, $0.wire) })
        }
    }

    private static let offers = Pairs(
        [("identifier", "offer_identifier")]
            + [
                "currency_code", "currency_symbol", "localized_string", "number_of_periods", "payment_mode",
                "subscription_period", "number_of_units", "localized_subscription_period",
                "localized_number_of_periods", "offer_tags",
            ].map { (Names.camelCase($0), $0) },
        same: ["type", "id", "phases", "price", "amount", "unit", "android"])
    private static let builders = Pairs([("id", "paywall_builder_id")], same: ["lang"])

    private var pairs: Pairs { self == .offer ? ObjectNames.offers : ObjectNames.builders }

    /// Whether the names differ between two columns.
    static func differ(_ from: Column, _ to: Column) -> Bool {
        from.has(.javaScript) != to.has(.javaScript)
    }

    /// The object with its other names; `nil` when it has none.
    func renamed(_ index: JSONIndex, _ node: Int, toJavaScript: Bool) -> [UInt8]? {
        if toJavaScript, let text = withoutStrangers(index, node) { return text }
        let names = toJavaScript ? pairs.fromWire : pairs.toWire
        var work = [node], tokens: [(Range<Int>, [UInt8])] = []
        while let object = work.popLast() {
            for (_, child) in index.children(object) where index.kind(child).isContainer { work.append(child) }
            for member in index.members(object) {
                let name = index.name(member.name)
                if !toJavaScript, name == "android", let tags = onlyMember("offerTags", index, member.value) {
                    tokens.append((index.range(member.name), JSONText.encode("offer_tags")))
                    tokens.append((index.range(member.value), Array(index.raw(tags))))
                    work.removeAll { $0 == member.value }
                } else if let name = names[name] {
                    tokens.append((index.range(member.name), JSONText.encode(name)))
                }
            }
        }
        return index.replacing(tokens, in: index.range(node))
    }

    private func onlyMember(_ name: String, _ index: JSONIndex, _ node: Int) -> Int? {
        let members = Array(index.members(node))
        return members.count == 1 && index.nameEquals(members[0].name, name) ? members[0].value : nil
    }

    /// The object for JavaScript, without members that its SDK does not know and without nulls; `nil` when it has none
    /// of them.
    private func withoutStrangers(_ index: JSONIndex, _ node: Int) -> [UInt8]? {
        let pairs = pairs
        var isChanged = false
        func text(_ node: Int) -> [UInt8] {
            switch index.kind(node) {
            case .array: return [0x5B] + index.elements(node).map(text).joined(separator: [0x2C]) + [0x5D]
            case .object:
                let members = index.members(node).compactMap { member -> [UInt8]? in
                    let wire = index.name(member.name), name = pairs.fromWire[wire] ?? wire
                    guard pairs.known.contains(name), index.kind(member.value) != .null else {
                        isChanged = true
                        return nil
                    }
                    guard name == "offerTags" else { return JSONText.member(name, text(member.value)) }
                    isChanged = true
                    return JSONText.member(
                        "android", [0x7B] + JSONText.member(name, index.raw(member.value)) + [0x7D])
                }
                return [0x7B] + members.joined(separator: [0x2C]) + [0x7D]
            default: return Array(index.raw(node))
            }
        }
        let written = text(node)
        return isChanged ? written : nil
    }
}
