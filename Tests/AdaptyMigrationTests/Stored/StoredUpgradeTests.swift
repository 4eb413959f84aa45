import Foundation
import Testing

@testable import AdaptyMigration
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting
@_spi(Tools) @testable import AdaptyStoredData
@_spi(Tools) @testable import AdaptyStoredUpgrade

/// What SDK 1.x and 2.x left in the store is read by every SDK after the upgrade, with the same access, and comes back
/// byte for byte.
@Suite("Stored data")
struct StoredUpgradeTests {
    static let versions: [SDKVersion] = [
        "2.4.3", "2.4.5", "2.5.0", "2.8.0", "2.9.0", "2.9.4", "2.10.4", "2.11.1", "3.0.0", "3.3.0", "3.4.0", "3.7.0",
        "3.8.0", "3.11.0", "3.12.0", "3.17.2", "4.0.0",
    ]

    static func fixture(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: FixtureTree.legacy.root.appendingPathComponent("sdk1-stored/" + path)))
    }

    /// The profiles that SDK 1.x could read itself: what it could not, no upgrade has to.
    static let profiles = [
        "profile-of-1-12.json", "profile-of-1-18-beta-with-attributes.json", "cancelled-but-still-active.json",
        "stored-date-with-binary-noise.json", "paid-access-levels-of-1-2-3.json", "no-profile-id-of-1-2-2.json",
    ]

    @Test("every SDK reads a profile of 1.x, with the same access", arguments: versions, profiles)
    func profile(sdk: SDKVersion, file: String) throws {
        let old = try StoredUpgradeTests.fixture("profile/" + file)
        let id = StoredRecord.member("profileId", old) ?? "stored"
        let stored: [StoredKey: StoredValue] = [.profile: .data(old), .profileID: .text(id)]
        let plan = StoredUpgrade(for: sdk).plan(stored), after = plan.applied(to: stored)
        #expect(plan.report[.profile]?.outcome == .upgraded, "\(plan.report)")
        let profile = try SDKDecoder(sdk).profile(try #require(after[.profile]?.bytes))
        #expect(profile.profileId == id)
        let levels = try StoredUpgradeTests.levels(old)
        #expect(Set(profile.levels.keys) == Set(levels.keys))
        for (name, level) in profile.levels {
            #expect(level.isActive == levels[name]?.isActive && level.expiresAt == levels[name]?.expiresAt, "\(name)")
        }
        #expect(StoredUpgrade(for: sdk).plan(after).changes.isEmpty, "a second run must change nothing")
        #expect(StoredUpgrade.undo(after).applied(to: after) == stored)
    }

    /// What SDK 1.x read of levels: a date is seconds since 2001, rounded to the millisecond as its successor writes
    /// it.
    static func levels(_ profile: [UInt8]) throws -> [String: (isActive: Bool, expiresAt: Date?)] {
        let root = try #require(try JSONSerialization.jsonObject(with: Data(profile)) as? [String: Any])
        let levels = (root["accessLevels"] ?? root["paidAccessLevels"]) as? [String: [String: Any]] ?? [:]
        return levels.mapValues { level in
            let seconds = (level["expiresAt"] as? Double).map {
                Date(timeIntervalSince1970: Double(Int64((($0 + 978_307_200) * 1000).rounded())) / 1000)
            }
            return (level["isActive"] as? Bool ?? false, seconds)
        }
    }

    @Test("every SDK reads generated profiles of 1.x", arguments: versions)
    func generated(sdk: SDKVersion) throws {
        var upgraded = 0
        for number in 0..<60 {
            var generator = DocumentGenerator(
                seed: UInt64(number) &* 7919 &+ 3, column: .sdk1Stored, hasBugs: number % 2 == 1)
            let old = Array(generator.document(.profile).text().utf8)
            guard let id = StoredRecord.member("profileId", old) else { continue }
            let stored: [StoredKey: StoredValue] = [.profile: .data(old), .profileID: .text(id)]
            let plan = StoredUpgrade(for: sdk).plan(stored), after = plan.applied(to: stored)
            guard plan.report[.profile]?.outcome == .upgraded else {
                #expect(after == stored, "what is not upgraded is not touched")
                continue
            }
            #expect(throws: Never.self, "\(String(decoding: old, as: UTF8.self))\n\(plan.report)") {
                try SDKDecoder(sdk).profile(try #require(after[.profile]?.bytes))
            }
            #expect(StoredUpgrade(for: sdk).plan(after).changes.isEmpty)
            #expect(StoredUpgrade.undo(after).applied(to: after) == stored)
            upgraded += 1
        }
        #expect(upgraded > 20)
    }

    @Test("every SDK before 4.0 reads the paywalls of 1.x", arguments: versions.filter { $0 < "4.0.0" })
    func paywalls(sdk: SDKVersion) throws {
        let files = [
            "paywall-of-1-12.json", "internal-custom-payload-of-1-7.json", "is-winback-of-1-3-0.json",
            "beta-of-1-18-without-promo.json", "payload-absent-of-1-11.json",
        ]
        let old =
            [0x5B] + Array(try files.map { try StoredUpgradeTests.fixture("paywall/" + $0) }.joined(separator: [0x2C]))
            + [0x5D]
        let stored: [StoredKey: StoredValue] = [.paywalls: .data(old)]
        let plan = StoredUpgrade(for: sdk).plan(stored), after = plan.applied(to: stored)
        let paywalls = try SDKDecoder(sdk).paywalls(try #require(after[.paywalls]?.bytes))
        #expect(paywalls.count == files.count)
        let models = try JSONSerialization.jsonObject(with: Data(old)) as? [[String: Any]]
        #expect(paywalls.map(\.id) == models?.map { $0["developerId"] as? String })
        #expect(paywalls.map(\.variationId) == models?.map { $0["variationId"] as? String })
        #expect(
            paywalls.map(\.remoteConfig)
                == models?.map { ($0["customPayloadString"] ?? $0["internalCustomPayload"]) as? String })
        #expect(after[.paywallsVersion]?.number == (sdk < "2.11.0" ? nil : sdk < "3.8.0" ? 2 : 3))
        #expect(StoredUpgrade(for: sdk).plan(after).changes.isEmpty)
        #expect(StoredUpgrade.undo(after).applied(to: after) == stored)
    }

    @Test("SDKs that read products read those of 1.x", arguments: versions.filter { $0 < "3.3.0" })
    func products(sdk: SDKVersion) throws {
        let stored: [StoredKey: StoredValue] = [
            .products: .data(try StoredUpgradeTests.fixture("products/cached-products.json"))
        ]
        let after = StoredUpgrade(for: sdk).plan(stored).applied(to: stored)
        #expect(try !SDKDecoder(sdk).products(try #require(after[.products]?.bytes)).isEmpty)
        #expect(StoredUpgrade(for: sdk).plan(after).changes.isEmpty)
        #expect(StoredUpgrade.undo(after).applied(to: after) == stored)
    }

    @Test(
        "from version to version: what one SDK reads, the next reads after the upgrade",
        arguments: zip(versions, versions.dropFirst()))
    func chain(first: SDKVersion, second: SDKVersion) throws {
        let old = try StoredUpgradeTests.fixture("profile/profile-of-1-12.json"),
            paywall = try StoredUpgradeTests.fixture("paywall/paywall-of-1-12.json")
        let stored: [StoredKey: StoredValue] = [.profile: .data(old), .paywalls: .data([0x5B] + paywall + [0x5D])]
        let middle = StoredUpgrade(for: first).plan(stored).applied(to: stored)
        let after = StoredUpgrade(for: second).plan(middle).applied(to: middle)
        #expect(throws: Never.self) { try SDKDecoder(second).profile(try #require(after[.profile]?.bytes)) }
        if second < "4.0.0" {
            #expect(throws: Never.self) { try SDKDecoder(second).paywalls(try #require(after[.paywalls]?.bytes)) }
        }
        #expect(
            try SDKDecoder(first).profile(try #require(middle[.profile]?.bytes)).levels.mapValues(\.isActive)
                == SDKDecoder(second).profile(try #require(after[.profile]?.bytes)).levels.mapValues(\.isActive))
        let undone = StoredUpgrade.undo(after).applied(to: after)
        // An upgrade that changes nothing makes no backup, so that the one before it is taken back.
        #expect(undone == (after[.backup] == middle[.backup] ? stored : middle))
    }
}
