import Foundation
import Testing

@testable import AdaptyMigration
@testable import AdaptyMigrationAccess
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting
@_spi(Tools) @testable import AdaptyMigrationTools
@_spi(Tools) @testable import AdaptyStoredData

/// What Android SDK 0.5–1.12 left in its preferences is read by every SDK since 2.4 after the upgrade, with the same
/// access, and comes back as it was.
@Suite("Stored data of Android")
struct PreferencesUpgradeTests {
    static let versions: [SDKVersion] = [
        "2.4.0", "2.7.0", "2.9.0", "2.11.1", "3.0.0", "3.8.0", "3.12.0", "3.17.2", "4.0.0", "4.1.0",
    ]

    /// Each stored generation with the keys that stand beside it.
    static func stored(_ file: String) throws -> [StoredKey: StoredValue] {
        let info = String(
            decoding: try Data(
                contentsOf: FixtureTree.legacy.root.appendingPathComponent("sdk1-bridge/profile/" + file)),
            as: UTF8.self)
        var stored: [StoredKey: StoredValue] = [
            .purchaserInfo: .text(info),
            .androidProfileID: .text(StoredRecord.member("profileId", Array(info.utf8)) ?? "stored"),
        ]
        stored[.customerUserID] = StoredRecord.member("customerUserId", Array(info.utf8)).map { .text($0) }
        return stored
    }

    static let files = ["android-0-5.json", "android-0-9-without-profile-id.json", "android-1-12.json"]

