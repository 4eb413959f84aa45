import Testing

@testable import AdaptyMigrationCore
@testable import AdaptyMigrationTesting

/// What may be put back from a residue is JSON.
@Suite("Fragments")
struct FragmentTests {
    /// Whether a text is a value, a member with the comma before it, and a member with the comma after it.
    private static func kinds(_ text: [UInt8]) -> (value: Bool, after: Bool, before: Bool) {
        var memory = PaddedBytes(capacity: 64)
        defer { memory.deallocate() }
        func fragment(_ bytes: [UInt8]) -> Text {
            let view = memory.load(bytes)
            return Text(view.start, view.count)
        }
        return (
            Fragment.isValue(fragment(text)), Fragment.isRun(fragment(Array(",\"name\":".utf8) + text)),
            Fragment.isRun(fragment(Array("\"name\":".utf8) + text + [0x2C]))
        )
    }

    private static func expect(_ text: [UInt8]) {
        func isJSON(_ text: [UInt8]) -> Bool { (try? JSONScanner.index(text, maximumDepth: .max)) != nil }
        let isValue = isJSON(text), isMember = isJSON(Array("{\"name\":".utf8) + text + [0x7D]), kinds = kinds(text)
        #expect(kinds.value == isValue, "\(String(decoding: text, as: UTF8.self))")
        #expect(kinds.after == isMember && kinds.before == isMember, "\(String(decoding: text, as: UTF8.self))")
    }

    @Test("every case of the conformance suite", arguments: ConformanceCase.all)
    func conformance(_ test: ConformanceCase) { FragmentTests.expect(test.bytes) }

    @Test("strings of the bytes that count, of lengths around a word")
    func short() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            let alphabet: [UInt8] = [
                0x22, 0x22, 0x5C, 0x61, 0x3A, 0x1F, 0x20, 0x21, 0x80, 0x7F, 0x30, 0x31, 0x2D, 0x2E, 0x65,
            ]
            FragmentTests.expect(
                [0x22]
                    + (0..<Int.random(in: 0..<18, using: &random)).map { _ in
                        Int.random(in: 0..<6, using: &random) > 0 ? 0x61 : alphabet.randomElement(using: &random) ?? 0
                    })
        }
    }
}
