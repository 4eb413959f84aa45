import AdaptyMigration
@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyStoredData

/// What a report says of each outcome, and whether somebody has to look at it.
@Suite("Stored data, the report")
struct StoredReportTests {
    /// One outcome: how it comes about, and whether it is clean.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let report: @Sendable () throws -> StoredReport
        let outcome: StoredReport.Outcome
        let isClean: Bool

        init(
            _ name: String, _ outcome: StoredReport.Outcome, isClean: Bool,
            _ report: @escaping @Sendable () throws -> StoredReport
        ) {
            (testDescription, self.report, self.outcome, self.isClean) = (name, report, outcome, isClean)
        }

        /// An upgrade for iOS.
        static func ios(
            _ name: String, _ outcome: StoredReport.Outcome, isClean: Bool, sdk: SDKVersion = "3.12.0",
            _ stored: [StoredKey: StoredValue]
        ) -> Case {
            Case(name, outcome, isClean: isClean) { StoredUpgrade(for: sdk).plan(stored).report }
        }

        /// An upgrade for Android.
        static func android(
            _ name: String, _ outcome: StoredReport.Outcome, isClean: Bool, sdk: SDKVersion = "3.12.0",
            _ stored: [StoredKey: StoredValue]
        ) -> Case {
            Case(name, outcome, isClean: isClean) { PreferencesUpgrade(for: sdk).plan(stored).report }
        }

