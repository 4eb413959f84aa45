import Foundation
import Testing

@testable import AdaptyMigration
@testable import AdaptyMigrationCore
@testable import AdaptyMigrationStreams
@testable import AdaptyMigrationTesting
@testable import AdaptyStoredData
@testable import AdaptyStoredUpgrade

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

    // MARK: What is not as it should be

    private static func body(_ id: String, active: Bool = true) -> [UInt8] {
        Array(
            #"{"data":{"type":"adapty_analytics_profile","id":"\#(id)","attributes":{"app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":\#(active ? 1 : 0),"vendor_transaction_id":"1","expires_at":"2030-01-01T00:00:00.000000+0000","renewed_at":"2024-01-0\#(active ? 2 : 1)T00:00:00.000000+0000"}},"subscriptions":null,"non_subscriptions":null}}}"#
                .utf8)
    }

    private static func answers(_ bodies: [UInt8]...) -> StoredValue {
        .dictionary([
            "getPurchaserInfo": .dictionary(
                Dictionary(uniqueKeysWithValues: bodies.enumerated().map { ("hash\($0)", .data($1)) }))
        ])
    }

    @Test(
        "an unreadable profile is recovered from the newest raw answer of the same user",
        arguments: ["{\"profileId\":", "[]", "{\"v\":7}", "not JSON", "{}"])
    func recovered(junk: String) throws {
        let stored: [StoredKey: StoredValue] = [
            .profile: .data(Array(junk.utf8)), .profileID: .text("me"),
            .responses: StoredUpgradeTests.answers(
                StoredUpgradeTests.body("other"), StoredUpgradeTests.body("me", active: false),
                StoredUpgradeTests.body("me")),
        ]
        let plan = StoredUpgrade(for: "3.12.0").plan(stored), after = plan.applied(to: stored)
        #expect(plan.report[.profile]?.outcome == .recovered, "\(plan.report)")
        let profile = try SDKDecoder("3.12.0").profile(try #require(after[.profile]?.bytes))
        #expect(profile.profileId == "me" && profile.levels["premium"]?.isActive == true)
        #expect(StoredUpgrade.undo(after).applied(to: after) == stored)
    }

    @Test(
        "paywalls of which none is readable are recovered from the raw answer, an empty list stays empty",
        arguments: [("[{\"x\":1}]", StoredReport.Outcome.recovered), ("[]", .kept)])
    func paywallsFromAnswer(cached: String, outcome: StoredReport.Outcome) throws {
        let answer = Array(
            #"{"data":[{"attributes":{"developer_id":"a","variation_id":"v","revision":1,"products":[]}}]}"#.utf8)
        let stored: [StoredKey: StoredValue] = [
            .paywalls: .data(Array(cached.utf8)),
            .responses: .dictionary(["getPaywalls": .dictionary(["hash": .data(answer)])]),
        ]
        let plan = StoredUpgrade(for: "3.12.0").plan(stored)
        #expect(plan.report[.paywalls]?.outcome == outcome, "\(plan.report)")
        if outcome == .recovered {
            #expect(
                try SDKDecoder("3.12.0").paywalls(try #require(plan.applied(to: stored)[.paywalls]?.bytes)).map(\.id)
                    == ["a"])
        }
    }

    @Test("a wiped store gets profile and id back from the raw answers")
    func wiped() throws {
        let stored: [StoredKey: StoredValue] = [.responses: StoredUpgradeTests.answers(StoredUpgradeTests.body("me"))]
        let after = StoredUpgrade(for: "2.8.0").plan(stored).applied(to: stored)
        #expect(after[.profileID] == .text("me"))
        #expect(
            try SDKDecoder("2.8.0").profile(try #require(after[.profile]?.bytes)).levels["premium"]?.isActive == true)
    }

    @Test("a wiped id comes back from the profile")
    func wipedID() throws {
        let stored: [StoredKey: StoredValue] = [
            .profile: .data(try StoredUpgradeTests.fixture("profile/profile-of-1-12.json"))
        ]
        let after = StoredUpgrade(for: "3.8.0").plan(stored).applied(to: stored)
        #expect(
            after[.profileID]?.text
                == StoredRecord.member("profileId", try StoredUpgradeTests.fixture("profile/profile-of-1-12.json")))
    }

    /// Data that must stay as it is, and why.
    static let untouched: [(String, [StoredKey: StoredValue], SDKVersion)] = [
        (
            "signed out",
            [.profile: .data(Array("null".utf8)), .profileID: .text("me"), .responses: answers(body("me"))], "3.12.0"
        ),
        ("signed out, then nothing stored", [.profileID: .text("me"), .responses: answers(body("me"))], "3.12.0"),
        (
            "another user's profile",
            [
                .profile: .data(
                    Array(#"{"profileId":"other","accessLevels":{},"subscriptions":{},"nonSubscriptions":{}}"#.utf8)),
                .profileID: .text("me"),
            ], "3.12.0"
        ),
        (
            "unreadable, and no answer kept",
            [.profile: .data(Array("{\"profileId\":".utf8)), .profileID: .text("me")], "3.12.0"
        ),
        ("no data at all", [.profile: .text("text"), .paywalls: .number(3), .products: .other], "2.8.0"),
        (
            "no id anywhere",
            [.profile: .data(Array(#"{"accessLevels":{},"subscriptions":{},"nonSubscriptions":{}}"#.utf8))], "3.12.0"
        ),
        ("too old a target", [.profile: .data(body("me"))], "2.4.2"),
        ("a version that is none", [.profile: .data(body("me"))], "latest"),
        ("somebody else's backup", [.profile: .data(body("me")), .backup: .text("mine")], "3.12.0"),
        ("empty caches", [.paywalls: .data(Array("[]".utf8)), .products: .data(Array("null".utf8))], "2.8.0"),
        (
            "newer paywalls",
            [
                .paywalls: .data(Array(#"[{"v":{"placement":{"developer_id":"d"}}}]"#.utf8)),
                .paywallsVersion: .number(3),
            ], "2.11.0"
        ),
    ]

    @Test("what must not be touched is not", arguments: untouched.indices)
    func kept(number: Int) {
        let (name, stored, sdk) = StoredUpgradeTests.untouched[number]
        let plan = StoredUpgrade(for: sdk).plan(stored)
        #expect(plan.changes.isEmpty, "\(name): \(plan.report)")
        #expect(!plan.report.items.contains { $0.outcome == .upgraded || $0.outcome == .recovered })
        if stored.keys.contains(where: { $0 == .profile || $0 == .paywalls }) {
            #expect(plan.report.items.contains { $0.outcome == .kept && !$0.note.isEmpty })
        }
    }

    @Test(
        "why a profile stays as it is, is said",
        arguments: [
            ("{\"profileId\":", "truncated"), ("[]", "unrecognised"), ("{}", "it has no access levels"),
            (#"{"profileId":"me"}"#, "it has no access levels"), (#"{"v":7}"#, "its wrapper is empty"),
            (#"{"accessLevels":{}}"#, "it has no profile id"),
            (#"{"profileId":"x","accessLevels":{}}"#, "it belongs to another profile"), ("null", "signed out"),
        ])
    func reasons(junk: String, reason: String) throws {
        let id: [StoredKey: StoredValue] = reason.hasSuffix("no profile id") ? [:] : [.profileID: .text("me")]
        let item = try #require(
            StoredUpgrade(for: "3.12.0").plan(id.merging([.profile: .data(Array(junk.utf8))]) { $1 }).report[.profile])
        #expect(item.outcome == .kept && item.note.hasPrefix(reason), "\(item)")
    }

    @Test("a purchase that is none is left out, as SDK 1.x passed over it, and the profile is upgraded")
    func badPurchase() throws {
        let old = Array(
            #"{"profileId":"p","accessLevels":{"a":{"id":"a","isActive":true}},"subscriptions":{},"nonSubscriptions":{"coins":[7]}}"#
                .utf8)
        let stored: [StoredKey: StoredValue] = [.profile: .data(old), .profileID: .text("p")]
        let plan = StoredUpgrade(for: "3.12.0").plan(stored)
        #expect(plan.report[.profile]?.outcome == .upgraded, "\(plan.report)")
        let profile = try SDKDecoder("3.12.0").profile(try #require(plan.applied(to: stored)[.profile]?.bytes))
        #expect(profile.levels["a"]?.isActive == true && profile.purchases["coins"]?.isEmpty == true)
    }

    @Test("entries that no SDK can read are left out, the others stay")
    func badEntries() throws {
        let old = Array(#"[{"developerId":"a","variationId":"v","revision":1,"products":[]},{"x":1},7]"#.utf8)
        let stored: [StoredKey: StoredValue] = [.paywalls: .data(old)]
        let plan = StoredUpgrade(for: "3.12.0").plan(stored), after = plan.applied(to: stored)
        #expect(try SDKDecoder("3.12.0").paywalls(try #require(after[.paywalls]?.bytes)).map(\.id) == ["a"])
        #expect(plan.report[.paywalls]?.changes.filter { $0.hasPrefix("left out") }.count == 2)
    }

    @Test("a purchase with a value that its SDK refuses is mended in its list, and the others stay")
    func mendedPurchase() throws {
        let purchases = [1, 2].map {
            #"{"purchaseId":"p\#($0)","vendorProductId":"coins","store":\#($0 == 1 ? "null" : "\"app_store\""),"purchasedAt":6.4e8,"isOneTime":false,"isSandbox":true}"#
        }
        let old = Array(
            #"{"profileId":"me","accessLevels":{},"subscriptions":{},"nonSubscriptions":{"coins":[\#(purchases.joined(separator: ","))]}}"#
                .utf8)
        let stored: [StoredKey: StoredValue] = [.profile: .data(old), .profileID: .text("me")]
        let plan = StoredUpgrade(for: "3.12.0").plan(stored),
            index = try JSONScanner.index(try #require(plan.applied(to: stored)[.profile]?.bytes))
        let coins =
            index.member(0, "v").flatMap { index.member($0, "non_subscriptions") }.flatMap { index.member($0, "coins") }
            .map { index.elements($0) } ?? []
        #expect(
            coins.map { index.member($0, "purchase_id").flatMap { index.text($0) } } == ["p1", "p2"], "\(plan.report)")
        #expect(coins.map { index.member($0, "store").flatMap { index.text($0) } } == ["", "app_store"])
    }

    @Test("of duplicates the last stays, and of attributes what the SDK reads")
    func mendedProfile() throws {
        let old = Array(
            #"{"profileId":"me","accessLevels":{"premium":{"id":"premium","isActive":false,"isActive":true,"x_extra":1,"x_extra":2,"vendorProductId":"p","store":"app_store","activatedAt":6.4e8,"isLifetime":false,"willRenew":true,"isInGracePeriod":false}},"subscriptions":{},"nonSubscriptions":{},"customAttributes":{"a":"x","b":[1],"c":2}}"#
                .utf8)
        let stored: [StoredKey: StoredValue] = [.profile: .data(old), .profileID: .text("me")]
        let plan = StoredUpgrade(for: "3.12.0").plan(stored),
            index = try JSONScanner.index(try #require(plan.applied(to: stored)[.profile]?.bytes))
        let profile = try #require(index.member(0, "v")),
            level = index.member(profile, "paid_access_levels").flatMap { index.member($0, "premium") }
        func value(_ name: String) -> String? {
            level.flatMap { index.member($0, name) }.map { String(decoding: index.raw($0), as: UTF8.self) }
        }
        #expect(
            value("is_active") == "true" && value("store") == "\"app_store\"" && value("will_renew") == "true",
            "\(plan.report)")
        #expect(
            index.member(profile, "custom_attributes").map { String(decoding: index.raw($0), as: UTF8.self) }
                == #"{"a":"x","c":2}"#)
    }

    @Test(
        "from 3.12 on an attribute of more than fifty characters is left out, before it stays",
        arguments: [("3.12.0", 50, true), ("3.12.0", 51, false), ("3.11.0", 51, true)])
    func longAttribute(sdk: SDKVersion, count: Int, isKept: Bool) throws {
        let old = Array(
            "{\"profileId\":\"me\",\"accessLevels\":{},\"subscriptions\":{},\"nonSubscriptions\":{},\"customAttributes\":{\"a\":\"\(String(repeating: "é", count: count))\"}}"
                .utf8)
        let stored: [StoredKey: StoredValue] = [.profile: .data(old), .profileID: .text("me")]
        let index = try JSONScanner.index(
            try #require(StoredUpgrade(for: sdk).plan(stored).applied(to: stored)[.profile]?.bytes))
        let attributes = try #require(index.member(0, "v").flatMap { index.member($0, "custom_attributes") })
        #expect((index.member(attributes, "a") != nil) == isKept)
    }

    @Test(
        "an eligibility that the SDK does not know becomes one that it does",
        arguments: [
            ("7", "\"ineligible\""), ("\"unknown\"", "\"ineligible\""), ("\"maybe\"", "\"ineligible\""),
            ("true", "\"eligible\""),
        ])
    func eligibility(old: String, new: String) throws {
        let stored: [StoredKey: StoredValue] = [
            .products: .data(
                Array(
                    #"[{"vendorProductId":"p","introductoryOfferEligibility":\#(old),"promotionalOfferEligibility":false}]"#
                        .utf8))
        ]
        let plan = StoredUpgrade(for: "2.8.0").plan(stored),
            index = try JSONScanner.index(try #require(plan.applied(to: stored)[.products]?.bytes))
        let product = index.member(0, "v").flatMap { index.elements($0).first }
        #expect(
            product.flatMap { index.member($0, "introductory_offer_eligibility") }.map {
                String(decoding: index.raw($0), as: UTF8.self)
            } == new, "\(plan.report)")
    }

    @Test(
        "why a cache stays as it is, is said",
        arguments: [
            ("[]", "there are none"), ("null", "there are none"), ("7", "it is not a list"), ("{}", "it is not a list"),
            ("[", "it is not JSON"), ("[7]", "/0: "),
        ])
    func cacheReasons(cache: String, reason: String) throws {
        let report = StoredUpgrade(for: "2.8.0").plan([
            .paywalls: .data(Array(cache.utf8)), .products: .data(Array(cache.utf8)),
        ]).report
        for key in [StoredKey.paywalls, .products] {
            #expect(report[key]?.outcome == .kept && report[key]?.note.hasPrefix(reason) == true, "\(report)")
        }
    }

    // MARK: The way back

    @Test("what the newer SDK wrote since comes back as facts, not as old bytes")
    func takenBack() throws {
        let old = try StoredUpgradeTests.fixture("profile/profile-of-1-12.json")
        let stored: [StoredKey: StoredValue] = [.profile: .data(old)]
        var after = StoredUpgrade(for: "3.12.0").plan(stored).applied(to: stored)
        let id = try #require(StoredRecord.member("profileId", old))
        after[.profile] = .data(
            Array(
                #"{"v":{"profile_id":"\#(id)","segment_hash":"s","is_test_user":false,"timestamp":1,"paid_access_levels":{"premium":{"id":"premium","is_active":false,"vendor_product_id":"p","store":"app_store","activated_at":"2024-01-01T00:00:00.000Z","expires_at":"2024-02-01T00:00:00.000Z","is_lifetime":false,"will_renew":false,"is_in_grace_period":false,"is_refund":true}}},"h":"hash"}"#
                    .utf8))
        let undone = StoredUpgrade.undo(after), back = undone.applied(to: after)
        #expect(undone.report[.profile]?.outcome == .takenBack)
        let profile = try JSONDecoder().decode(SDK1Profile.self, from: Data(try #require(back[.profile]?.bytes)))
        #expect(
            profile.profileId == id && profile.accessLevels["premium"]?.isActive == false
                && profile.accessLevels["premium"]?.isRefund == true)
        #expect(profile.accessLevels["premium"]?.expiresAt == Date(timeIntervalSince1970: 1_706_745_600))
        #expect(back[.backup] == nil)
    }

    /// What SDK 3.12 reads as it is.
    private static let readable =
        #"{ "v" : { "profile_id" : "me" , "segment_hash" : "s", "is_test_user" : false, "timestamp" : 1, "paid_access_levels" : { "premium" : { "id" : "premium", "is_active" : false, "vendor_product_id" : "p", "store" : "app_store", "activated_at" : "2024-01-01T00:00:00.000Z", "is_lifetime" : false, "will_renew" : false, "is_in_grace_period" : false, "is_refund" : true } } } , "h" : "x" }"#

    @Test("a record that its SDK reads keeps its white space")
    func readableWithSpace() {
        let plan = StoredUpgrade(for: "3.12.0").plan([
            .profile: .data(Array(StoredUpgradeTests.readable.utf8)), .profileID: .text("me"),
        ])
        #expect(plan.changes.isEmpty && plan.report[.profile]?.outcome == .readable, "\(plan.report)")
    }

    @Test(
        "a duplicate alone is reason enough to mend a record: the last one stays",
        arguments: [
            (#""id":"gold","is_active":true"#, true), (#""id":"gold","is_active":false,"is_active":true"#, false),
        ])
    func duplicateAlone(start: String, isReadable: Bool) throws {
        let rest =
            #""is_active":true,"vendor_product_id":"p","store":"app_store","activated_at":"2024-01-01T00:00:00.000Z","is_lifetime":false,"will_renew":false,"is_in_grace_period":false,"is_refund":false"#
        let members = start + rest.dropFirst(#""is_active":true"#.count)
        var reader = ReadableRecord(try JSONScanner.index(Array("{\(members)}".utf8)), .sdk3, "3.12.0")
        let text = reader.text(0, .accessLevel).map { String(decoding: $0, as: UTF8.self) }
        #expect(text == (isReadable ? nil : #"{"id":"gold",\#(rest)}"#))
        #expect(reader.changes.map(\.path) == (isReadable ? [] : ["/is_active"]))
    }

    @Test("of two levels under one key the last stays, which is the one that SDK 1.x read")
    func duplicateLevel() throws {
        let record =
            #"{"profileId":"me","accessLevels":{"gold":{"id":"gold","isActive":true},"gold":{"id":"gold","isActive":false}},"subscriptions":{},"nonSubscriptions":{}}"#
        let stored: [StoredKey: StoredValue] = [.profile: .data(Array(record.utf8)), .profileID: .text("me")]
        let after = StoredUpgrade(for: "3.12.0").plan(stored).applied(to: stored)
        #expect(
            try SDKDecoder("3.12.0").profile(try #require(after[.profile]?.bytes)).levels["gold"]?.isActive == false)
        #expect(StoredUpgrade.undo(after).applied(to: after) == stored)
    }

    @Test("a sign-out after the upgrade stays a sign-out")
    func signedOutSince() throws {
        let stored: [StoredKey: StoredValue] = [
            .profile: .data(try StoredUpgradeTests.fixture("profile/profile-of-1-12.json"))
        ]
        var after = StoredUpgrade(for: "3.12.0").plan(stored).applied(to: stored)
        after[.profile] = nil
        #expect(StoredUpgrade.undo(after).applied(to: after)[.profile] == nil)
    }

    @Test("cut off after any change, the next run finishes and the original is never gone", arguments: 0..<4)
    func cutOff(after count: Int) throws {
        let stored: [StoredKey: StoredValue] = [
            .profile: .data(try StoredUpgradeTests.fixture("profile/profile-of-1-12.json")),
            .paywalls: .data([0x5B] + (try StoredUpgradeTests.fixture("paywall/paywall-of-1-12.json")) + [0x5D]),
        ]
        let upgrade = StoredUpgrade(for: "3.12.0"), plan = upgrade.plan(stored), whole = plan.applied(to: stored)
        var half = stored
        for change in plan.changes.prefix(count) { half[change.key] = change.value }
        let finished = upgrade.plan(half).applied(to: half)
        for key in [StoredKey.profile, .paywalls, .paywallsVersion] { #expect(finished[key] == whole[key]) }
        var undone = finished
        while undone[.backup] != nil { undone = StoredUpgrade.undo(undone).applied(to: undone) }
        for key in [StoredKey.profile, .paywalls] { #expect(undone[key] == stored[key]) }
    }
}
