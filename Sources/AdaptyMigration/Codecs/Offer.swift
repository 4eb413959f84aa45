/// Custom codec: the offer of API v2.
///
/// ```
/// server-v2  "offer":{"category":"promotional","type":"free_trial","id":"spring"}
/// sdk2       "active_promotional_offer_type":"free_trial","active_promotional_offer_id":"spring"
/// ```
enum Offer {
    /// The members of the other dialects, in snake_case.
    static let parts = ["active_introductory_offer_type", "active_promotional_offer_type", "active_promotional_offer_id"]

    /// From API v2: the members the category stands for; `nil` when it is not one of the two known ones.
    static func expand(_ offer: Int, _ index: JSONIndex, to: Column) -> [(name: String, value: [UInt8])]? {
        guard index.kind(offer) == .object else { return index.kind(offer) == .null ? [] : nil }
        func token(_ names: String...) -> [UInt8]? {
            names.lazy.compactMap { index.member(offer, $0) }.first.map { Array(index.raw($0)) }
        }
        guard let category = (index.member(offer, "category") ?? index.member(offer, "offer_category")).flatMap({ index.text($0) }) else { return nil }
        func name(_ part: String) -> String { to.isCamelCase ? Names.camelCase(part) : part }
        let type = token("type", "offer_type"), id = token("id", "offer_id")
        switch category {
        case "introductory": return type.map { [(name(parts[0]), $0)] } ?? []
        case "promotional": return (type.map { [(name(parts[1]), $0)] } ?? []) + (id.map { [(name(parts[2]), $0)] } ?? [])
        default: return nil
        }
    }

    /// To API v2: the offer that the members describe; null when there is none.
    static func collect(_ members: [JSONIndex.Member], _ index: JSONIndex) -> [UInt8] {
        func token(_ part: String) -> [UInt8]? {
            members.last { [part, Names.camelCase(part)].contains(index.name($0.name)) && index.kind($0.value) != .null }.map { Array(index.raw($0.value)) }
        }
        func object(_ category: String, _ type: [UInt8]?, _ id: [UInt8]?) -> [UInt8] {
            let null = Array("null".utf8)
            return Array("{\"category\":\"\(category)\",\"type\":".utf8) + (type ?? null) + Array(",\"id\":".utf8) + (id ?? null) + Array("}".utf8)
        }
        if let type = token(parts[0]) { return object("introductory", type, nil) }
        let type = token(parts[1]), id = token(parts[2])
        return type == nil && id == nil ? Array("null".utf8) : object("promotional", type, id)
    }
}
