import AdaptyMigration
import AdaptyMigrationTools
import Foundation
import Testing

/// What somebody who knows Adapty's SDK types first. The file imports the public names alone.
@Suite("Models: first guesses")
struct FirstGuessesTests {
    private static let profile = Data(
        #"""
        {"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true,"store":"app_store",
        "activated_at":"2020-01-01T00:00:00Z","expires_at":"2030-01-01T00:00:00Z"}},"segment_hash":"h"}
        """#.utf8)
    private static let paywall = Data(
        #"""
        {"paywall_id":"w","developer_id":"main","variation_id":"v","paywall_name":"Main","revision":3,
        "ab_test_name":"A","products":[],"remote_config":{"lang":"en","data":"{\"title\":\"Hello\"}"}}
        """#.utf8)

    @Test("names of a profile")
    func profile() throws {
        let profile = try AdaptyProfile(decoding: FirstGuessesTests.profile)
        let level = try #require(profile.accessLevels["premium"])
        let now = try #require(ISO8601DateFormatter().date(from: "2026-01-01T00:00:00Z"))

        #expect(profile.data == FirstGuessesTests.profile)
        #expect(profile.problems.isEmpty)
        #expect(profile.hasAccess(to: "premium", at: now))
        #expect(level.isActive == true)
        #expect(level.expiresAt?.date == Date(level.expiresAt))
        if let end = level.expiresAt { #expect(end > now && now.timeIntervalSince1970 > 0) }
        #expect(level.store == .appStore)
    }

    @Test("names of a paywall")
    func paywall() throws {
        let paywall = try AdaptyPaywall(decoding: FirstGuessesTests.paywall)
        #expect(paywall.placement.id == "main")
        #expect(paywall.placement.revision == 3)
        #expect(paywall.remoteConfig?.dictionary?["title"] as? String == "Hello")
        #expect(paywall.variationId == "v")
        #expect(paywall.products.isEmpty)
    }

    @Test("names of an error")
    func error() {
        do {
            _ = try AdaptyProfile(decoding: Data("{}".utf8))
            Issue.record("an empty object is no profile")
        } catch {
            #expect("\(error.code)" == "unrecognised")
            #expect(!error.localizedDescription.isEmpty)
        }
    }

    /// A level with an end and each of its flags, in the dialect that SDK 2 reads.
    static let levels: [String] = {
        let ends = [#""expires_at":"2026-01-01T00:00:00Z""#, #""expires_at":null"#, #""is_lifetime":true"#]
        let flags = ["true", "false", "null"].map { #""is_active":\#($0)"# } + [#""is_in_grace_period":true"#]
        let starts = [#""starts_at":null"#, #""starts_at":"2025-06-01T00:00:00Z""#]
        return ends.flatMap { end in flags.flatMap { flag in starts.map { "\(end),\(flag),\($0)" } } }
    }()

    @Test("a profile and the entitlements agree on who has access", arguments: levels)
    func access(level: String) throws {
        let document = #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a",\#(level)}},"segment_hash":"h"}"#
        let profile = try AdaptyProfile(decoding: Data(document.utf8))
        var entitlements = Entitlements()
        try entitlements.apply(profile: Array(document.utf8), named: "profile")
        let entry = try #require(entitlements.entries.first)
        // Before the start, before the end, the end itself, and after it.
        for seconds in [1_700_000_000, 1_767_225_599, 1_767_225_600, 1_800_000_000] {
            let instant = Date(timeIntervalSince1970: Double(seconds))
            #expect(
                profile.hasAccess(to: "a", at: instant) == entry.isActive(at: Int64(seconds) * 1000),
                "at \(instant)")
        }
        #expect(!profile.hasAccess(to: "b"))
    }

    @Test(
        "access by the flag, the dates and the grace period",
        arguments: [
            (#""is_active":false,"expires_at":"2030-01-01T00:00:00Z""#, false),
            (#""is_active":true,"expires_at":"2020-01-01T00:00:00Z""#, false),
            (#""is_active":true,"expires_at":"2030-01-01T00:00:00Z""#, true),
            (#""is_active":true,"expires_at":"2020-01-01T00:00:00Z","is_in_grace_period":true"#, true),
            (#""is_active":true,"expires_at":"2020-01-01T00:00:00Z","is_lifetime":true"#, true),
            (#""is_active":true,"starts_at":"2030-01-01T00:00:00Z","expires_at":null"#, false),
        ])
    func answer(level: String, hasAccess: Bool) throws {
        let document = #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a",\#(level)}},"segment_hash":"h"}"#
        let profile = try AdaptyProfile(decoding: Data(document.utf8))
        #expect(profile.hasAccess(to: "a", at: Date(timeIntervalSince1970: 1_767_225_600)) == hasAccess)
    }
}
