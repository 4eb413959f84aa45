import Foundation
import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting

/// Law 7 for every target: each document, in each dialect that its kind has, read there without its residue.
@Suite("Nobody's access changes, whatever the target")
struct AccessOfTargetsTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)
    private static let instant = Timestamp("2026-01-01T00:00:00Z")

    @Test("every fixture to every dialect", arguments: Fixture.all.filter { $0.kind == .profile })
    func fixtures(_ fixture: Fixture) throws {
        try Self.check(fixture.legacy(), fixture.dialect)
    }

    @Test(
        "generated profiles to every dialect",
        arguments: LawTests.cases.filter { $0.kind == .profile }, [false, true])
    func generated(_ test: LawTests.Case, _ hasBugs: Bool) throws {
        for number in 0..<LawTests.count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 15_485_863, column: test.column, hasBugs: hasBugs)
            let sample = generator.document(.profile)
            try Self.check(Array(sample.text(Sample.Style.all[number % 3]).utf8), test.column.dialect)
        }
    }

    private static func check(_ document: [UInt8], _ source: Dialect) throws {
        for target in RecordKind.profile.dialects where target != source {
            let isOfLevels = [source, target].contains(.serverV2)
            func read(_ dialect: Dialect, _ document: [UInt8]) throws -> [String: AccessJudge.Access] {
                try AccessJudge(readsDates: dialect == .serverV2, isOfLevels: isOfLevels, now: now).read(document)
            }
            guard let before = try? read(source, document) else { continue }
            guard
                let made = try? Migrator(MigrationOptions(instant: instant)).convert(document, from: source, to: target)
            else { continue }
            let after = try read(target, made.documentWithoutResidue)
            for (subject, old) in before {
                let new = after[subject]
                #expect(
                    isSame(old, new, target, source),
                    "\(subject) to \(target): \(old), then \(new.map { "\($0)" } ?? "gone") in \(String(decoding: document, as: UTF8.self))"
                )
            }
            #expect(Set(after.keys).isSubset(of: before.keys))
        }
    }

    private static func isSame(
        _ old: AccessJudge.Access, _ new: AccessJudge.Access?, _ target: Dialect, _ source: Dialect
    ) -> Bool {
        guard let new else { return false }
        if old.end != new.end { return false }
        if target == .serverV2 {
            // A flag is a snapshot: what was active once may have ended since.
            let hasEnded = old.isActive == true && new.isActive == false && old.end.map { $0 <= now } ?? false
            return (old.isActive == nil || old.isActive == new.isActive || hasEnded)
                && (old.isLifetime == nil || old.isLifetime == new.isLifetime)
        }
        // Of dates that cannot be read nothing is derived.
        let isDerived = source == .serverV2
        return (old.isActive == new.isActive || isDerived && new.isActive == nil)
            && (old.isLifetime == new.isLifetime || isDerived && new.isLifetime == nil)
    }

    @Test(
        "flags that contradict the dates are refused, strict or not",
        arguments: [
            (#""is_active":false,"is_refund":true,"expires_at":"2027-03-01T00:00:00.000+0000""#, "is_active"),
            (#""is_active":false,"expires_at":null"#, "is_active"), (#""is_active":false"#, "is_active"),
            (#""is_active":true,"is_lifetime":false,"expires_at":null"#, "is_lifetime"),
            (#""is_active":true,"is_lifetime":true,"expires_at":"2027-03-01T00:00:00.000+0000""#, "is_lifetime"),
            (#""is_active":false,"is_in_grace_period":true,"expires_at":"2025-03-01T00:00:00.000+0000""#, "is_active"),
            (#""is_active":true,"starts_at":"2027-03-01T00:00:00.000+0000""#, "is_active"),
            (#""is_active":true,"expires_at":"soon""#, "is_active"),
        ])
    func refused(_ members: String, _ flag: String) throws {
        let profile = Array(#"{"profile_id":"p","paid_access_levels":{"a":{"id":"a",\#(members)}}}"#.utf8)
        for strict in [false, true] {
            let options = MigrationOptions(strict: strict, instant: Self.instant)
            let error = #expect(throws: MigrationError.self) {
                try Migrator(options).upgrade(profile, from: .sdk2, to: .serverV2)
            }
            guard !strict || error?.code == .contradictingAccess else { continue }
            #expect(error?.code == .contradictingAccess)
            #expect(error?.path == "/paid_access_levels/a/\(flag)")
            #expect(error?.message.contains(flag) == true)
        }
    }

    @Test(
        "what ended, or goes on, is converted",
        arguments: [
            #""is_active":false,"is_refund":true,"expires_at":"2025-03-01T00:00:00.000+0000""#,
            #""is_active":true,"expires_at":"2025-03-01T00:00:00.000+0000""#,
            #""is_active":true,"is_lifetime":true,"expires_at":null"#,
            #""is_active":true,"is_lifetime":false,"expires_at":"2027-03-01T00:00:00.000+0000""#,
            #""is_active":true,"is_in_grace_period":true,"expires_at":"2025-03-01T00:00:00.000+0000""#,
            #""is_active":false,"starts_at":"2027-03-01T00:00:00.000+0000""#,
        ])
    func converted(_ members: String) throws {
        let profile = Array(#"{"profile_id":"p","paid_access_levels":{"a":{"id":"a",\#(members)}}}"#.utf8)
        let options = MigrationOptions(instant: Self.instant)
        let made = try Migrator(options).upgrade(profile, from: .sdk2, to: .serverV2)
        #expect(try Migrator().downgrade(made.document).documentWithoutResidue == profile)
        let laws = Laws(options: options, instants: [0, 1_767_225_600_000_000], to: .serverV2)
        #expect(try laws.check(profile, from: .sdk2).isEmpty)
        #expect(try laws.check(profile, upgraded: made.document, from: .sdk2).isEmpty)
    }

    @Test("a level in its grace period is active at any instant")
    func gracePeriod() throws {
        let level =
            #"{"profile_id":"p","access_levels":[{"access_level_id":"a","store_product_id":"x","is_in_grace_period":true,"expires_at":"2025-12-25T00:00:00Z"}]}"#
        let made = try Migrator(MigrationOptions(instant: Self.instant)).upgrade(Array(level.utf8), from: .serverV2)
        #expect(String(decoding: made.document, as: UTF8.self).contains(#""is_active":true"#))
        #expect(
            try Laws(options: MigrationOptions(instant: Self.instant), instants: [1_767_225_600_000_000])
                .check(Array(level.utf8), from: .serverV2).isEmpty)
    }
}
