/// The names of the members of an object, and of the objects in it, where they are others in JavaScript (shapes-2026,
/// 1.6). Values stay as they are.
package enum ObjectNames: Hashable, Sendable {
    /// The offer of a subscription.
    case offer
    /// The builder of a paywall.
    case builder

    /// Names in one column, each with the one in the other.
    private struct Pairs {
        let fromWire: [String: String], toWire: [String: String]

        init(_ pairs: [(script: String, wire: String)]) {
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
            ].map { (Names.camelCase($0), $0) })
    private static let builders = Pairs([("id", "paywall_builder_id")])

    /// Whether the names differ between two columns.
    static func differ(_ from: Column, _ to: Column) -> Bool {
        (from.dialect == .sdk3Bridge) != (to.dialect == .sdk3Bridge)
    }

    /// The object with its other names; `nil` when it has none.
    func renamed(_ index: JSONIndex, _ node: Int, toJavaScript: Bool) -> [UInt8]? {
        let pairs = self == .offer ? ObjectNames.offers : ObjectNames.builders,
            names = toJavaScript ? pairs.fromWire : pairs.toWire
        var work = [node], tokens: [(Range<Int>, [UInt8])] = []
        while let object = work.popLast() {
            for (_, child) in index.children(object) where index.kind(child).isContainer { work.append(child) }
            for member in index.members(object) {
                guard let name = names[index.name(member.name)] else { continue }
                tokens.append((index.range(member.name), JSONText.encode(name)))
            }
        }
        return index.replacing(tokens, in: index.range(node))
    }
}
