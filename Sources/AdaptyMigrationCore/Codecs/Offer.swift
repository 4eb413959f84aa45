/// Custom codec: the offer of API v2.
///
/// ```
/// server-v2  "offer":{"category":"promotional","type":"free_trial","id":"spring"}
/// sdk2       "active_promotional_offer_type":"free_trial","active_promotional_offer_id":"spring"
/// ```
package enum Offer {
    /// The members of the other dialects, in snake_case.
    package static let parts = [
        "active_introductory_offer_type", "active_promotional_offer_type", "active_promotional_offer_id",
    ]

    /// The members of an offer, each with the spelling that was sent before.
    private static let members = [["category", "offer_category"], ["type", "offer_type"], ["id", "offer_id"]]

    /// Which of an offer's members a name stands for; `nil` for every other name.
    static func row(_ index: JSONIndex, _ name: Int) -> Int? {
        members.firstIndex { $0.contains { index.nameEquals(name, $0) } }
    }

    /// Categories that no member stands for: Adapty's own SDK says nothing of them (shapes-2026, 8.4).
    static let unsaid: Set = ["offer_code", "win_back", "retention"]

    /// From API v2: the members the category stands for; `nil` when it is not a known one.
    static func expand(_ offer: Int, _ index: JSONIndex, to: Column) -> [(name: String, value: [UInt8])]? {
        guard index.kind(offer) == .object else { return index.kind(offer) == .null ? [] : nil }
        func member(_ row: Int) -> Int? { members[row].lazy.compactMap { index.member(offer, $0) }.first }
        func token(_ row: Int) -> [UInt8]? { member(row).map { Array(index.raw($0)) } }
        guard let category = member(0).flatMap({ index.text($0) }) else { return nil }
        func name(_ part: String) -> String { to.isCamelCase ? Names.camelCase(part) : part }
        let type = token(1), id = token(2)
        switch category {
        case "introductory": return type.map { [(name(parts[0]), $0)] } ?? []
        case "promotional":
            return (type.map { [(name(parts[1]), $0)] } ?? []) + (id.map { [(name(parts[2]), $0)] } ?? [])
        default: return unsaid.contains(category) ? [] : nil
        }
    }

    /// Whether two offers of API v2 say the same, whatever their spelling.
    static func isSame(_ a: [UInt8], _ b: ArraySlice<UInt8>) -> Bool {
        func said(_ offer: [UInt8]) -> [[UInt8]]? {
            guard let index = try? JSONScanner.index(offer) else { return nil }
            return expand(0, index, to: .sdk2)?.map { JSONText.member($0.name, $0.value[...]) }
        }
        return said(a) == said(Array(b))
    }

    /// To API v2: the offer that the members describe, of two the introductory one; else the one that no members could
    /// stand for, else null.
    ///
    /// - Parameter colon: that of the member in whose place it is put, with the white space after it: the offer's own
    ///   are the same.
    static func collect(_ members: [JSONIndex.Member], _ index: JSONIndex, colon: ArraySlice<UInt8>) -> [UInt8] {
        let null = Array("null".utf8)
        func token(_ part: String) -> [UInt8]? {
            members.last { [part, Names.camelCase(part)].contains(index.name($0.name)) }.map {
                Array(index.raw($0.value))
            }
        }
        func object(_ category: String, _ type: [UInt8]?, _ id: [UInt8]?) -> [UInt8] {
            let said = [("category", JSONText.encode(category)), ("type", type), ("id", id)].compactMap { name, value in
                value.map { (name, $0[...]) }
            }
            return JSONText.object(said, colon: colon)
        }
        if let type = token(parts[0]), type != null { return object("introductory", type, null) }
        let type = token(parts[1]), id = token(parts[2])
        if type ?? null != null || id ?? null != null { return object("promotional", type, id) }
        return token("offer") ?? null
    }
}
