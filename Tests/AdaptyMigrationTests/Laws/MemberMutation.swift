@testable import AdaptyMigrationCore

/// One member of a document with another value, as programs, databases and people write it.
struct MemberMutation {
    let document: [UInt8]
    /// The pointer of the member, and the value in its place.
    let name: String

    /// Values in place of another one. `nil` removes the member.
    private static let values: [String?] = [
        nil, "null", #""""#, #""x""#, "5", #""5""#, "{}", "[]", "[7]", #"{"x":1}"#, "true", "false", "0", "1",
        #""true""#, #""soon""#, #""2031-01-01""#, "1740816000", "1740816000000",
    ]

    /// Every member of every object with each of the values, and twice.
    static func all(of document: [UInt8]) throws -> [MemberMutation] {
        let index = try JSONScanner.index(document)
        var all: [MemberMutation] = []
        for object in index.nodes.indices where index.kind(object) == .object {
            for member in index.members(object) {
                let pointer = index.pointer(member.value)
                func add(_ document: [UInt8]?, _ name: String) {
                    all += document.map { [MemberMutation(document: $0, name: "\(pointer) \(name)")] } ?? []
                }
                for value in values {
                    guard let value else {
                        add(index.without([member.name]), "removed")
                        continue
                    }
                    let part = [(index.range(member.value), Array(value.utf8))]
                    add(index.replacing(part, in: 0..<document.count), value)
                }
                let end = index.range(member.value).upperBound
                let twin = [.comma] + Array(index.raw(member.name)) + [.colon] + Array(#""twin""#.utf8)
                add(index.replacing([(end..<end, twin)], in: 0..<document.count), "twice")
            }
        }
        return all
    }
}
