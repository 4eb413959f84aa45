import Testing

@testable import AdaptyMigrationCore

@Suite("Differences between documents")
struct DifferenceTests {
    @Test("what another document does not say, or does not have")
    func pointers() throws {
        let one = try JSONScanner.index(Array(#"{"a":1,"b":{"c":2,"~/":[1,2]},"d":null}"#.utf8)),
            two = try JSONScanner.index(Array(#"{"a":3,"b":{"~/":[1]}}"#.utf8))
        #expect(one.onlyHere(0, than: two, 0) == ["/a", "/b/c", "/b/~0~1", "/d"])
        #expect(one.lacked(0, by: two, 0) == ["/b/c", "/b/~0~1/1"])
        #expect(two.lacked(0, by: one, 0) == [])
        #expect(one.lacked(0, by: two, 0, orEmpty: true) == ["/b/c", "/b/~0~1/1", "/d"])
        let empty = try JSONScanner.index(Array(#"{"a":{}}"#.utf8))
        #expect(empty.lacked(0, by: two, 0) == [] && empty.lacked(0, by: two, 0, orEmpty: true) == ["/a"])
    }

    @Test("large documents are compared in one pass", .timeLimit(.minutes(1)), arguments: ["deep", "wide"])
    func large(shape: String) throws {
        let deep = 60, wide = 100_000, text = String(repeating: "x", count: 1 << 20)
        func document(_ end: String) throws -> JSONIndex {
            try JSONScanner.index(
                Array(
                    (shape == "deep"
                        ? String(repeating: #"{"a":"#, count: deep) + #"{"text":"\#(text)\#(end)"}"#
                            + String(repeating: "}", count: deep)
                        : "{" + (0..<wide).map { #""a\#($0)":"\#(end)""# }.joined(separator: ",") + "}").utf8))
        }
        let one = try document("1")
        #expect(one.onlyHere(0, than: try document("2"), 0).count == (shape == "deep" ? 1 : wide))
        #expect(one.lacked(0, by: try JSONScanner.index(Array("{}".utf8)), 0).count == (shape == "deep" ? 1 : wide))
    }
}
