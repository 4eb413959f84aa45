import Testing

@testable import AdaptyMigrationCore

@Suite("JSON pointers")
struct PointerTests {
    @Test("every value has its own pointer, in objects and in arrays")
    func values() throws {
        let index = try JSONScanner.index(Array(#"{"a":[1,[2,3],{"b":4,"c":5}],"d/~":{"e":[6]},"f":7}"#.utf8))
        var pointers: [String: String] = [:]
        func visit(_ node: Int) {
            pointers[index.pointer(node)] = String(decoding: index.raw(node), as: UTF8.self)
            for member in index.members(node) where index.kind(node) == .object { visit(member.value) }
            for element in index.kind(node) == .array ? index.elements(node) : [] { visit(element) }
        }
        visit(0)
        let leaves = pointers.filter { !["{", "["].contains($0.value.prefix(1)) }
        #expect(
            leaves == [
                "/a/0": "1", "/a/1/0": "2", "/a/1/1": "3", "/a/2/b": "4", "/a/2/c": "5", "/d~1~0/e/0": "6", "/f": "7",
            ])
        #expect(pointers.count == 13)
    }
}
