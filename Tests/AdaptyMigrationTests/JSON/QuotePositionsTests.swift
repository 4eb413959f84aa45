import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting

/// The quotes of a record are those of its strings. What the scanner refuses inside strings is refused.
@Suite("Quote positions")
struct QuotePositionsTests {
    /// One, two, three and four-byte characters, whole and broken, escapes, surrogates, quotes, controls.
    private static let pieces: [[UInt8]] =
        [
            "a", "\"", "\\\"", "\\\\", "\\n", "\\u00e9", "\\ud83d\\ude00", "é", "я", "яяяя", "日本", "日本語", "\u{10FFFF}",
            "😀", "plain ascii text", "  ", "\n", "\t",
        ].map { Array($0.utf8) } + [
            [0x5C], [0xC3], [0x80], [0xED, 0xA0, 0x80], [0xE0, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0xAF],
            [0x01], Array("\\ud83d".utf8), Array("\\ude00".utf8), Array("\\u12g4".utf8),
        ]

    static func index(_ bytes: [UInt8]) -> [UInt32]? {
        let buffer = RecordBuffer(capacity: 16)
        buffer.append(Array("\"before\\".utf8))
        let start = buffer.count
        buffer.append(bytes)
        let range = start..<buffer.count
        buffer.append(Array("\"\u{44F} after".utf8))
        let index = QuotePositions()
        guard index.scan(buffer.store.view.part(range)) else { return nil }
        var positions = index.positions, found: [UInt32] = []
        while positions.pointee != QuotePositions.end {
            found.append(positions.pointee)
            positions += 1
        }
        return found
    }

    /// The quotes of a document that the scanner accepts, which reads byte by byte.
    static func expected(_ document: [UInt8]) -> [UInt32]? {
        guard let index = try? JSONScanner.scan(document, maximumDepth: 512, KnownNames.numbers) else { return nil }
        return index.nodes.filter { $0.kind == .string }.flatMap { [$0.start, $0.end - 1] }
    }

    @Test("random strings at every offset of a block")
    func random() {
        var random = SeededGenerator(seed: LawTests.seed)
        var accepted = 0
        let count = LawTests.count * 100
        for number in 0..<count {
            var inside: [UInt8] = Array(repeating: 0x61, count: number % 70)
            let isGood = random.chance(60)
            for _ in 0..<random.below(24) {
                inside += random.pick(
                    isGood
                        ? Array(QuotePositionsTests.pieces[..<16].filter { $0 != [0x22] }) : QuotePositionsTests.pieces)
            }
            let document = Array("{\"k\":[\"".utf8) + inside + Array("\",1]}".utf8)
            if let expected = QuotePositionsTests.expected(document) {
                accepted += 1
                #expect(QuotePositionsTests.index(document) == expected, "\(document)")
            }
        }
        #expect(accepted > count / 4)
    }

    @Test(
        "what the scanner refuses inside a string, the index refuses",
        arguments: [
            [0x5C, 0x78], [0x01], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xE0, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xC0, 0xAF], [0xFF], Array("\\ud83d".utf8), Array("\\ude00".utf8),
            Array("\\ud83dx".utf8), Array("\\ud83d\\u0041".utf8), Array("\\u12g4".utf8), Array("\\u12".utf8), [0x0A],
        ] as [[UInt8]])
    func refused(_ text: [UInt8]) {
        for offset in 0..<130 {
            let document = [0x22] + Array(repeating: 0x61 as UInt8, count: offset) + text + [0x62, 0x22]
            #expect(QuotePositionsTests.index(document) == nil)
        }
    }
}
