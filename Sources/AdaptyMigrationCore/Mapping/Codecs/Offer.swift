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
    private static let members: [[StaticString]] = [
        ["category", "offer_category"], ["type", "offer_type"], ["id", "offer_id"],
    ]

    /// Which of an offer's members a name stands for; `nil` for every other name.
    static func row(_ index: JSONIndex, _ name: Int) -> Int? {
        members.firstIndex { $0.contains { index.nameEquals(name, $0.description) } }
    }

    /// Categories that no member stands for: Adapty's own SDK says nothing of them
    /// (`AdaptyProfile.AccessLevel+Create.swift` of AdaptySDK-iOS 3.17.2).
    static let unsaid: Set = ["offer_code", "win_back", "retention"]

    /// One of the members that stand for an offer: which of the ``parts``, and the node of its value.
    typealias Part = (part: Int, node: Int)

    /// From API v2: the members that the category stands for, at most two; `nil` when it is not a known one.
    static func said(_ offer: Int, _ tape: Tape) -> (first: Part?, second: Part?)? {
        guard tape.kind(offer) == .object else { return tape.kind(offer) == .null ? (nil, nil) : nil }
        guard let category = member(0, of: offer, tape), tape.kind(category) == .string else { return nil }
        let type = member(1, of: offer, tape), id = member(2, of: offer, tape)
        switch tape.string(category) {
        case "introductory": return (type.map { (0, $0) }, nil)
        case "promotional":
            let last = id.map { (part: 2, node: $0) }
            return type.map { ((1, $0), last) } ?? (last, nil)
        case let other: return unsaid.contains(other) ? (nil, nil) : nil
        }
    }

    private static func member(_ row: Int, of offer: Int, _ tape: Tape) -> Int? {
        tape.member(offer, members[row][0]) ?? tape.member(offer, members[row][1])
    }

    /// From API v2: the id of an introductory offer, for which no other dialect has a member; `nil` when there is none.
    static func idWithoutPlace(_ offer: Int, _ tape: Tape) -> Int? {
        guard let category = member(0, of: offer, tape), tape.stringValue(category) == "introductory",
            let id = member(2, of: offer, tape), tape.kind(id) != .null
        else { return nil }
        return id
    }

    /// The name of one of the ``parts`` in a column, with quotes.
    static func name(_ part: Int, in column: Column) -> Text { (column.isCamelCase ? camelNames : names)[part] }

    private static let names = parts.map { Text(kept: JSONText.encode($0)) }
    private static let camelNames = parts.map { Text(kept: JSONText.encode(Names.camelCase($0))) }

    private static func isPart(_ name: Int, _ part: Int, _ tape: Tape) -> Bool {
        if tape.nodes[name].hasEscapes {
            return [names, camelNames].contains { tape.string($0[part]) == tape.string(name) }
        }
        return tape.text(name) == names[part] || tape.text(name) == camelNames[part]
    }

    /// To API v2: the names of the members of a promotional offer that an introductory one outdoes.
    static func outdone(_ names: [Int], _ tape: Tape) -> [Int] {
        func isSaid(_ name: Int, _ part: Int) -> Bool { isPart(name, part, tape) && tape.kind(name + 1) != .null }
        guard names.contains(where: { isSaid($0, 0) }) else { return [] }
        return names.filter { isSaid($0, 1) || isSaid($0, 2) }
    }

    /// To API v2: the offer that the members describe, of two the introductory one; else the one that no members could
    /// stand for, else null.
    ///
    /// - Parameter colon: that of the member in whose place it is put, with the white space after it: the offer's own
    ///   are the same.
    static func collect(_ names: [Int], _ tape: Tape, colon: Text) -> [UInt8] {
        func value(_ part: Int) -> Int? { names.last { isPart($0, part, tape) }.map { $0 + 1 } }
        func isSaid(_ value: Int?) -> Bool { value.map { tape.kind($0) != .null } ?? false }
        func object(_ category: String, _ type: [UInt8]?, _ id: [UInt8]?) -> [UInt8] {
            let said = [("category", JSONText.encode(category)), ("type", type), ("id", id)].compactMap { name, value in
                value.map { (name, $0[...]) }
            }
            return JSONText.object(said, colon: colon.array[...])
        }
        let null = Array("null".utf8), introductory = value(0), type = value(1), id = value(2)
        if let introductory, isSaid(introductory) { return object("introductory", tape.array(introductory), null) }
        if isSaid(type) || isSaid(id) {
            return object("promotional", type.map { tape.array($0) }, id.map { tape.array($0) })
        }
        return names.last { tape.isNamed($0, "offer") }.map { tape.array($0 + 1) } ?? null
    }
}