    private static func decoded(_ stored: [StoredKey: StoredValue], _ sdk: SDKVersion = "3.12.0") throws
        -> AndroidProfile
    {
        let decoder = JSONDecoder()
        if let key = SDKDecoder.sdkVersion { decoder.userInfo[key] = sdk }
        return try decoder.decode(AndroidProfile.self, from: Data(try #require(stored[.androidProfile]?.text).utf8))
    }

    @Test("a profile with a former name is upgraded: the decoder takes a missing flag for false")
    func formerName() throws {
        let text =
            #"{"profile_id":"p","paid_access_levels":{},"subscriptions":{},"non_subscriptions":{"coins":[{"purchase_id":"1","vendor_product_id":"coins","store":"play_store","purchased_at":"2023-01-01T00:00:00.000000+0000","is_one_time":true,"is_sandbox":false,"is_refund":false}]}}"#
        let stored: [StoredKey: StoredValue] = [.androidProfile: .text(text), .androidProfileID: .text("p")]
        let upgrade = PreferencesUpgrade(for: "3.12.0"), plan = upgrade.plan(stored), after = plan.applied(to: stored)
        #expect(plan.report[.androidProfile]?.outcome == .upgraded, "\(plan.report)")
        #expect(try PreferencesUpgradeTests.decoded(after).non_subscriptions?["coins"]?.first?.is_consumable == true)
        #expect(upgrade.plan(after).report[.androidProfile]?.outcome == .readable)
        #expect(PreferencesUpgrade.undo(after).applied(to: after)[.androidProfile] == .text(text))
    }

    @Test("every SDK reads every generation, with the same access", arguments: versions, files)
    func profile(sdk: SDKVersion, file: String) throws {
        let stored = try PreferencesUpgradeTests.stored(file), upgrade = PreferencesUpgrade(for: sdk)
        let plan = upgrade.plan(stored), after = plan.applied(to: stored)
        #expect(plan.report[.androidProfile]?.outcome == .upgraded, "\(plan.report)")
        let profile = try PreferencesUpgradeTests.decoded(after, sdk)
        #expect(
            profile.profile_id == stored[.androidProfileID]?.text
                && profile.customer_user_id == stored[.customerUserID]?.text)
        let info =
            try JSONSerialization.jsonObject(with: Data(try #require(stored[.purchaserInfo]?.text).utf8))
            as? [String: Any]
        let levels = try #require((info?["accessLevels"] ?? info?["paidAccessLevels"]) as? [String: [String: Any]])
        #expect(Set(profile.paid_access_levels?.keys.map { $0 } ?? []) == Set(levels.keys))
        for (name, level) in profile.paid_access_levels ?? [:] {
            #expect(
                level.is_active == levels[name]?["isActive"] as? Bool
                    && level.expires_at == levels[name]?["expiresAt"] as? String)
            #expect(level.activated_at == (levels[name]?["activatedAt"] ?? levels[name]?["purchasedAt"]) as? String)
        }
        #expect(after[.purchaserInfo] == stored[.purchaserInfo])
        #expect(
            upgrade.plan(after).changes.isEmpty
                && upgrade.plan(after).report.items.map(\.description) == ["PROFILE: readable"])
        #expect(PreferencesUpgrade.upgraded(after) == sdk)
        #expect(PreferencesUpgrade.verify(after).description == "PROFILE: proven")
        #expect(PreferencesUpgrade.undo(after).applied(to: after) == stored)
    }

    @Test("every SDK reads generated purchaser infos", arguments: versions)
    func generated(sdk: SDKVersion) throws {
        var upgraded = 0
        for number in 0..<60 {
            var generator = DocumentGenerator(
                seed: UInt64(number) &* 6151 &+ 5, column: .sdk1Bridge, hasBugs: number % 2 == 1)
            let info = generator.document(.profile).text()
            var stored: [StoredKey: StoredValue] = [
                .purchaserInfo: .text(info),
                .androidProfileID: .text(StoredRecord.member("profileId", Array(info.utf8)) ?? "stored"),
            ]
            stored[.customerUserID] = StoredRecord.member("customerUserId", Array(info.utf8)).map { .text($0) }
            let plan = PreferencesUpgrade(for: sdk).plan(stored), after = plan.applied(to: stored)
            guard plan.report[.androidProfile]?.outcome == .upgraded else {
                #expect(after == stored, "what is not upgraded is not touched")
                continue
            }
            #expect(throws: Never.self, "\(info)\n\(plan.report)") { try PreferencesUpgradeTests.decoded(after, sdk) }
            #expect(PreferencesUpgrade(for: sdk).plan(after).changes.isEmpty)
            #expect(PreferencesUpgrade.verify(after).isClean)
            #expect(PreferencesUpgrade.undo(after).applied(to: after) == stored)
            upgraded += 1
        }
        #expect(upgraded > 20)
    }

    @Test(
        "values that Gson refuses are settled",
        arguments: [
            (#""isActive":1"#, true), (#""isActive":0"#, false), (#""isActive":true,"isActive":false"#, false),
            (#""isActive":true,"activatedAt":"""#, true),
        ])
    func settled(member: String, isActive: Bool) throws {
        let info =
            #"{"profileId":"me","accessLevels":{"premium":{"id":"premium",\#(member),"expiresAt":"2030-01-01 00:00"}},"subscriptions":null}"#
        let stored: [StoredKey: StoredValue] = [.purchaserInfo: .text(info), .androidProfileID: .text("me")]
        let plan = PreferencesUpgrade(for: "3.12.0").plan(stored)
        #expect(plan.report[.androidProfile]?.changes.isEmpty == false)
        #expect(
            try PreferencesUpgradeTests.decoded(plan.applied(to: stored)).paid_access_levels?["premium"]?.is_active
                == isActive, "\(plan.report)")
    }

    // MARK: What is not as it should be

    private static let info = #"{"profileId":"me","accessLevels":{"premium":{"id":"premium","isActive":true}}}"#
    private static let newer =
        #"{"profile_id":"me","paid_access_levels":{"premium":{"id":"premium","is_active":false}}}"#
    private static func answer(_ id: String) -> StoredValue {
        .text(
            #"{"data":{"type":"adapty_analytics_profile","id":"\#(id)","attributes":{"app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":true,"vendor_transaction_id":"1"}}}}}"#
        )
    }

    /// Data that must stay as it is, and the first words of the report.
    static let untouched: [(stored: [StoredKey: StoredValue], sdk: SDKVersion, report: String)] = [
        ([:], "3.12.0", "nothing to upgrade"),
        ([.androidProfileID: .text("me"), .profileAnswer: answer("me")], "3.12.0", "nothing to upgrade"),
        (
            [.androidProfile: .text(newer), .purchaserInfo: .text(info), .androidProfileID: .text("me")], "3.12.0",
            "PROFILE: readable"
        ),
        (
            [.androidProfile: .text(newer), .androidProfileID: .text("other"), .profileAnswer: answer("other")],
            "3.12.0", "PROFILE: refused (it belongs to another profile"
        ),
        (
            [
                .androidProfile: .text("{}"), .purchaserInfo: .text(info), .androidProfileID: .text("me"),
                .profileAnswer: answer("me"),
            ], "3.12.0", "PROFILE: refused (it has no profile id)"
        ),
        (
            [.androidProfile: .text("null"), .purchaserInfo: .text(info), .androidProfileID: .text("me")], "3.12.0",
            "PROFILE: kept (signed out"
        ),
        (
            [.androidProfile: .text(""), .purchaserInfo: .text(info), .androidProfileID: .text("me")], "3.12.0",
            "PROFILE: kept (signed out"
        ),
        ([.androidProfile: .number(1), .purchaserInfo: .text(info)], "3.12.0", "PROFILE: refused (it is not text)"),
        (
            [.androidProfile: .text("{\"prof"), .purchaserInfo: .text(info), .androidProfileID: .text("me")], "3.12.0",
            "PROFILE: refused (it is not a JSON object)"
        ),
        (
            [.purchaserInfo: .text(info), .androidProfileID: .text("other")], "3.12.0",
            "PURCHASER_INFO: refused (it belongs to another profile than PROFILE_ID says)"
        ),
        (
            [
                .purchaserInfo: .text(#"{"customerUserId":"a","accessLevels":{"p":{"id":"p","isActive":true}}}"#),
                .androidProfileID: .text("me"), .customerUserID: .text("b"),
            ], "3.12.0", "PURCHASER_INFO: refused (it belongs to another customer"
        ),
        (
            [
                .purchaserInfo: .text(#"{"customerUserId":"a","accessLevels":{"p":{"id":"p","isActive":true}}}"#),
                .androidProfileID: .text("me"),
            ], "3.12.0", "PURCHASER_INFO: refused (it belongs to another customer"
        ),
        (
            [.purchaserInfo: .text(#"{"accessLevels":{"p":{"id":"p","isActive":true}}}"#)], "3.12.0",
            "PURCHASER_INFO: refused (it has no profile id)"
        ),
        (
            [
                .purchaserInfo: .text(#"{"profileId":"me","accessLevels":{"p":{"id":"p","isActive":NaN}}}"#),
                .androidProfileID: .text("me"),
            ], "3.12.0", "PURCHASER_INFO: refused ("
        ),
        (
            [.purchaserInfo: .text(info), .androidProfileID: .text("me")], "2.3.9",
            "PURCHASER_INFO: refused (SDK 2.3.9 is older than 2.4.0)"
        ),
        (
            [.purchaserInfo: .text(info), .backup: .text("mine")], "3.12.0",
            "AdaptyMigration_Backup: refused (it is damaged, or not of this version; nothing is upgraded over it)"
        ),
    ]

    @Test("what must not be touched is not", arguments: untouched.indices)
    func kept(number: Int) {
        let (stored, sdk, report) = PreferencesUpgradeTests.untouched[number]
        let plan = PreferencesUpgrade(for: sdk).plan(stored)
        let isIDMissing = stored[.androidProfileID] == nil && plan.report[.androidProfileID]?.outcome == .recovered
        #expect(plan.changes.isEmpty || isIDMissing, "\(plan.report)")
        #expect(plan.report.description.hasPrefix(report), "\(plan.report)")
    }

    @Test(
        "what cannot be read is made from the server's answer of the same user",
        arguments: [StoredKey.androidProfile, .purchaserInfo], ["{\"profile", "not JSON", "[]"])
    func recovered(key: StoredKey, junk: String) throws {
        let stored: [StoredKey: StoredValue] = [
            key: .text(junk), .androidProfileID: .text("me"), .profileAnswer: PreferencesUpgradeTests.answer("me"),
        ]
        let plan = PreferencesUpgrade(for: "3.12.0").plan(stored), after = plan.applied(to: stored)
        #expect(plan.report[.androidProfile]?.outcome == .replaced, "\(plan.report)")
        #expect(try PreferencesUpgradeTests.decoded(after).paid_access_levels?["premium"]?.is_active == true)
        #expect(PreferencesUpgrade.verify(after).isClean)
        #expect(PreferencesUpgrade.undo(after).applied(to: after) == stored)
        let others = stored.merging([.profileAnswer: PreferencesUpgradeTests.answer("other")]) { $1 }
        #expect(PreferencesUpgrade(for: "3.12.0").plan(others).changes.isEmpty)
    }

    @Test("a missing id comes back from the profile, and goes with it")
    func missingID() {
        let stored: [StoredKey: StoredValue] = [.purchaserInfo: .text(PreferencesUpgradeTests.info)]
        let after = PreferencesUpgrade(for: "3.12.0").plan(stored).applied(to: stored)
        #expect(after[.androidProfileID] == .text("me"))
        #expect(PreferencesUpgrade.undo(after).applied(to: after) == stored)
    }

    // MARK: The way back

    @Test("what the newer SDK wrote since is in the purchaser info, every other byte is as it was")
    func takenBack() throws {
        let stored = try PreferencesUpgradeTests.stored("android-1-12.json")
        var after = PreferencesUpgrade(for: "2.8.0").plan(stored).applied(to: stored)
        let profile = try #require(after[.androidProfile]?.text)
        after[.androidProfile] = .text(
            profile.replacingOccurrences(
                of: #""will_renew": true, "is_in_grace_period": false}}, "sub"#,
                with: #""will_renew": false, "is_in_grace_period": false}}, "sub"#))
        #expect(after[.androidProfile] != .text(profile))
        #expect(PreferencesUpgrade.verify(after).description == "PROFILE: differs (written since the upgrade)")
        let undone = PreferencesUpgrade.undo(after), back = undone.applied(to: after)
        #expect(
            undone.report[.androidProfile]?.outcome == .takenBack && back[.androidProfile] == nil
                && back[.backup] == nil)
        let info = try #require(stored[.purchaserInfo]?.text)
        #expect(
            back[.purchaserInfo]?.text
                == info.replacingOccurrences(
                    of: #""willRenew": true, "isInGracePeriod": false}}, "sub"#,
                    with: #""willRenew": false, "isInGracePeriod": false}}, "sub"#))
        #expect(back[.purchaserInfo]?.text != info)
    }

    private static let other =
        #"{"profile_id":"other","paid_access_levels":{"gold":{"id":"gold","is_active":true,"activated_at":"2024-01-01T00:00:00.000000+0000","expires_at":"2031-01-01T00:00:00.000000+0000","is_refund":false}}}"#

    @Test("another user's profile comes back as that user's", arguments: [info, "junk"])
    func otherUserSince(info: String) throws {
        let stored: [StoredKey: StoredValue] = [
            .purchaserInfo: .text(info), .androidProfileID: .text("me"),
            .profileAnswer: PreferencesUpgradeTests.answer("me"),
        ]
        var after = PreferencesUpgrade(for: "3.12.0").plan(stored).applied(to: stored)
        after[.androidProfile] = .text(PreferencesUpgradeTests.other)
        after[.androidProfileID] = .text("other")
        let back = PreferencesUpgrade.undo(after).applied(to: after)
        let read = try JSONDecoder().decode(
            AndroidPurchaserInfo.self, from: Data(try #require(back[.purchaserInfo]?.text).utf8))
        #expect(
            read.profileId == "other" && read.accessLevels?.keys.sorted() == ["gold"]
                && read.accessLevels?["gold"]?.isActive == true)
        #expect(back[.androidProfile] == nil)
    }

    @Test("where both were written since, both stay; a sign-out stays one")
    func bothSince() {
        let stored: [StoredKey: StoredValue] = [
            .purchaserInfo: .text(PreferencesUpgradeTests.info), .androidProfileID: .text("me"),
        ]
        var after = PreferencesUpgrade(for: "3.12.0").plan(stored).applied(to: stored)
        after[.androidProfile] = .text(PreferencesUpgradeTests.newer)
        after[.purchaserInfo] = .text(PreferencesUpgradeTests.info.replacingOccurrences(of: "true", with: "false"))
        let undone = PreferencesUpgrade.undo(after), back = undone.applied(to: after)
        #expect(undone.report[.androidProfile]?.outcome == .refused)
        #expect(back[.androidProfile] == after[.androidProfile] && back[.purchaserInfo] == after[.purchaserInfo])
        after[.androidProfile] = nil
        #expect(PreferencesUpgrade.undo(after).report[.androidProfile]?.note == "signed out since")
    }

    @Test("cut off after any change, the next run finishes and undoing gives all back", arguments: 0..<3)
    func cutOff(after count: Int) {
        let stored: [StoredKey: StoredValue] = [.purchaserInfo: .text(PreferencesUpgradeTests.info)]
        let upgrade = PreferencesUpgrade(for: "3.12.0"), plan = upgrade.plan(stored)
        let half = plan.changes.prefix(count).reduce(into: stored) { $0[$1.key] = $1.value }
        var finished = upgrade.plan(half).applied(to: half)
        #expect(finished[.androidProfile] == plan.applied(to: stored)[.androidProfile])
        while finished[.backup] != nil { finished = PreferencesUpgrade.undo(finished).applied(to: finished) }
        #expect(finished == stored)
    }
}
