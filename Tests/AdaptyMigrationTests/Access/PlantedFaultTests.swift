@testable import AdaptyMigrationStreams
@testable import AdaptyMigrationAccess
import AdaptyMigrationTesting
import Testing

@testable import AdaptyMigrationCore

/// A gate that finds nothing is no gate: faults planted in upgraded documents of every dialect must be found, by the
/// laws and by the fast sum.
@Suite("Planted faults")
struct PlantedFaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let fault: PlantedFault
        let test: LawTests.Case
        var testDescription: String { "\(fault) in \(test.testDescription)" }

        /// API v2 says none of these.
        var isPossible: Bool {
            guard fault.kinds.contains(test.kind) else { return false }
            if test.column == .serverV2 { return fault != .lostRenewalFlag }
            // Wire products of SDK 1.x and references of SDK 3 leave the price to the store.
            return fault != .swappedSign || test.kind == .event || test.column != .sdk3
        }
    }

    private static let cases = PlantedFault.allCases.flatMap { fault in
        LawTests.cases.map { Case(fault: fault, test: $0) }
    }.filter(\.isPossible)

    @Test("every one is found", arguments: cases)
    func found(_ planted: Case) throws {
        let laws = Laws(instants: LawTests.instants), test = planted.test
        var count = 0
        for number in 0..<LawTests.count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 15_485_863, column: test.column, hasBugs: number % 2 == 1)
            let document = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
            guard let upgraded = try? Migrator().upgrade(document, from: test.column.dialect).document else { continue }
            guard let faulty = try planted.fault.plant(in: upgraded, &generator.random) else { continue }
            count += 1
            let failures = try laws.check(document, upgraded: faulty, from: test.column.dialect)
            let before = FastDigest.sum(upgraded), after = FastDigest.sum(faulty)
            guard failures.contains(where: { $0.law == 7 }), before == nil || before != after else {
                Issue.record(
                    "\(planted.testDescription) was not found: \(failures) \(String(describing: before))\nold    \(text(document))\nfaulty \(text(faulty))"
                )
                return
            }
        }
        #expect(count > LawTests.count / 20, "only \(count) faults could be planted")
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
