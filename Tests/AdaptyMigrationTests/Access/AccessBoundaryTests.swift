@testable import AdaptyMigrationAccess
@_spi(Tools) @testable import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationCore

/// Access begins at the very instant of its start, and has ended at the very instant of its expiry. The converter, the
/// judge of law 7 and the entitlements that the service answers with must agree.
@Suite("The instants at which access begins and ends")
struct AccessBoundaryTests {
    /// 2026-01-01T00:00:00Z, in milliseconds since 1970.
    private static let date: Int64 = 1_767_225_600_000

    private func index(_ text: String) throws -> JSONIndex { try JSONScanner.index(Array(text.utf8)) }

    /// A profile of API v2 with an entry for each of these members, all of one access level and one subscription.
    private func profile(_ members: [String]) -> String {
        func entries(_ ids: (Int) -> String) -> String {
            members.enumerated().map { number, member in
                #"{\#(ids(number)),"store":"s","originally_purchased_at":"2020-01-01T00:00:00Z",\#(member)}"#
            }.joined(separator: ",")
        }
        let levels = entries { #""access_level_id":"a","store_product_id":"product-\#($0)""# },
            subscriptions = entries { _ in #""store_product_id":"a""# }
        return #"{"profile_id":"p","access_levels":[\#(levels)],"subscriptions":[\#(subscriptions)]}"#
    }

    @Test(
        "a flag that is derived, the judge and the entitlements agree",
        arguments: [
            ("starts_at", -1, false), ("starts_at", 0, true), ("starts_at", 1, true), ("expires_at", -1, true),
            ("expires_at", 0, false), ("expires_at", 1, false),
        ])
    func agree(member: String, milliseconds: Int64, isActive: Bool) throws {
        let instant = AccessBoundaryTests.date + milliseconds
        let end = member == "expires_at" ? "" : #","expires_at":null"#
        let old = try index(profile([#""\#(member)":"2026-01-01T00:00:00Z"\#(end)"#]))
        var options = MigrationOptions()
        options.instant = Timestamp(microseconds: instant * 1000)
        let new = try JSONScanner.index(Migrator(options).upgrade(old.bytes).documentWithoutResidue)
        for subject in ["access level a", "subscription a"] {
            let derived = AccessReading(new).facts(of: subject)?.flag(.isActive)
            #expect(derived == isActive, "\(subject), the converter")
            #expect(AccessReading(old).isActive(subject, at: instant, trustsFlag: false) == isActive, "the judge")
        }
        #expect(
            AccessComparison(old, new, .serverV2, at: [instant * 1000], derivedAt: instant * 1000).differences == [])
        var entitlements = Entitlements()
        try entitlements.apply(profile: old.bytes, named: "profile")
        #expect(entitlements.entries.map { $0.isActive(at: instant) } == [isActive])
    }

    @Test("an activation is not a start: who waits is not locked out by a clock", arguments: [-1, 0, 1])
    func activation(milliseconds: Int64) throws {
        var entitlements = Entitlements()
        let level = #"{"paid_access_levels":{"a":{"is_active":true,"activated_at":"2026-01-01T00:00:00Z"}}}"#
        try entitlements.apply(profile: Array(level.utf8), named: "profile")
        #expect(entitlements.entries.map { $0.isActive(at: AccessBoundaryTests.date + milliseconds) } == [true])
    }

    @Test(
        "of two entries for one level the one that ends last stands, and of equal ends the later",
        arguments: [("00.001", "product-0"), ("00.000", "product-1"), ("-1", "product-1")])
    func standing(seconds: String, product: String) throws {
        let first = seconds == "-1" ? "2025-12-31T23:59:59.999Z" : "2026-01-01T00:00:\(seconds)Z"
        let old = try index(profile(["\"expires_at\":\"\(first)\"", #""expires_at":"2026-01-01T00:00:00Z""#]))
        let new = try JSONScanner.index(Migrator.derived.upgrade(old.bytes).documentWithoutResidue)
        for reading in [AccessReading(old), AccessReading(new)] {
            #expect(reading.value("access level a", .product) == .text(product))
        }
    }

    @Test(
        "seconds since 2001 are read in the years 1 to 9999, by the converter and the judge",
        arguments: [
            ("-63000000000", nil), ("-62999999999.999", -62_021_692_799_999), ("249999999999.999", 250_978_307_199_999),
            ("250000000000", nil),
        ] as [(String, Int64?)])
    func years(token: String, milliseconds: Int64?) throws {
        #expect(DateText.fromStored(Array(token.utf8)[...]) == milliseconds)
        #expect(try AccessInstant.milliseconds(secondsSince2001: #require(Double(token))) == milliseconds)
    }
}

extension Migrator {
    /// One that derives flags at the beginning of 2026.
    fileprivate static let derived: Migrator = {
        var options = MigrationOptions()
        options.instant = Timestamp("2026-01-01T00:00:00Z")
        return Migrator(options)
    }()
}
