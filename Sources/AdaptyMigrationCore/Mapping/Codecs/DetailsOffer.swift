/// The offers in the `subscription_details` of SDK 2.6–3.1, which SDK 3.2 has as one `offer`. The names are
/// those of the coders in AdaptySDK-React-Native.
///
/// ```
/// 2.6  "introductory_offer_phases":[{…}],"android_offer_id":"trial"
/// 3.2  "offer":{"offer_identifier":{"type":"introductory","id":"trial"},"phases":[{…}]}
/// 2.0  "introductory_discount":{…}
/// ```
///
/// SDK 3.2 has only an offer that the user may get: the introductory one, unless `introductory_offer_eligibility` says
/// `ineligible`, else the promotional one.
package enum DetailsOffer {
    /// The rows of the fields that an offer is made of.
    enum Part: String, CaseIterable {
        case phases = "introductory_discount", promotional = "discounts", id = "android_offer_id",
            tags = "android_offer_tags", eligibility = "introductory_offer_eligibility"
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
            return (text("introductory", id, phases, tags, index), used)
        }
        guard let promotional = parts[.promotional], index.kind(promotional) == .object else { return nil }
        return (text("promotional", identifier(of: promotional, index), [promotional], nil, index), [.promotional])
    }

    private static func text(_ type: String, _ id: Int?, _ phases: [Int], _ tags: Int?, _ index: JSONIndex) -> [UInt8] {
        let colon: ArraySlice<UInt8> = [.colon]
        let identifier = [("type", JSONText.encode(type)[...])] + (id.map { [("id", index.raw($0))] } ?? [])
        let list = [.openBracket] + phases.map { phase($0, index) }.joined(separator: [.comma]) + [.closeBracket]
        return JSONText.object(
            [("offer_identifier", JSONText.object(identifier, colon: colon)[...]), ("phases", list[...])]
                + (tags.map { [("offer_tags", index.raw($0))] } ?? []), colon: colon)
    }

    /// In JavaScript the identifier is in an object of its platform.
    private static func identifier(of phase: Int, _ index: JSONIndex) -> Int? {
        let found = index.member(phase, "identifier") ?? index.member(phase, at: ["ios", "identifier"])
        return found.flatMap { index.kind($0) == .string ? $0 : nil }
    }

    private static let leftOut = Names.platforms.union(["identifier"])

    /// A phase without its identifier, which the offer says, in the names of the wire.
    private static func phase(_ node: Int, _ index: JSONIndex) -> [UInt8] {
        let members = index.members(node).filter { !leftOut.contains(index.name($0.name)) }
        let object = JSONText.object(members.map { (index.name($0.name), index.raw($0.value)) }, colon: [.colon])
        guard let renamed = try? JSONScanner.index(object) else { return object }
        return ObjectNames.offer.renamed(renamed, 0, toJavaScript: false) ?? object
    }
}
