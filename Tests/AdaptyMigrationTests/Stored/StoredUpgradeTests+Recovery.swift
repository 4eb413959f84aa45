import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyStoredData

/// What is gone or cannot be read is taken from the raw answers of the server.
extension StoredUpgradeTests {
    /// The server's answer with the profile of a user.
    static func body(_ id: String, active: Bool = true) -> [UInt8] {
        Array(
            #"{"data":{"type":"adapty_analytics_profile","id":"\#(id)","attributes":{"app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":\#(active ? 1 : 0),"vendor_transaction_id":"1","expires_at":"2030-01-01T00:00:00.000000+0000","renewed_at":"2024-01-0\#(active ? 2 : 1)T00:00:00.000000+0000"}},"subscriptions":null,"non_subscriptions":null}}}"#
                .utf8)
    }

    /// Answers as SDK 1.x kept them.
    static func answers(_ bodies: [UInt8]...) -> StoredValue {
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
        #expect(plan.report[.profile]?.outcome == .replaced, "\(plan.report)")
        let profile = try SDKDecoder("3.12.0").profile(try #require(after[.profile]?.bytes))
        #expect(profile.profileId == "me" && profile.levels["premium"]?.isActive == true)
        #expect(StoredUpgrade.undo(after).applied(to: after) == stored)
    }

    @Test(
        "paywalls of which none is readable are recovered from the raw answer, an empty list stays empty",
        arguments: [("[{\"x\":1}]", StoredReport.Outcome.replaced), ("[]", .kept)])
    func paywallsFromAnswer(cached: String, outcome: StoredReport.Outcome) throws {
        let answer = Array(
            #"{"data":[{"attributes":{"developer_id":"a","variation_id":"v","revision":1,"products":[]}}]}"#.utf8)
        let stored: [StoredKey: StoredValue] = [
            .paywalls: .data(Array(cached.utf8)),
            .responses: .dictionary(["getPaywalls": .dictionary(["hash": .data(answer)])]),
        ]
        let plan = StoredUpgrade(for: "3.12.0").plan(stored)
        #expect(plan.report[.paywalls]?.outcome == outcome, "\(plan.report)")
        if outcome == .replaced {
            #expect(
                try SDKDecoder("3.12.0").paywalls(try #require(plan.applied(to: stored)[.paywalls]?.bytes)).map(\.id)
                    == ["a"])
        }
    }

    @Test(
        "whoever signed out of an SDK stays signed out, although answers of SDK 1 are left",
        arguments: [[.profileID: .text("me")], [:], [.profile: .data(Array("null".utf8))]] as [[StoredKey: StoredValue]]
    )
    func signedOut(rest: [StoredKey: StoredValue]) {
        // SDK 2.0 to 3.1 removes the profile and its id, SDK 3.3 and later the profile alone, SDK 1 writes null.
        let answers: [StoredKey: StoredValue] = [
            .responses: StoredUpgradeTests.answers(StoredUpgradeTests.body("me"))
        ]
        for sdk in StoredUpgradeTests.versions {
            let plan = StoredUpgrade(for: sdk).plan(answers.merging(rest) { $1 })
            #expect(plan.changes.isEmpty && plan.report[.profile]?.outcome == .kept, "\(plan.report)")
        }
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
}
