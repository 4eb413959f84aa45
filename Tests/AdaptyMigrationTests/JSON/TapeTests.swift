import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting

/// The tape of a document is what the scanner makes of it, byte by byte and node by node.
@Suite("Tape")
struct TapeTests {
    /// The document stands between other bytes, as in a block of lines.
    private static func tape(_ document: [UInt8], _ builder: TapeBuilder, depth: Int) -> JSONIndex? {
        let margin = [UInt8](repeating: 0, count: PaddedBytes.margin)
        let memory = margin + Array("{\"a\":\"\n".utf8), end = Array("\n\"}]\u{44F}".utf8) + margin
        return (memory + document + end).withUnsafeBufferPointer { all in
            all.baseAddress.flatMap {
                builder.tape(PaddedView(start: $0 + memory.count, count: document.count), maximumDepth: depth)?.index
            }
        }
    }

    private static func difference(_ document: [UInt8], _ builder: TapeBuilder, depth: Int = 512) -> String? {
        let scanned = try? JSONScanner.scan(document, maximumDepth: depth, KnownNames.numbers)
        guard let tape = tape(document, builder, depth: depth) else { return scanned == nil ? nil : "refused" }
        guard let scanned else { return "accepted" }
        guard tape.bytes == scanned.bytes, tape.nodes.count == scanned.nodes.count else { return "other nodes" }
        for (number, (a, b)) in zip(tape.nodes, scanned.nodes).enumerated()
        where a.kind != b.kind || a.hasEscapes != b.hasEscapes || a.start != b.start || a.end != b.end
            || a.next != b.next || a.number != b.number
        {
            return "node \(number): \(a) and \(b)"
        }
        return nil
    }

    @Test("every case of the conformance suite, as it is and as a member")
    func conformance() {
        let builder = TapeBuilder()
        for test in ConformanceCase.all {
            for document in [test.bytes, test.member("x"), [0x20, 0x0A] + test.bytes + [0x09]] {
                #expect(TapeTests.difference(document, builder) == nil, "\(test.name)")
            }
        }
    }

    @Test("every fixture, and every fixture cut off or with one byte changed")
    func fixtures() throws {
        let builder = TapeBuilder()
        var generator = SeededGenerator(seed: 7)
        for fixture in Fixture.everything {
            let document = try fixture.legacy()
            #expect(TapeTests.difference(document, builder) == nil, "\(fixture)")
            for _ in 0..<20 where !document.isEmpty {
                var mutant = document
                let place = Int.random(in: document.indices, using: &generator)
                mutant[place] =
                    [0x22, 0x5C, 0x7B, 0x7D, 0x5B, 0x5D, 0x2C, 0x3A, 0x30, 0x2D, 0x80, 0x00, 0x74]
                    .randomElement(using: &generator) ?? 0
                #expect(TapeTests.difference(mutant, builder) == nil, "\(fixture), byte \(place)")
                #expect(TapeTests.difference(Array(document[..<place]), builder) == nil, "\(fixture), \(place) bytes")
            }
        }
    }

    @Test("the deepest document is accepted, a deeper one is not", arguments: [1, 2, 63, 512])
    func depth(limit: Int) {
        let builder = TapeBuilder()
        for depth in [limit - 1, limit, limit + 1] {
            let document =
                Array(String(repeating: "[", count: depth).utf8) + Array(String(repeating: "]", count: depth).utf8)
            #expect(TapeTests.difference(document, builder, depth: limit) == nil)
        }
    }

    @Test("names have their numbers, however they are spelled")
    func numbers() throws {
        let names = NameNumbers(["store", "is_active", "a_name_of_exactly_forty_bytes_in_this_list", "é"])
        let builder = TapeBuilder(names)
        let document = Array(
            #"{"store":1,"is\u005factive":{"is_active":2},"a_name_of_exactly_forty_bytes_in_this_list":3,"é":4,"e\u0301":5,"\u00e9":6,"stored":"store"}"#
                .utf8)
        let index = try #require(TapeTests.tape(document, builder, depth: 8))
        for node in index.nodes.indices where index.nodes[node].number != NameNumbers.none {
            #expect(names.names[Int(index.nodes[node].number)] == index.name(node))
        }
        let known = index.nodes.filter { $0.number != NameNumbers.none }
        #expect(known.count == (names.names[3].utf8.count > 40 ? 5 : 6))
    }

    @Test("every name of the project has one number")
    func knownNames() {
        let numbers = KnownNames.numbers
        for (number, name) in numbers.names.enumerated().dropFirst() {
            #expect(Int(numbers.number(name)) == number)
            #expect(name.utf8.count <= 40, "\(name)")
        }
    }
}
