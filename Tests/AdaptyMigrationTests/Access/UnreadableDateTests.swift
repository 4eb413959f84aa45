@_spi(Tools) @testable import AdaptyMigrationStreams
@testable import AdaptyMigrationAccess
import Testing

@testable import AdaptyMigrationCore

/// API v2 says by its dates alone who has access. From one that names no instant nothing follows.
@Suite("Dates that cannot be read")
struct UnreadableDateTests {
    private static let dates = [
        #""2030-01-01T00:00:00""#, #""10000-01-01T00:00:00+0000""#, #""2030-02-30T00:00:00+0000""#, #""soon""#, #""""#,
        "true", "{}",
    ]
    private static let now: Int64 = 1_735_689_600_000_000

    private static func profile(_ levels: [String]) -> [UInt8] {
        let levels = levels.map { #"{"access_level_id":"premium",\#($0)}"# }.joined(separator: ",")
        return Array(#"{"profile_id":"p","subscriptions":[],"access_levels":[\#(levels)]}"#.utf8)
    }

    private static func options(fillRequired: Bool = false) -> MigrationOptions {
        MigrationOptions(fillRequired: fillRequired, instant: Timestamp(microseconds: now))
    }

    @Test(
        "no is_active is derived from one, nor filled in", arguments: dates + ["1893456000"],
        ["starts_at", "expires_at"])
    func derived(_ date: String, _ name: String) throws {
        let document = Self.profile([#""\#(name)":\#(date)"#]), options = Self.options()
        let migration = try Migrator(options).upgrade(document, from: .serverV2)
        #expect(!String(decoding: migration.documentWithoutResidue, as: UTF8.self).contains("is_active"))
        #expect(migration.ledger.counts[.missing, default: 0] > 0)
        #expect(try Migrator().downgrade(migration.document).documentWithoutResidue == document)
        #expect(try Laws(options: options, instants: [Self.now]).check(document, from: .serverV2).isEmpty)
        let error = #expect(throws: MigrationError.self) {
            try Migrator(Self.options(fillRequired: true)).upgrade(document, from: .serverV2)
        }
        #expect(error?.code == .missingRequired)
        #expect(error?.remedy.contains("starts_at and expires_at") == true)
    }

    @Test("the judge objects where somebody derived it all the same", arguments: dates, ["true", "false"])
    func judge(_ date: String, _ flag: String) throws {
        let document = Self.profile([#""expires_at":\#(date)"#])
        let upgraded =
            #"{"profile_id":"p","subscriptions":{},"paid_access_levels":{"premium":{"id":"premium","is_active":\#(flag),"expires_at":\#(date)}}}"#
        let failures = try Laws(options: Self.options(), instants: [Self.now]).check(
            document, upgraded: Array(upgraded.utf8), from: .serverV2)
        #expect(failures.map(\.law) == [7], "\(failures)")
    }

    @Test("of two entries with one name neither stands", arguments: dates, [true, false])
    func entries(_ date: String, _ isFirst: Bool) throws {
        let known = #""expires_at":"2029-01-01T00:00:00+0000""#, unknown = #""expires_at":\#(date)"#
        let document = Self.profile(isFirst ? [unknown, known] : [known, unknown])
        let error = #expect(throws: MigrationError.self) { try Migrator().upgrade(document, from: .serverV2) }
        #expect(error?.code == .unreadableDate)
        #expect(error?.path == "/access_levels/\(isFirst ? 0 : 1)/expires_at")
        for level in [known, unknown] {
            let upgraded =
                #"{"profile_id":"p","subscriptions":{},"paid_access_levels":{"premium":{"id":"premium",\#(level)}}}"#
            let failures = try Laws(instants: [Self.now]).check(
                document, upgraded: Array(upgraded.utf8), from: .serverV2)
            #expect(failures.map(\.law) == [7], "\(level) \(failures)")
        }
    }

    @Test("two entries of one product are refused where API v2 would have one", arguments: dates)
    func down(_ date: String) throws {
        let document = Array(
            #"{"profile_id":"p","paid_access_levels":{},"subscriptions":{"a":{"vendor_product_id":"x","expires_at":\#(date)},"b":{"vendor_product_id":"x","expires_at":"2030-01-01T00:00:00.000+0000"}}}"#
                .utf8)
        let down = try Migrator().downgrade(document, from: .sdk2)
        #expect(down.documentWithoutResidue == document)
        // There both would be the subscription `x`.
        let error = #expect(throws: MigrationError.self) {
            try Migrator().convert(document, from: .sdk2, to: .serverV2)
        }
        #expect(error?.code == .contradictingAccess)
    }

    @Test("of two entries with one name the one that expires last stands, then the last")
    func readable() throws {
        let ends = ["\"2030-01-01T00:00:00+0000\"", "\"2031-01-01T00:00:00+0000\"", "null", "null"]
        for (count, standing) in [(1, 0), (2, 1), (3, 2), (4, 3)] {
            let document = Self.profile(
                ends.prefix(count).enumerated().map { #""n":\#($0.offset),"expires_at":\#($0.element)"# })
            let upgraded = try JSONScanner.index(Migrator().upgrade(document, from: .serverV2).documentWithoutResidue)
            let level = upgraded.member(0, "paid_access_levels").flatMap { upgraded.member($0, "premium") }
            let number = level.flatMap { upgraded.member($0, "n") }
            #expect(number.map { String(decoding: upgraded.raw($0), as: UTF8.self) } == "\(standing)")
        }
    }
}
