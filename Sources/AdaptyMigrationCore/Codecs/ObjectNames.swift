/// The names of the members of an object, and of the objects in it, where they are others in JavaScript (shapes-2026,
/// 1.6). Values stay as they are.
package enum ObjectNames: Hashable, Sendable {
    /// The offer of a subscription.
    case offer
    /// The builder of a paywall.
    case builder

    /// The names in JavaScript, each with the one on the wire.
    private var pairs: [(script: String, wire: String)] {
        switch self {
        case .offer:
            [("identifier", "offer_identifier")]
                + [
                    "currency_code", "currency_symbol", "localized_string", "number_of_periods", "payment_mode",
                    "subscription_period", "number_of_units", "localized_subscription_period",
                    "localized_number_of_periods", "offer_tags",
                ].map { (Names.camelCase($0), $0) }
        case .builder: [("id", "paywall_builder_id")]
        }
    }

    /// Whether the names differ between two columns.
    static func differ(_ from: Column, _ to: Column) -> Bool {
        (from.dialect == .sdk3Bridge) != (to.dialect == .sdk3Bridge)
    }

    /// The object with its other names; `nil` when it has none.
    func renamed(_ index: JSONIndex, _ node: Int, toJavaScript: Bool) -> [UInt8]? {
        let names = Dictionary(
            uniqueKeysWithValues: pairs.map { toJavaScript ? ($0.wire, $0.script) : ($0.script, $0.wire) })
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
