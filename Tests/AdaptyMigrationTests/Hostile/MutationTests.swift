import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting

/// 20,000 documents with one to three bytes changed, removed, added, doubled or moved.
@Suite("Hostile: mutants")
struct MutationTests {
    static let count = 20_000

    static func mutant(of bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let structural = Array(#"{}[]",:\0123456789.eE+-truefalsn _"#.utf8)
        var mutant = bytes
        for _ in 0...random.below(3) where !mutant.isEmpty {
            let position = random.below(mutant.count)
            switch random.below(7) {
            case 0: mutant[position] ^= 1 << UInt8(random.below(8))
            case 1: mutant[position] = random.pick(structural)
            case 2: mutant.remove(at: position)
            case 3: mutant.insert(random.pick(structural), at: position)
            case 4: mutant.swapAt(position, random.below(mutant.count))
            case 5:
                let end = min(mutant.count, position + random.below(40))
                mutant.insert(contentsOf: mutant[position..<end], at: random.below(mutant.count))
            default:
                let end = min(mutant.count, position + random.below(20))
                mutant.removeSubrange(position..<end)
            }
        }
        return mutant
    }

    @Test("upgrade throws, or gives valid JSON that goes back to the same bytes", arguments: Realistic.all)
    func mutants(_ document: Realistic.Document) {
        var random = SeededGenerator(seed: 20_260_101 &+ UInt64(document.name.utf8.count) &* 31)
        var converted = 0
        for number in 0..<(MutationTests.count / Realistic.all.count) {
            let mutant = MutationTests.mutant(of: document.bytes, &random)
            do {
                let upgraded = try Migrator().upgrade(mutant)
                converted += 1
                let embedded = upgraded.document
                #expect(throws: Never.self, "\(number): \(String(decoding: mutant, as: UTF8.self))") {
                    try JSONScanner.index(embedded, maximumDepth: 4096)
                }
                let restored = try Migrator().downgrade(embedded).documentWithoutResidue
                #expect(restored == mutant, "\(number): \(String(decoding: mutant, as: UTF8.self))")
            } catch {
                #expect(error.code != .notReversible, "\(number): \(String(decoding: mutant, as: UTF8.self))")
                #expect(error.code != .brokenResidue, "\(number): \(String(decoding: mutant, as: UTF8.self))")
            }
        }
        // Otherwise the mutants would only test the scanner.
        #expect(converted > 100)
    }

    @Test("mutants of converted documents with their residue: an error or a valid document", arguments: Realistic.all)
    func mutantsAfterUpgrade(_ document: Realistic.Document) throws {
        var random = SeededGenerator(seed: 7 &+ UInt64(document.name.utf8.count))
        let embedded = try Migrator().upgrade(document.bytes).document
        var restorations = 0
        for number in 0..<1_000 {
            let mutant = MutationTests.mutant(of: embedded, &random)
            guard let restored = try? Migrator().downgrade(mutant).documentWithoutResidue else { continue }
            let isJSON = (try? JSONScanner.index(restored, maximumDepth: 4096)) != nil
            try #require(
                isJSON,
                "\(number): \(String(decoding: mutant, as: UTF8.self)) gives \(String(decoding: restored, as: UTF8.self))"
            )
            restorations += 1
        }
        #expect(restorations > 100, "\(restorations)")
    }
}
