import Foundation
import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyStoredData

/// The way back.
extension StoredUpgradeTests {
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

    @Test(
        "the backup is one text of JSON, from which any bytes come back",
        arguments: [Array("not \u{0}\r\n\"JSON\" é".utf8), [0xFF, 0x00, 0x80, 0x0D], []])
    func backupOfBytes(junk: [UInt8]) throws {
        let stored: [StoredKey: StoredValue] = [
            .profile: .data(junk), .profileID: .text("me"),
            .responses: StoredUpgradeTests.answers(StoredUpgradeTests.body("me")),
        ]
        let after = StoredUpgrade(for: "3.12.0").plan(stored).applied(to: stored)
        #expect(try JSONScanner.index(Array(try #require(after[.backup]?.text).utf8)).kind(0) == .object)
        #expect(StoredUpgrade.undo(after).applied(to: after) == stored)
    }

    @Test("an upgrade that was interrupted is one upgrade in the backup")
    func interrupted() throws {
        let stored: [StoredKey: StoredValue] = [
            .profile: .data(try StoredUpgradeTests.fixture("profile/profile-of-1-12.json")),
            .paywalls: .data([0x5B] + (try StoredUpgradeTests.fixture("paywall/paywall-of-1-12.json")) + [0x5D]),
        ]
        var half = stored
        for count in [1, 2, 1, 2, 1, 2, 3] {
            for change in StoredUpgrade(for: "3.12.0").plan(half).changes.prefix(count) {
                half[change.key] = change.value
            }
        }
        let whole = StoredUpgrade(for: "3.12.0").plan(half).applied(to: half)
        #expect(whole == StoredUpgrade(for: "3.12.0").plan(stored).applied(to: stored))
        #expect(StoredUpgrade.undo(whole).applied(to: whole) == stored)
    }

    @Test("the backup has three upgrades at most, each of about the length of what it replaced; a fourth is named")
    func bounded() throws {
        let old = try StoredUpgradeTests.fixture("profile/profile-of-1-12.json")
        var stored: [StoredKey: StoredValue] = [.profileID: .text(try #require(StoredRecord.member("profileId", old)))]
        for count in 1...9 {
            // Each upgrade finds what SDK 1 writes.
            stored[.profile] = .data(old + Array(repeating: 0x20, count: count))
            let plan = StoredUpgrade(for: SDKVersion(3, count)).plan(stored)
            #expect(
                plan.report[.backup]?.note
                    == (count < 4
                        ? nil : "it has the last 3 upgrades; that for SDK 3.\(count - 3).0 is no longer in it"))
            #expect(plan.report.isClean)
            stored = plan.applied(to: stored)
            #expect(StoredUpgrade.isWhole(stored) == (count < 4))
            let size = try #require(stored[.backup]?.text?.utf8.count)
            #expect(size < min(count, 3) * (old.count * 4 / 3 + 300), "\(size) bytes for \(old.count)")
        }
        stored = StoredUpgrade.undo(stored).applied(to: stored)
        #expect(stored[.profile] == .data(old + Array(repeating: 0x20, count: 9)))
        for _ in 1...2 { stored = StoredUpgrade.undo(stored).applied(to: stored) }
        #expect(StoredUpgrade.undo(stored).report.note == "nothing to undo")
    }

    @Test("a backup that is a dictionary is read, too")
    func backupAsDictionary() throws {
        let stored: [StoredKey: StoredValue] = [
            .profile: .data(try StoredUpgradeTests.fixture("profile/profile-of-1-12.json"))
        ]
        let after = StoredUpgrade(for: "3.12.0").plan(stored).applied(to: stored)
        let members = try #require(after[.backup]?.text.flatMap { StoredValue(json: Array($0.utf8)) }?.dictionary)
        let other = after.merging([.backup: .dictionary(members)]) { $1 }
        #expect(StoredUpgrade.undo(other).applied(to: other) == stored)
    }

    @Test("the id of another user, who signed in since, stays, although it was missing before")
    func anotherUserSince() throws {
        let stored: [StoredKey: StoredValue] = [
            .profile: .data(try StoredUpgradeTests.fixture("profile/profile-of-1-12.json"))
        ]
        var after = StoredUpgrade(for: "3.12.0").plan(stored).applied(to: stored)
        after[.profileID] = .text("you")
        after[.profile] = .data(Array(#"{"v":{"profile_id":"you","segment_hash":"s","paid_access_levels":{}}}"#.utf8))
        let back = StoredUpgrade.undo(after).applied(to: after)
        #expect(back[.profileID] == .text("you"))
        #expect(back[.profile]?.bytes.flatMap { StoredRecord.member("profileId", $0) } == "you")
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