        /// What undoing an upgrade says after something happened to the values.
        static func undone(
            _ name: String, _ outcome: StoredReport.Outcome, isClean: Bool, _ since: [StoredKey: StoredValue?] = [:]
        ) -> Case {
            Case(name, outcome, isClean: isClean) {
                StoredUpgrade.undo(try upgraded(since)).report
            }
        }
    }

    private static func data(_ text: String) -> StoredValue { .data(Array(text.utf8)) }

    /// A profile as SDK 1.12 stored it, with members of the test's.
    private static func profile(_ level: String = whole, levels: String = "", rest: String = "") -> StoredValue {
        data(
            #"{"profileId":"me","accessLevels":{"premium":{\#(level)}\#(levels)},"subscriptions":{},"nonSubscriptions":{}\#(rest)}"#
        )
    }

    /// A level as SDK 1.12 stored it.
    private static let whole =
        #""id":"premium","isActive":true,"vendorProductId":"p","store":"app_store","activatedAt":6.4e8,"isLifetime":false,"willRenew":true,"isInGracePeriod":false,"isRefund":false"#

    private static let id: [StoredKey: StoredValue] = [.profileID: .text("me")]
    private static let answers = StoredUpgradeTests.answers(answer())

    /// A server answer to SDK 1, with other entries of the test's.
    private static func answer(_ levels: String = "") -> [UInt8] {
        Array(
            String(decoding: StoredUpgradeTests.body("me"), as: UTF8.self)
                .replacingOccurrences(
                    of: #""vendor_transaction_id""#,
                    with: #""is_lifetime":0,"is_in_grace_period":0,"vendor_transaction_id""#
                )
                .replacingOccurrences(
                    of: #""paid_access_levels":{"#, with: #""paid_access_levels":{\#(levels)"#
                ).utf8)
    }
    private static let entry = #"{"developerId":"a","variationId":"v","revision":1,"products":[]}"#

    private static func with(_ stored: [StoredKey: StoredValue]) -> [StoredKey: StoredValue] {
        id.merging(stored) { $1 }
    }

    /// An upgraded store to which something happened since.
    private static func upgraded(_ since: [StoredKey: StoredValue?]) throws -> [StoredKey: StoredValue] {
        let stored: [StoredKey: StoredValue] = [.profile: profile(), .paywalls: data("[\(entry)]")]
        let after = StoredUpgrade(for: "3.12.0").plan(stored).applied(to: stored)
        return since.reduce(into: after) { $0[$1.key] = $1.value }
    }

    private static let newer = data(
        #"{"v":{"profile_id":"me","segment_hash":"s","is_test_user":false,"timestamp":1,"paid_access_levels":{}}}"#)

    static let cases: [Case] = [
        // Perfect upgrades.
        .ios("a profile of SDK 1", .upgraded, isClean: true, with([.profile: profile()])),
        .ios("paywalls of SDK 1", .upgraded, isClean: true, [.paywalls: data("[\(entry)]")]),
        .ios(
            "products that the SDK does not read", .kept, isClean: true,
            with([.products: data(#"[{"vendorProductId":"p"}]"#)])),
        .ios(
            "paywalls that the SDK does not read", .kept, isClean: true, sdk: "4.0.0", [.paywalls: data("[\(entry)]")]),
        .ios("signed out", .kept, isClean: true, with([.profile: data("null")])),
        .ios("an empty list", .kept, isClean: true, [.paywalls: data("[]")]),
        .ios("an id that was missing", .recovered, isClean: true, [.profile: profile()]),
        .ios("a profile that was missing, beside an answer", .kept, isClean: true, [.responses: answers]),
        .ios(
            "an attribute that no SDK reads", .upgraded, isClean: true,
            with([.profile: profile(rest: #","customAttributes":{"a":[1]}"#)])),
        .ios(
            "a flag that decides nothing", .upgraded, isClean: true,
            with([.profile: profile(whole.replacingOccurrences(of: #","isRefund":false"#, with: ""))])),
        .android(
            "a profile of Android SDK 1", .upgraded, isClean: true,
            [.purchaserInfo: .text(androidInfo), .androidProfileID: .text("me")]),
        .android(
            "a profile of Android SDK 2", .readable, isClean: true,
            [.androidProfile: .text(#"{"profile_id":"me"}"#), .androidProfileID: .text("me")]),
        .android("signed out on Android", .kept, isClean: true, [.androidProfile: .text("")]),
        Case("upgraded before", .readable, isClean: true) {
            StoredUpgrade(for: "3.12.0").plan(try upgraded([:])).report
        },
        // Access.
        .ios("a level that is none", .upgraded, isClean: false, with([.profile: profile(levels: #","gold":5"#)])),
        .ios("a level twice", .upgraded, isClean: false, with([.profile: profile(levels: #","premium":{\#(whole)}"#)])),
        .ios(
            "a level without its flag", .upgraded, isClean: false,
            with([.profile: profile(whole.replacingOccurrences(of: #""isActive":true,"#, with: ""))])),
        .ios(
            "a level without its grace period", .upgraded, isClean: false,
            with([.profile: profile(whole.replacingOccurrences(of: #","isInGracePeriod":false"#, with: ""))])),
        .ios(
            "a level without its lifetime", .upgraded, isClean: false,
            with([.profile: profile(whole.replacingOccurrences(of: #","isLifetime":false"#, with: ""))])),
        .ios(
            "a level with a date that is none", .upgraded, isClean: false,
            with([.profile: profile(whole + #","expiresAt":"soon""#)])),
        .ios(
            "a subscription that is none", .upgraded, isClean: false,
            with([
                .profile: data(#"{"profileId":"me","accessLevels":{},"subscriptions":{"s":[]},"nonSubscriptions":{}}"#)
            ])),
        .ios(
            "a purchase that is none", .upgraded, isClean: false,
            with([
                .profile: data(
                    #"{"profileId":"me","accessLevels":{},"subscriptions":{},"nonSubscriptions":{"coins":[7]}}"#)
            ])),
        .ios(
            "a level that is none, in an answer", .replaced, isClean: false,
            with([.profile: data("junk"), .responses: StoredUpgradeTests.answers(answer(#""gold":5,"#))])),
        .android(
            "a level without its flag on Android", .upgraded, isClean: false,
            [
                .purchaserInfo: .text(#"{"profileId":"me","accessLevels":{"premium":{"id":"premium"}}}"#),
                .androidProfileID: .text("me"),
            ]),
        // Damage.
        .ios("a damaged profile", .refused, isClean: false, with([.profile: data("{\"profileId\":")])),
        .ios("a profile without levels", .refused, isClean: false, with([.profile: data("{}")])),
        .ios("another user's profile", .refused, isClean: false, [.profile: profile(), .profileID: .text("you")]),
        .ios("a profile of another type", .refused, isClean: false, with([.profile: .text("text")])),
        .ios(
            "a damaged profile beside an answer", .replaced, isClean: false,
            with([.profile: data("junk"), .responses: answers])),
        .ios("paywalls that are no list", .refused, isClean: false, [.paywalls: data("{}")]),
        .ios("paywalls of another type", .refused, isClean: false, [.paywalls: .number(1)]),
        .ios(
            "newer paywalls", .refused, isClean: false, sdk: "2.11.0",
            [.paywalls: data("[\(entry)]"), .paywallsVersion: .number(3)]),
        .ios(
            "a version of paywalls that is no number", .refused, isClean: false,
            [.paywalls: data("[\(entry)]"), .paywallsVersion: .other]),
        .ios("a paywall that is none", .upgraded, isClean: false, [.paywalls: data("[\(entry),7]")]),
        .ios("products of another type", .refused, isClean: false, sdk: "2.8.0", [.products: .other]),
        .ios("a damaged backup", .refused, isClean: false, with([.profile: profile(), .backup: .text("mine")])),
        .ios("a version that is too old", .refused, isClean: false, sdk: "2.4.2", with([.profile: profile()])),
        .ios("a version that is none", .refused, isClean: false, sdk: SDKVersion(0, 0), with([.profile: profile()])),
        .android("damaged preferences", .refused, isClean: false, [.androidProfile: .text("{")]),
        .android(
            "damaged preferences beside an answer", .replaced, isClean: false,
            [
                .purchaserInfo: .text("{"),
                .profileAnswer: .text(String(decoding: StoredUpgradeTests.body("me"), as: UTF8.self)),
            ]),
        // Undoing.
        .undone("as it was", .restored, isClean: true),
        .undone("written since", .takenBack, isClean: true, [.profile: newer]),
        .undone("signed out since", .kept, isClean: true, [.profile: StoredValue?.none]),
        .undone("damaged since", .refused, isClean: false, [.profile: data("junk")]),
        .undone("the backup is damaged", .refused, isClean: false, [.backup: .text("mine")]),
        // Verifying.
        Case("proven", .proven, isClean: true) { StoredUpgrade.verify(try upgraded([:])) },
        Case("not proven", .differs, isClean: false) { StoredUpgrade.verify(try upgraded([.profile: newer])) },
        Case("a damaged backup, verified", .differs, isClean: false) {
            StoredUpgrade.verify(try upgraded([.backup: .text("mine")]))
        },
    ]

    private static let androidInfo =
        #"{"profileId":"me","accessLevels":{"premium":{\#(whole.replacingOccurrences(of: "6.4e8", with: "\"2021-04-13T00:00:00.000000+0000\""))}}}"#

    @Test("each outcome is clean or not", arguments: cases)
    func clean(_ each: Case) throws {
        let report = try each.report()
        #expect(report.items.contains { $0.outcome == each.outcome && $0.isClean == each.isClean }, "\(report)")
        #expect(report.isClean == each.isClean, "\(report)")
    }

    @Test("what SDK 1 stored itself is upgraded cleanly", arguments: StoredUpgradeTests.versions)
    func fixtures(sdk: SDKVersion) throws {
        let whole = ["profile-of-1-12", "profile-of-1-18-beta-with-attributes", "paid-access-levels-of-1-2-3"]
        for name in whole {
            let profile = try StoredUpgradeTests.fixture("profile/\(name).json")
            let report = StoredUpgrade(for: sdk).plan([
                .profile: .data(profile),
                .paywalls: .data([0x5B] + (try StoredUpgradeTests.fixture("paywall/paywall-of-1-12.json")) + [0x5D]),
                .products: .data(try StoredUpgradeTests.fixture("products/cached-products.json")),
            ]).report
            #expect(report.isClean && report[.profile]?.outcome == .upgraded, "\(name): \(report)")
        }
        let android = PreferencesUpgrade(for: sdk).plan(try PreferencesUpgradeTests.stored("android-1-12.json")).report
        #expect(android.isClean && android[.androidProfile]?.outcome == .upgraded, "\(android)")
    }

    @Test("the table has every outcome, and an unknown one is not clean")
    func outcomes() {
        let all: Set<StoredReport.Outcome> = [
            .upgraded, .recovered, .replaced, .readable, .kept, .refused, .restored, .takenBack, .proven, .differs,
        ]
        #expect(Set(StoredReportTests.cases.map(\.outcome)) == all)
        #expect(!StoredReport.Outcome("moved").isClean)
    }

    // MARK: What it says

    @Test("nothing to do is said, and is clean")
    func nothing() {
        for (report, note) in [
            (StoredUpgrade(for: "3.12.0").plan([:]).report, "nothing to upgrade"),
            (StoredUpgrade(for: SDKVersion(0, 0)).plan([:]).report, "nothing to upgrade"),
            (PreferencesUpgrade(for: "3.12.0").plan([:]).report, "nothing to upgrade"),
            (StoredUpgrade.undo([:]).report, "nothing to undo"), (StoredUpgrade.verify([:]), "nothing was upgraded"),
        ] {
            #expect(report.description == note && report.summary == note && report.items.isEmpty && report.isClean)
        }
    }

    @Test(
        "a version that is newer than the newest known one is said, and is clean",
        arguments: [("3.17.9", nil), ("3.18.0", "3.18.0"), ("4.0.0", "4.0.0")] as [(SDKVersion, String?)])
    func newer(sdk: SDKVersion, said: String?) {
        let note = said.map { "SDK \($0) is newer than 3.17, the newest known: upgraded as for 3.17" } ?? ""
        let ios = StoredUpgrade(for: sdk).plan(StoredReportTests.with([.profile: StoredReportTests.profile()])).report
        #expect(ios.note == note && ios.isClean)
        #expect(ios.summary == "upgraded 1" + (note.isEmpty ? "" : "; " + note))
        #expect(ios.description.hasPrefix(note.isEmpty ? "AdaptySDK_Purchaser_Info: " : note + "\n"))
        let android = PreferencesUpgrade(for: sdk).plan([.androidProfile: .text("")]).report
        #expect(android.note == note)
    }

    @Test("one line says it in short")
    func summary() {
        let report = StoredUpgrade(for: "3.12.0").plan([
            .profile: StoredReportTests.profile(levels: #","gold":5"#),
            .paywalls: StoredReportTests.data("[\(StoredReportTests.entry)]"), .products: StoredReportTests.data("[]"),
        ]).report
        #expect(report.summary == "upgraded 2, recovered 1, kept 1; to look at: 1", "\(report)")
    }

    @Test("as JSON and back", arguments: cases)
    func codable(_ each: Case) throws {
        let report = try each.report()
        let data = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(StoredReport.self, from: data) == report)
        let members = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        #expect(members?["isClean"] as? Bool == each.isClean && members?["summary"] as? String == report.summary)
        #expect(members?["sdk"] as? String == report.sdk?.description)
        let items = members?["items"] as? [[String: Any]]
        #expect(items?.map { $0["outcome"] as? String } == report.items.map(\.outcome.rawValue))
        #expect(items?.map { $0["key"] as? String } == report.items.map(\.key.rawValue))
    }

    @Test("the same line of many paywalls is one line with a count; those left out say which")
    func counted() throws {
        let list = Array(repeating: StoredReportTests.entry, count: 330) + ["7", StoredReportTests.entry, "8"]
        let report = StoredUpgrade(for: "3.12.0").plan([
            .paywalls: StoredReportTests.data("[\(list.joined(separator: ","))]")
        ]).report
        let changes = try #require(report[.paywalls]?.changes)
        #expect(changes.filter { !$0.isClean }.map(\.path) == ["/330", "/332"])
        let filled = changes.filter(\.isClean)
        #expect(!filled.isEmpty && filled.allSatisfy { $0.count == 331 && $0.path.hasPrefix("/0/v/") }, "\(report)")
        #expect(report.description.utf8.count < 2000)
        #expect("\(report)".contains("(331 times, here first)"))
    }

    @Test(
        "every path leads to a value that was written, and one of a value that was left out to the one that was found")
    func paths() throws {
        let coins = #"{"purchaseId":"1","vendorProductId":"coins"}"#
        let stored: [StoredKey: StoredValue] = [
            .profile: StoredReportTests.profile(
                levels: #","7":5,"9":{"id":"9"}"#,
                rest: #","nonSubscriptions":{"coins":[7,\#(coins),8,\#(coins)],"none":[1]}"#),
            .paywalls: StoredReportTests.data("[7,\(StoredReportTests.entry)]"),
            .products: StoredReportTests.data(#"[7,{"vendorProductId":"p","introductoryOfferEligibility":"maybe"}]"#),
        ]
        for sdk in ["2.8.0", "3.2.0", "3.12.0"] as [SDKVersion] {
            let plan = StoredUpgrade(for: sdk).plan(stored), after = plan.applied(to: stored)
            for item in plan.report.items {
                for change in item.changes where !change.note.contains("left out") {
                    let written = try JSONScanner.index(try #require(after[item.key]?.bytes))
                    #expect(written.pointers().contains(change.path), "\(sdk) \(item.key) \(change)")
                }
            }
            let left = plan.report[.profile]?.changes.filter { $0.note.contains("left out") }.map(\.path)
            #expect(
                left == [
                    "/v/paid_access_levels/7", "/v/non_subscriptions/coins/0", "/v/non_subscriptions/coins/2",
                    "/v/non_subscriptions/none/0",
                ], "\(plan.report)")
        }
    }
}
