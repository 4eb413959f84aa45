@testable import AdaptyMigrationModels
@testable import AdaptyMigrationStreams
@testable import AdaptyMigrationAccess
import AdaptyMigrationTools
import AdaptyMigrationTesting
import Foundation
import Testing

@testable import AdaptyMigrationCore

/// The laws over generated documents: LAW_DOCUMENTS of each dialect and kind. `make test` takes 200, `make test-long`
/// 1,000.
@Suite("Laws")
struct LawTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let column: Column
        let kind: RecordKind
        var testDescription: String { "\(column.id) \(kind.rawValue)" }
    }

    static let cases: [Case] = Column.allCases.flatMap { column in
        RecordKind.converted.filter { $0.dialects.contains(column.dialect) }.map { Case(column: column, kind: $0) }
    }

    static let count = ProcessInfo.processInfo.environment["LAW_DOCUMENTS"].flatMap { Int($0) } ?? 20
    /// The first of January 2020, 2022, 2024, 2025 and 2026 (UTC).
    static let instants: [Int64] = [1_577_836_800, 1_640_995_200, 1_704_067_200, 1_735_689_600, 1_767_225_600].map {
        $0 * 1_000_000
    }

    static let seed = ProcessInfo.processInfo.environment["LAW_SEED"].flatMap { UInt64($0) } ?? 2026

    /// Runs a law over generated documents; a failure is shrunk to the smallest document that fails.
    private func check(_ law: String, _ test: Case, _ holds: (_ document: [UInt8], _ dialect: Dialect) throws -> Bool) {
        var accepted = 0
        for number in 0..<LawTests.count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 7919, column: test.column, hasBugs: number % 2 == 1)
            let sample = generator.document(test.kind)
            let style = Sample.Style.all[number % 3]
            var isRefused = false
            func fails(_ sample: Sample) -> Bool {
                do { return try !holds(Array(sample.text(style).utf8), test.column.dialect) } catch let error
                    as MigrationError
                {
                    isRefused = [.conflictingSpellings, .unrecognised, .missingRequired].contains(error.code)
                    return !isRefused
                } catch { return true }
            }
            if fails(sample) {
                let smallest = sample.shrunk(while: fails)
                Issue.record(
                    "\(law) fails for \(test.testDescription), seed \(LawTests.seed), document \(number): \(smallest.text(style))"
                )
                return
            }
            if !isRefused { accepted += 1 }
        }
        #expect(
            accepted * 10 > LawTests.count * 6,
            "only \(accepted) of \(LawTests.count) documents were accepted: the law was hardly tested")
    }

    @Test("law 1: upgrade, then downgrade, gives the same bytes", arguments: cases)
    func upDown(test: Case) {
        check("law 1", test) { document, dialect in
            let current = try Migrator().upgrade(document, from: dialect)
            guard try Migrator().downgrade(current.documentWithResidue).document == document else { return false }
            guard test.kind != .event, test.kind != .promo else { return true }
            let newest = try Migrator().upgrade(document, from: dialect, to: .sdk3)
            return try Migrator().downgrade(newest.documentWithResidue).document == document
        }
    }

    @Test(
        "law 2: downgrade, then upgrade, gives the same bytes",
        arguments: cases.filter { $0.column.dialect.age >= 2 && $0.column != .serverV2 })
    func downUp(test: Case) {
        check("law 2", test) { document, dialect in
            for target in test.kind.dialects where target.age < dialect.age {
                let old = try Migrator().downgrade(document, from: dialect, to: target)
                guard try Migrator().upgrade(old.documentWithResidue, to: dialect).document == document else {
                    return false
                }
            }
            return true
        }
    }

    @Test("law 5: upgrading twice changes no byte", arguments: cases)
    func idempotence(test: Case) {
        check("law 5", test) { document, dialect in
            let once = try Migrator().upgrade(document, from: dialect)
            let twice = try Migrator().upgrade(once.documentWithResidue, from: once.residue == nil ? dialect : nil)
            guard twice.documentWithResidue == once.documentWithResidue else { return false }
            guard once.target.age >= once.source.age, once.kind != .promo else { return true }
            return try Migrator().upgrade(once.document, from: once.target).document == once.document
        }
    }

    @Test(
        "law 6: going to sdk3 directly and over sdk2 gives the same bytes",
        arguments: cases.filter { $0.kind != .event && !$0.column.dialect.isSDK3 && !$0.kind.isRow })
    func pathIndependence(test: Case) {
        check("law 6", test) { document, dialect in
            guard try Migrator().detect(document, from: dialect).kind != .promo else { return true }
            let direct = try Migrator().upgrade(document, from: dialect, to: .sdk3).documentWithResidue
            let over = try Migrator().upgrade(
                try Migrator().upgrade(document, from: dialect, to: .sdk2).documentWithResidue, from: .sdk2, to: .sdk3
            ).documentWithResidue
            guard direct == over, dialect != .sdk2 else { return direct == over }
            // Half the way back ends where half the way up did.
            return try Migrator().downgrade(direct, to: .sdk2).documentWithResidue
                == Migrator().upgrade(document, from: dialect, to: .sdk2).documentWithResidue
        }
    }

    private static let customers = cases.filter { $0.kind == .profile || $0.kind == .event }

    @Test("law 7: access is the same before and after", arguments: customers)
    func sameAccess(test: Case) { checkAccess(test) }

    @Test(
        "law 7: products and prices are the same before and after",
        arguments: cases.filter { $0.kind != .profile && $0.kind != .event })
    func sameProducts(test: Case) { checkAccess(test) }

    @Test("law 7: access at any instant is counted the same before and after", arguments: customers)
    func sameTotals(test: Case) {
        let instants = (2008...2031).map { year in Int64(year - 1970) * 31_556_952_000_000 }
        check("law 7", test) { document, dialect in
            let upgraded = try Migrator().upgrade(document, from: dialect)
            var before = AccessTotals(instants: instants), after = AccessTotals(instants: instants)
            try before.add(document)
            try after.add(upgraded.documentWithResidue)
            let isActivity = { (line: AccessTotals.Line) in line.name.contains("active at") }
            return before.lines.filter(isActivity) == after.lines.filter(isActivity)
        }
    }

    private func checkAccess(_ test: Case) {
        let laws = Laws(instants: LawTests.instants)
        check("law 7", test) { document, dialect in
            let upgraded = try Migrator().upgrade(document, from: dialect)
            return try laws.access(document, upgraded.document, upgraded.source).isEmpty
        }
    }

    @Test("law 8: every difference has a ledger entry", arguments: cases)
    func nothingSilent(test: Case) {
        var options = MigrationOptions()
        options.keepsLedger = true
        let migrator = Migrator(options)
        check("law 8", test) { document, dialect in
            let upgraded = try migrator.upgrade(document, from: dialect)
            guard upgraded.document != document, upgraded.residue?.hops.contains(where: { $0.delta != nil }) ?? false
            else { return true }
            return upgraded.ledger.entries.contains { ![.copied, .unknown].contains($0.action) }
        }
    }
}
