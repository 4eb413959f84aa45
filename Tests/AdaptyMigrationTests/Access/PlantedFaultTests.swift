import Foundation
import Testing

@testable import AdaptyMigrationAccess
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting

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

    /// The documents for each fault, dialect and kind, PLANTED_DOCUMENTS of them.
    private static let count = ProcessInfo.processInfo.environment["PLANTED_DOCUMENTS"].flatMap { Int($0) } ?? 20

    @Test(
        "every row that says something about access is in the table",
        arguments: AccessRows.all.flatMap { table, rows in rows.values.joined().map { (table, $0) } })
    func rows(table: TableID, id: String) { #expect(Table[table].row(id) != nil) }

    private static let cases = PlantedFault.allCases.flatMap { fault in
        LawTests.cases.map { Case(fault: fault, test: $0) }
    }.filter(\.isPossible)

    @Test("every one is found", arguments: cases)
    func found(_ planting: Case) throws {
        let laws = Laws(instants: LawTests.instants), test = planting.test
        var planted: [String: Int] = [:]
        for number in 0..<PlantedFaultTests.count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 15_485_863, column: test.column, hasBugs: number % 2 == 1)
            let document = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
            guard let upgraded = try? Migrator().upgrade(document, from: test.column.dialect).documentWithoutResidue
            else { continue }
            guard let faulty = try planting.fault.plant(in: upgraded, &planted, &generator.random) else { continue }
            let failures = try laws.check(document, upgraded: faulty, from: test.column.dialect)
            let before = FastDigest.sum(upgraded), after = FastDigest.sum(faulty)
            guard failures.contains(where: { $0.law == 7 }), before == nil || before != after else {
                Issue.record(
                    "\(planting.testDescription) was not found: \(failures) \(String(describing: before))\nold    \(text(document))\nfaulty \(text(faulty))"
                )
                return
            }
        }
        let count = planted.values.reduce(0, +)
        #expect(count > PlantedFaultTests.count / 10, "only \(count) faults could be planted")
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
