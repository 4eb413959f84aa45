/// The offers in the `subscription_details` of SDK 2.6–3.1, which SDK 3.2 has as one `offer`, and the discounts of
/// older products. The names are those of the coders in AdaptySDK-React-Native.
///
/// ```
/// 2.6  "introductory_offer_phases":[{…}],"android_offer_id":"trial"
/// 3.2  "offer":{"offer_identifier":{"type":"introductory","id":"trial"},"phases":[{…}]}
/// 2.0  "introductory_discount":{…}
/// ```
///
/// SDK 3.2 has only an offer that the user may get: the introductory one, unless `introductory_offer_eligibility` says
/// `ineligible`, else the promotional one. Of an older product, an introductory offer needs the word `eligible`: its
/// app treated `unknown` as not eligible. The promotional one is that of `promotional_offer_id`.
package enum DetailsOffer {
    /// The rows of the fields that an offer is made of.
    enum Part: String, CaseIterable {
        case phases = "introductory_discount", promotional = "discounts", id = "android_offer_id",
            tags = "android_offer_tags", eligibility = "introductory_offer_eligibility", trial = "free_trial_period",
            localizedTrial = "localized_free_trial_period"
    }

    /// - Parameter parts: the node of each value.
    /// - Returns: the offer as the wire has it, and the parts that it is made of; `nil` when there is none.
    static func offer(_ parts: [Part: Int], _ index: JSONIndex) -> (text: [UInt8], used: [Part])? {
        let phases = parts[.phases].map(index.elements) ?? []
        let isIneligible = parts[.eligibility].flatMap(index.text) == "ineligible"
        if let first = phases.first, !isIneligible {
            let id = parts[.id].flatMap { index.kind($0) == .string ? $0 : nil } ?? identifier(of: first, index)
            let tags = parts[.tags].flatMap { index.kind($0) == .array ? $0 : nil }
            let used = [.phases] + (id == parts[.id] && id != nil ? [.id] : []) + (tags == nil ? [] : [Part.tags])
            return (text("introductory", id, phases.map { phase($0, index) }, tags, index), used)
        }
        guard let promotional = parts[.promotional], index.kind(promotional) == .object else { return nil }
        return (
            text("promotional", identifier(of: promotional, index), [phase(promotional, index)], nil, index),
            [.promotional]
        )
    }

    /// The same of a product of SDK 1.x or 2.0, in the names of SDK 2.
    static func offer(_ parts: [Part: Int], ofOlder product: Int, _ index: JSONIndex) -> (text: [UInt8], used: [Part])?
    {
        func object(_ part: Part) -> Int? { parts[part].flatMap { index.kind($0) == .object ? $0 : nil } }
        let trial = object(.trial), discount = object(.phases)
        if parts[.eligibility].flatMap(index.text) == "eligible", trial ?? discount != nil {
            let phases = [
                trial.map { freeTrial($0, parts[.localizedTrial], index) }, discount.map { phase($0, index) },
            ]
            let used: [Part] = (trial == nil ? [] : [.trial, .localizedTrial]) + (discount == nil ? [] : [.phases])
            return (text("introductory", nil, phases.compactMap { $0 }, nil, index), used.filter { parts[$0] != nil })
        }
        let isRefused = index.member(product, "promotional_offer_eligibility").map { index.kind($0) == .false } ?? false
        guard !isRefused, let wanted = index.member(product, "promotional_offer_id").flatMap(index.text),
            let found = parts[.promotional].map(index.elements)?.first(where: {
                identifier(of: $0, index).flatMap(index.text) == wanted
            })
        else { return nil }
        return (
            text("promotional", identifier(of: found, index), [phase(found, index)], nil, index), [.promotional]
        )
    }

    private static func freeTrial(_ period: Int, _ localized: Int?, _ index: JSONIndex) -> [UInt8] {
        let text = localized.map { [("localized_subscription_period", index.raw($0))] } ?? []
        return JSONText.object(
            [
                ("price", Array(#"{"amount":0}"#.utf8)[...]), ("number_of_periods", [UInt8(ascii: "1")]),
                ("payment_mode", JSONText.encode("free_trial")[...]), ("subscription_period", index.raw(period)),
            ] + text, colon: [.colon])
    }

    private static func text(
        _ type: String, _ id: Int?, _ phases: [[UInt8]], _ tags: Int?, _ index: JSONIndex
    ) -> [UInt8] {
        let colon: ArraySlice<UInt8> = [.colon]
        let identifier = [("type", JSONText.encode(type)[...])] + (id.map { [("id", index.raw($0))] } ?? [])
        let list = [.openBracket] + phases.joined(separator: [.comma]) + [.closeBracket]
        return JSONText.object(
            [("offer_identifier", JSONText.object(identifier, colon: colon)[...]), ("phases", list[...])]
                + (tags.map { [("offer_tags", index.raw($0))] } ?? []), colon: colon)
    }

    /// In JavaScript the identifier is in an object of its platform.
    private static func identifier(of phase: Int, _ index: JSONIndex) -> Int? {
        let found = index.member(phase, "identifier") ?? index.member(phase, at: ["ios", "identifier"])
        return found.flatMap { index.kind($0) == .string ? $0 : nil }
    }

    /// The members of a discount of SDK 2.0 that SDK 3 has in its price.
    private static let priceParts = [
        "price": "amount", "currency_code": "currency_code", "currency_symbol": "currency_symbol",
        "localized_price": "localized_string",
    ]

    private static func price(_ members: [JSONIndex.Member], _ index: JSONIndex) -> [UInt8] {
        let parts = members.compactMap { member in
            priceParts[index.name(member.name)].map { ($0, index.raw(member.value)) }
        }
        return JSONText.object(parts, colon: [.colon])
    }

    private static let leftOut = Names.platforms.union(["identifier"])

    /// A phase without its identifier, which the offer says, in the names of the wire.
    private static func phase(_ node: Int, _ index: JSONIndex) -> [UInt8] {
        let members = index.members(node).filter { !leftOut.contains(index.name($0.name)) }
        let isNumber = index.member(node, "price").map { index.kind($0) == .number } ?? false
        let all = members.compactMap { member -> (String, ArraySlice<UInt8>)? in
            switch index.name(member.name) {
            case "price" where isNumber: ("price", price(members, index)[...])
            case let part where isNumber && priceParts[part] != nil: nil
            case let other: (other, index.raw(member.value))
            }
        }
        let object = JSONText.object(all, colon: [.colon])
        guard let renamed = try? JSONScanner.index(object) else { return object }
        return ObjectNames.offer.renamed(renamed, 0, toJavaScript: false) ?? object
    }
}
