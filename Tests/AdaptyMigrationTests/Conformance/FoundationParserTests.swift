import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting

/// Foundation's parser accepts and refuses what ours does, but for differences that are known and have a reason.
@Suite("Foundation's parser")
struct FoundationParserTests {
    private func isKnown(_ bytes: [UInt8], _ name: String) {
        if case .unknown(let difference) = FoundationParser.compare(bytes) { Issue.record("\(name): \(difference)") }
    }

    @Test("differs on the conformance cases for known reasons, and for each of them")
    func cases() {
        for test in ConformanceCase.all { isKnown(test.bytes, test.name) }
        let seen = Set(ConformanceCase.all.map { FoundationParser.compare($0.bytes) })
        #expect(seen == [.same, .beyondDouble, .trailingComma, .encoding])
    }

    @Test("on mutants of real records", arguments: Realistic.all)
    func records(_ document: Realistic.Document) {
        var random = SeededGenerator(seed: LawTests.seed &+ UInt64(document.name.utf8.count))
        for number in 0..<1_000 { isKnown(MutationTests.mutant(of: document.bytes, &random), "mutant \(number)") }
    }

    @Test("on mutants of the conformance cases")
    func mutants() {
        var random = SeededGenerator(seed: LawTests.seed), accepted = 0
        for test in ConformanceCase.all where test.bytes.count < 2_000 {
            for number in 0..<8 {
                let mutant = MutationTests.mutant(of: test.bytes, &random)
                isKnown(mutant, "mutant \(number) of \(test.name)")
                if (try? JSONScanner.index(mutant)) != nil { accepted += 1 }
            }
        }
        #expect(accepted > 500)
    }
}
