@_spi(Tools) import AdaptyMigrationTools
import Foundation
import HTTPTypes
import Testing

@testable import AdaptyMigrationService

@Suite("Webhooks") struct WebhookTests {
    @Test(
        "both kinds of ping are answered, and store nothing",
        arguments: [
            ("{}", "{}"), (" { } ", "{}"), (#"{"adapty_check":"x"}"#, #"{"adapty_check_response":"x"}"#),
            (#"{"adapty_check":"\"é\n"}"#, #"{"adapty_check_response":"\"é\n"}"#),
        ], [TestService.secret, TestService.sandboxSecret])
    func ping(_ ping: (body: String, answer: String), secret: String) async throws {
        try await TestService.with { service in
            let answer = try await service.send(ping.body, as: secret)
            #expect(answer.status == 200)
            #expect(answer.body == ping.answer)
            #expect(try await service.get("/events").list("events").isEmpty)
        }
    }

    @Test(
        "every event of the fixtures is stored once, known by its meaning, and read in both generations of names",
        arguments: Backend.allCases)
    func fixtures(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            var sent: [(text: String, dialect: Dialect)] = []
            for (folder, dialect) in [("webhook-legacy/event", Dialect.webhookLegacy), ("webhook/event", .webhook)] {
                for file in try Samples.files(folder) { sent.append((try Samples.text(folder + "/" + file), dialect)) }
            }
            for (position, event) in sent.enumerated() {
                let answer = try await service.send(
                    event.text, as: event.text.contains(#""Sandbox""#) ? TestService.sandboxSecret : TestService.secret)
                #expect(answer.status == 200)
                let status = try answer.text("status") ?? ""
                #expect(["stored", "duplicate", "conflict"].contains(status), "\(position): \(answer.body)")
            }
            for dialect in [Dialect.webhookLegacy, .webhook] {
                let answer = try await service.get("/events?as=\(dialect.rawValue)&limit=1000")
                for event in try answer.list("events") {
                    #expect(event["kind"] as? String == "event")
                    #expect((event["meaning"] as? String)?.isEmpty == false)
                }
                // Who sent old names reads its own bytes.
                for event in sent where event.dialect == dialect && !event.text.contains("profile_event_id") {
                    #expect(answer.body.contains(event.text.trimmingCharacters(in: .whitespacesAndNewlines)))
                }
            }
        }
    }

    @Test(
        "a second delivery is recognised", arguments: Backend.allCases,
        [#""abc""#, "17", "123456789012345678901234567890", nil])
    func duplicates(backend: Backend, id: String?) async throws {
        try await TestService.with(backend) { service in
            let event = Samples.event("subscription_cancelled", id: id)
            let answers = [try await service.send(event), try await service.send(event)]
            let statuses = try answers.map { try $0.text("status") },
                sequences = try answers.map { try $0.number("sequence") }
            #expect(statuses == ["stored", "duplicate"])
            #expect(sequences == [1, 1])
            #expect(try await service.get("/events").list("events").count == 1)
        }
    }

    @Test("other bytes under the same id are kept beside the first", arguments: Backend.allCases)
    func conflict(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            let first = Samples.event("subscription_renewed", id: "7"),
                second = Samples.event("subscription_expired", id: #""7""#)
            for (event, status) in [
                (first, "stored"), (second, "conflict"), (second, "conflict"), (first, "duplicate"),
            ] { #expect(try await service.send(event).text("status") == status) }
            let answer = try await service.get("/events")
            #expect(try answer.list("events").count == 1)
            #expect((try answer.list("events")[0]["conflicts"] as? [Any])?.count == 1)
            #expect(answer.body.contains(second))
        }
    }

    @Test(
        "the sandbox's secret writes nothing of production, and its ids stand in nobody's way",
        arguments: [
            ("Production", TestService.secret, 200), ("Production", TestService.sandboxSecret, 401),
            ("Sandbox", TestService.sandboxSecret, 200), ("SANDBOX", TestService.sandboxSecret, 200),
            ("Sandbox", TestService.secret, 401), ("", TestService.sandboxSecret, 401), ("", TestService.secret, 200),
            ("Sandbox ", TestService.sandboxSecret, 401),
        ])
    func environments(environment: String, secret: String, status: Int) async throws {
        try await TestService.with { service in
            try await service.send(Samples.event("trial_started", id: "1", environment: environment), as: secret)
                .expect(status)
            let other = environment.lowercased() == "sandbox" ? "Production" : "Sandbox",
                own = other == "Sandbox" ? TestService.sandboxSecret : TestService.secret
            #expect(
                try await service.send(Samples.event("trial_started", id: "1", environment: other), as: own).text(
                    "status") == "stored")
        }
    }

    @Test(
        "an event that names both environments needs both secrets to be one",
        arguments: [("Production", "Sandbox"), ("Sandbox", "Production"), ("Sandbox", "")])
    func both(environment: String, inside: String) async throws {
        let event = Samples.event("trial_started", id: "1", environment: inside).replacing(
            "{\"profile_id\"", with: "{\"environment\":\"\(environment)\",\"profile_id\"", maxReplacements: 1)
        try await TestService.with { service in
            for secret in [TestService.secret, TestService.sandboxSecret] {
                try await service.send(event, as: secret).expect(401)
            }
        }
        try await TestService.with(change: { $0.sandboxSecrets = [] }) { service in
            try await service.send(event).expect(200)
        }
    }

    @Test(
        "Authorization is the text that was set up, with or without Bearer",
        arguments: [
            (TestService.secret, 200), ("Bearer " + TestService.secret, 200), ("bearer " + TestService.secret, 200),
            (nil, 401), ("", 401), ("Bearer ", 401), (TestService.secret + "x", 401),
            ("what Adapty send", 401), ("What Adapty sends", 401), (String(repeating: "x", count: 5000), 401),
        ])
    func authorization(header: String?, status: Int) async throws {
        try await TestService.with { service in
            try await service.send(Samples.event("trial_started"), as: header).expect(status)
        }
    }

    @Test("a sandbox without a secret of its own uses production's; without any secret nobody gets in")
    func oneSecret() async throws {
        let sandbox = Samples.event("trial_started", environment: "Sandbox")
        let setUp = { (secrets: [String]) in
            { (settings: inout Settings) in (settings.webhookSecrets, settings.sandboxSecrets) = (secrets, []) }
        }
        try await TestService.with(change: setUp(["a", "b"])) { service in
            for secret in ["a", "Bearer b"] { try await service.send(sandbox, as: secret).expect(200) }
            try await service.send(sandbox, as: "c").expect(401)
        }
        try await TestService.with(change: setUp([])) { service in
            try await service.send(sandbox, as: "").expect(401)
        }
    }

    @Test(
        "what cannot be taken is refused with a problem document",
        arguments: [
            ("{", "application/json", 400), ("", "application/json", 400),
            (#"{"a":"\#u{0}"}"#, "application/json", 400),
            (String(repeating: "[", count: 100_000), "application/json", 400),
            ("[]", "application/json", 422), ("17", "application/json", 422), ("{}", "text/plain", 415),
            ("{}", "application/x-www-form-urlencoded", 415),
            (#"{"a":""# + String(repeating: "x", count: 1 << 20) + #""}"#, "application/json", 413),
        ])
    func refused(body: String, type: String, status: Int) async throws {
        try await TestService.with { service in
            let answer = try await service.send(body, type: type)
            #expect(answer.status == status)
            #expect(answer.headers[.contentType] == ProblemDocument.mediaType)
            #expect(try answer.number("status") == status)
            #expect(try await service.get("/events").list("events").isEmpty)
        }
    }

    @Test(
        "JSON with other announcements, or none",
        arguments: ["application/json; charset=utf-8", "Application/JSON", "application/vnd.adapty.webhook+json", nil])
    func types(type: String?) async throws {
        try await TestService.with { service in
            try await service.send(Samples.event("trial_started"), type: type).expect(200)
        }
    }

    @Test("an object of no known shape is kept: what Adapty gives up is lost", arguments: Backend.allCases)
    func unknown(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            for body in [
                #"{"hello": "world"}"#, #"{"event_types":{}}"#,
                try Samples.text("sdk1-wire/profile/" + Samples.files("sdk1-wire/profile")[0]),
            ] {
                #expect(try await service.send(body).text("status") == "stored")
            }
            let events = try await service.get("/events")
            #expect(try events.list("events").map { $0["kind"] as? String } == ["unknown", "unknown", "unknown"])
            #expect(events.body.contains(#"{"hello": "world"}"#))
        }
    }

    @Test("texts of any length are taken", arguments: Backend.allCases)
    func long(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            // Random, so that the database cannot shorten it.
            let long = (0..<20_000).map { _ in String(UInt8.random(in: 0...255), radix: 16) }.joined(),
                event = Samples.event(long, id: "\"\(long)\"", profile: long, environment: long)
            for status in ["stored", "duplicate"] {
                let answer = try await service.send(event)
                #expect(try answer.text("status") == status)
            }
            #expect(try await service.get("/events").body.contains(event))
        }
    }

    @Test(
        "names mean what they mean, whatever they sound like",
        arguments: [
            ("subscription_cancelled", "subscription_expired", "ended"),
            ("SUBSCRIPTION_CANCELED", "subscription_expired", "ended"),
            ("subscription_renewal_cancelled", "subscription_renewal_cancelled", "renewal_off"),
            ("auto_renew_off", "trial_renewal_cancelled", "renewal_off"),
            ("our_own_name", "our_own_name", "unknown"),
        ])
    func meaning(name: String, current: String, meaning: String) async throws {
        try await TestService.with { service in
            let answer = try await service.send(Samples.event(name))
            #expect(try answer.text("event_type") == current)
            #expect(try answer.text("meaning") == meaning)
        }
    }
}
