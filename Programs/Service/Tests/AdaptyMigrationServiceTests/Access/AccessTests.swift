import Foundation
import Testing

@testable import AdaptyMigrationService

@Suite("Access") struct AccessTests {
    private static let profile =
        #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true,"vendor_product_id":"month","store":"app_store","expires_at":"2026-03-01T00:00:00.000+0000","will_renew":true}}}"#
    private static let june = #","subscription_expires_at":"2026-06-01T00:00:00.000000+0000""#

    struct Story: Sendable {
        let events: [String]
        let isActive: Bool
        let willRenew: Bool
        let meaning: String?

        init(_ events: [String], _ isActive: Bool, _ willRenew: Bool, _ meaning: String?) {
            (self.events, self.isActive, self.willRenew, self.meaning) = (events, isActive, willRenew, meaning)
        }
    }

    /// A profile whose `premium` goes on until March by `month`, and then events.
    private static let stories: [Story] = [
        Story(["subscription_renewal_cancelled"], true, false, "renewal_off"),
        Story(["auto_renew_off_subscription"], true, false, "renewal_off"),
        Story(["subscription_renewal_cancelled", "subscription_renewal_reactivated"], true, true, "renewal_on"),
        Story(["subscription_cancelled"], false, false, "ended"),
        Story(["SUBSCRIPTION_CANCELED"], false, false, "ended"),
        Story(["subscription_expired"], false, false, "ended"),
        Story(["subscription_refunded"], false, false, "refunded"),
        Story(["subscription_expired", "subscription_renewed"], true, false, "continued"),
        Story(["billing_issue_detected"], true, true, "billing_issue"),
        Story(["our_own_name"], true, true, nil),
        Story(["subscription_expired", "subscription_renewal_cancelled"], false, false, "renewal_off"),
    ]

    @Test("events after the profile", arguments: stories, Backend.allCases)
    func meanings(_ story: Story, backend: Backend) async throws {
        try await TestService.with(backend) { service in
            try await service.put("/profiles/p", AccessTests.profile).expect(201)
            for name in story.events { try await service.send(Samples.event(name)).expect(200) }
            let answer = try await service.get("/profiles/p/access?at=2026-02-01T00:00:00Z"),
                level = try #require(try answer.list("access_levels").first)
            #expect(try answer.json["active"] as? Bool == story.isActive)
            #expect(level["access_level_id"] as? String == "premium")
            #expect(level["active"] as? Bool == story.isActive)
            #expect(level["will_renew"] as? Bool == story.willRenew)
            #expect(level["meaning"] as? String == story.meaning)
            #expect(
                (level["evidence"] as? String)?.hasPrefix(
                    story.meaning == nil ? "profile" : "event \(story.events.count) ") == true)
        }
    }

    @Test(
        "dates decide",
        arguments: [
            ("2026-02-01T00:00:00Z", true), ("2026-02-28T23:59:59.999Z", true),
            ("2026-02-28T23:59:59.999999Z", true), ("2026-03-01T00:00:00Z", false),
            ("1769904000000", true), ("2026-03-01T01:00:00+02:00", true),
        ])
    func dates(at: String, isActive: Bool) async throws {
        try await TestService.with { service in
            try await service.put("/profiles/p", AccessTests.profile).expect(201)
            #expect(
                try await service.get("/profiles/p/access?at=" + at.replacingOccurrences(of: "+", with: "%2B")).json[
                    "active"] as? Bool == isActive)
        }
    }

    @Test("a renewal moves the end; what comes late does not move it back", arguments: Backend.allCases)
    func renewal(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            try await service.put("/profiles/p", AccessTests.profile).expect(201)
            try await service.send(
                Samples.event("subscription_renewed", id: "2", at: "2026-03-01T00:00:00.000000+0000", AccessTests.june)
            ).expect(200)
            // The end of a period before, delivered after the renewal.
            try await service.send(
                Samples.event(
                    "subscription_expired", id: "1", at: "2026-02-01T00:00:00.000000+0000",
                    #","subscription_expires_at":"2026-02-01T00:00:00.000000+0000""#)
            ).expect(200)
            let answer = try await service.get("/profiles/p/access?at=2026-05-01T00:00:00Z"),
                level = try answer.list("access_levels")[0]
            #expect(level["active"] as? Bool == true)
            #expect(level["expires_at"] as? String == "2026-06-01T00:00:00.000Z")
            #expect(level["evidence"] as? String == "event 1 subscription_renewed")
            #expect(try answer.number("events") == 2)
        }
    }

    @Test("without a profile, events tell what they can", arguments: Backend.allCases)
    func eventsAlone(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            try await service.get("/profiles/p/access").expect(404)
            try await service.send(Samples.event("subscription_initial_purchase", id: "1", AccessTests.june)).expect(
                200)
            let product = try await service.get("/profiles/p/access?at=2026-02-01T00:00:00Z").list("access_levels")
            #expect(product.count == 1)
            #expect(product[0]["access_level_id"] is NSNull)
            #expect(product[0]["vendor_product_id"] as? String == "month")
            #expect(product[0]["active"] as? Bool == true)
            let level =
                #","access_level_id":"premium","is_active":true,"expires_at":"2026-04-01T00:00:00.000000+0000","will_renew":false"#
            try await service.send(Samples.event("access_level_updated", id: "2", level)).expect(200)
            let known = try await service.get("/profiles/p/access?at=2026-02-01T00:00:00Z").list("access_levels")
            #expect(known.count == 1)
            #expect(known[0]["access_level_id"] as? String == "premium")
            #expect(known[0]["expires_at"] as? String == "2026-04-01T00:00:00.000Z")
            try await service.send(Samples.event("subscription_cancelled", id: "3")).expect(200)
            #expect(
                try await service.get("/profiles/p/access?at=2026-02-01T00:00:00Z").json["active"] as? Bool == false)
        }
    }

    @Test("a profile written later stands for what was before it", arguments: Backend.allCases)
    func profileLast(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            try await service.send(Samples.event("subscription_cancelled")).expect(200)
            let profile = AccessTests.profile.replacingOccurrences(
                of: #""profile_id":"p""#, with: #""profile_id":"p","customer_user_id":"mine""#)
            try await service.put("/profiles/mine", profile).expect(201)
            let answer = try await service.get("/profiles/mine/access?at=2026-02-01T00:00:00Z")
            #expect(try answer.json["active"] as? Bool == true)
            #expect(try answer.number("events") == 0)
            // Kept under its user's id, it still hears the events of its profile.
            try await service.send(Samples.event("subscription_expired")).expect(200)
            #expect(
                try await service.get("/profiles/mine/access?at=2026-02-01T00:00:00Z").json["active"] as? Bool == false)
        }
    }

    @Test func refusesWhatIsNoInstant() async throws {
        try await TestService.with { service in try await service.get("/profiles/p/access?at=tomorrow").expect(400) }
    }
}
