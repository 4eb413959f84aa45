import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyStoredData

/// What stays as it is, and the reason that the report says.
extension StoredUpgradeTests {
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
        ("a version that is none", [.profile: .data(body("me"))], SDKVersion(0, 0)),
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
            #expect(plan.report.items.contains { [.kept, .refused].contains($0.outcome) && !$0.note.isEmpty })
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
        #expect(item.outcome == (junk == "null" ? .kept : .refused) && item.note.hasPrefix(reason), "\(item)")
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
            #expect(report[key]?.outcome == (reason == "there are none" ? .kept : .refused), "\(report)")
            #expect(report[key]?.note.hasPrefix(reason) == true, "\(report)")
        }
    }
}
