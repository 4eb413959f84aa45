@_spi(Tools) import AdaptyMigrationTools

@testable import AdaptyMigrationAccess
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting

/// What holds for every document. `LawTests` checks it on generated ones.
struct Law: Sendable {
    /// A document and its upgrade.
    struct Subject: Sendable {
        let document: [UInt8]
        let dialect: Dialect
        let kind: RecordKind
        let upgraded: Migration

        init(_ sample: Sample, _ style: Sample.Style, _ test: LawTests.Case) throws {
            document = Array(sample.text(style).utf8)
            dialect = test.column.dialect
            kind = test.kind
            upgraded = try Migrator().upgrade(document, from: dialect)
        }
    }

    enum Verdict { case holds, fails, refused }

    let name: String
    var concerns: @Sendable (LawTests.Case) -> Bool = { _ in true }
    let holds: @Sendable (Subject) throws -> Bool

    /// Some generated documents are refused on purpose.
    func verdict(_ subject: Result<Subject, any Error>) -> Verdict {
        do {
            return try holds(subject.get()) ? .holds : .fails
        } catch let error as MigrationError {
            return [.conflictingSpellings, .unrecognised, .missingRequired].contains(error.code) ? .refused : .fails
        } catch {
            return .fails
        }
    }

    static let all = [
        upDown, downUp, idempotence, pathIndependence, sameAccess, sameTotals, differencesSaid, nothingSilent,
    ]

    private static let upDown = Law(name: "law 1: upgrade, then downgrade, gives the same bytes") { subject in
        guard try Migrator().downgrade(subject.upgraded.document).documentWithoutResidue == subject.document else {
            return false
        }
        guard subject.kind != .event, subject.kind != .promo else { return true }
        let newest = try Migrator().upgrade(subject.document, from: subject.dialect, to: .sdk3)
        return try Migrator().downgrade(newest.document).documentWithoutResidue == subject.document
    }

    private static let downUp = Law(
        name: "law 2: downgrade, then upgrade, gives the same bytes",
        concerns: { $0.column.dialect.age >= 2 && $0.column != .serverV2 }
    ) { subject in
        // A member that stands elsewhere in newer versions of the dialect is moved, with a downgrade before or without.
        let own = try Migrator().upgrade(subject.document, from: subject.dialect, to: subject.dialect)
        return try subject.kind.dialects.allSatisfy { target in
            guard target.age < subject.dialect.age else { return true }
            let old = try Migrator().downgrade(subject.document, from: subject.dialect, to: target)
            let again = try Migrator().upgrade(old.document, to: subject.dialect).documentWithoutResidue
            return again == subject.document || again == own.documentWithoutResidue
        }
    }

    private static let idempotence = Law(name: "law 5: upgrading twice changes no byte") { subject in
        let once = subject.upgraded
        let twice = try Migrator().upgrade(once.document, from: once.residue == nil ? subject.dialect : nil)
        guard twice.document == once.document else { return false }
        guard let source = once.source, once.target.age >= source.age, once.kind != .promo else { return true }
        return try Migrator().upgrade(once.documentWithoutResidue, from: once.target).documentWithoutResidue
            == once.documentWithoutResidue
    }

    private static let pathIndependence = Law(
        name: "law 6: going to sdk3 directly and over sdk2 gives the same bytes",
        concerns: { $0.kind != .event && !$0.column.dialect.isSDK3 && !$0.kind.isRow }
    ) { subject in
        let (document, dialect) = (subject.document, subject.dialect)
        guard try Migrator().detect(document, from: dialect).kind != .promo else { return true }
        let direct = try Migrator().upgrade(document, from: dialect, to: .sdk3).document
        let half = try Migrator().upgrade(document, from: dialect, to: .sdk2).document
        guard try Migrator().upgrade(half, from: .sdk2, to: .sdk3).document == direct else { return false }
        // Half the way back ends where half the way up did.
        return try dialect == .sdk2 || Migrator().downgrade(direct, to: .sdk2).document == half
    }

    private static let sameAccess = Law(name: "law 7: access and prices are the same before and after") { subject in
        try Laws(instants: LawTests.instants)
            .access(
                subject.document, subject.upgraded.documentWithoutResidue, subject.upgraded.source,
                subject.upgraded.target
            )
            .isEmpty
    }

    private static let sameTotals = Law(
        name: "law 7: access at any instant is counted the same before and after",
        concerns: { $0.kind == .profile || $0.kind == .event }
    ) { subject in
        let instants = (2008...2031).map { year in Int64(year - 1970) * 31_556_952_000_000 }
        var before = AccessTotals(instants: instants), after = AccessTotals(instants: instants)
        let goesByDates = AccessTotals.hasNoFlags(subject.document)
        try before.add(subject.document, goesByDates: goesByDates)
        try after.add(subject.upgraded.document, goesByDates: goesByDates)
        let isActivity = { (line: AccessTotals.Line) in line.name.contains("active at") }
        return before.lines.filter(isActivity) == after.lines.filter(isActivity)
    }

    private static let differencesSaid = Law(name: "law 8: every difference has a ledger entry") { subject in
        var options = MigrationOptions()
        options.keepsLedger = true
        let upgraded = try Migrator(options).upgrade(subject.document, from: subject.dialect)
        guard upgraded.documentWithoutResidue == subject.upgraded.documentWithoutResidue else { return false }
        guard upgraded.documentWithoutResidue != subject.document,
            upgraded.residue?.hasChanges(upgraded.documentWithoutResidue) ?? false
        else { return true }
        return upgraded.ledger.entries.contains { ![.copied, .unknown].contains($0.action) }
    }

    private static let nothingSilent = Law(name: "law 8: every member is in the output or in the ledger") { subject in
        var options = MigrationOptions()
        options.keepsLedger = true
        for target in [nil] + subject.kind.dialects where target != subject.dialect {
            let migrator = Migrator(options), made: Migration
            do throws(MigrationError) {
                made =
                    if let target {
                        try migrator.convert(subject.document, from: subject.dialect, to: target)
                    } else {
                        try migrator.upgrade(subject.document, from: subject.dialect)
                    }
            } catch {
                // Flags that contradict the dates have no place among dates alone.
                if error.code == .contradictingAccess { continue }
                throw error
            }
            guard try LedgerCoverage(subject.document, made).silent.isEmpty else { return false }
        }
        return true
    }
}
