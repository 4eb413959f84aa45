import HTTPTypes
import Testing

@testable import AdaptyMigrationService

@Suite("Events") struct EventTests {
    @Test("pages hang together, and skip nothing", arguments: Backend.allCases)
    func pages(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            for number in 1...25 { try await service.send(Samples.event("subscription_renewed", id: "\(number)")) }
            var after = 0, seen: [Int] = []
            while true {
                let page = try await service.get("/events?after=\(after)&limit=10"), events = try page.list("events")
                #expect(try page.number("next") == events.last?["sequence"] as? Int ?? after)
                if events.isEmpty { break }
                seen += events.compactMap { $0["sequence"] as? Int }
                after = try #require(try page.number("next"))
            }
            #expect(seen == Array(1...25))
        }
    }

    @Test("a page ends where it gets long", arguments: Backend.allCases)
    func longPages(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            for number in 1...8 {
                try await service.send(
                    Samples.event(
                        "subscription_renewed", id: "\(number)",
                        #","note":"\#(String(repeating: "x", count: 1_000_000))""#)
                ).expect(200)
            }
            let first = try await service.get("/events"), next = try #require(try first.number("next"))
            #expect(try first.list("events").count == 5)
            #expect(next == 5)
            #expect(try await service.get("/events?after=\(next)").list("events").count == 3)
            #expect(try await service.get("/profiles/p/access").number("events") == 8)
        }
    }

    @Test(
        "in the names that the reader knows",
        arguments: [
            ("as=webhook-legacy", nil, "subscription_cancelled"), ("as=webhook", nil, "subscription_expired"),
            ("", nil, "subscription_expired"),
            ("", "application/vnd.adapty.webhook-legacy+json", "subscription_cancelled"),
        ])
    func names(query: String, accept: String?, name: String) async throws {
        try await TestService.with { service in
            try await service.send(Samples.event("SUBSCRIPTION_CANCELLED", id: "1"))
            try await service.send(Samples.event("subscription_expired", id: "2"))
            let events = try await service.get("/events?" + query, accept.map { [.accept: $0] } ?? [:]).list("events")
            let names = events.map { ($0["event"] as? [String: Any])?["event_type"] as? String }
            // Who sent in upper case reads its own bytes in its own dialect.
            #expect(names == [name == "subscription_cancelled" ? "SUBSCRIPTION_CANCELLED" : name, name])
        }
    }

    @Test(
        "what is asked wrongly is refused",
        arguments: [
            ("after=-1", 400), ("after=x", 400), ("limit=0", 400), ("limit=1001", 400), ("as=sdk1-wire", 406),
            ("as=nonsense", 400),
        ])
    func refused(query: String, status: Int) async throws {
        try await TestService.with { service in try await service.get("/events?" + query).expect(status) }
    }

    @Test(
        "personal data and administration are behind the admin secret",
        arguments: [
            (HTTPRequest.Method.get, "/events"), (.get, "/profiles/p"), (.put, "/profiles/p"), (.get, "/paywalls/p"),
            (.put, "/paywalls/p"), (.get, "/profiles/p/access"), (.get, "/subscribers"),
            (.post, "/subscribers"), (.delete, "/subscribers/s"), (.delete, "/profiles/p"),
        ], [nil, "Bearer wrong", "Bearer " + TestService.secret])
    func guarded(_ route: (method: HTTPRequest.Method, path: String), header: String?) async throws {
        try await TestService.with { service in
            let answer = try await service.ask(
                route.method, route.path, header.map { [.authorization: $0] } ?? [:], route.method == .get ? nil : "{}")
            #expect(answer.status == 401)
            #expect(answer.headers[.wwwAuthenticate] == "Bearer")
        }
    }

    @Test("who knows the secret of readers reads, and changes nothing")
    func readers() async throws {
        try await TestService.with(change: { $0.readSecrets = ["new", "old"] }) { service in
            for (path, status) in [("/events", 200), ("/subscribers", 200), ("/profiles/p", 404)] {
                for method in [HTTPRequest.Method.get, .head] {
                    for secret in ["new", "Bearer old"] {
                        try await service.ask(method, path, [.authorization: secret]).expect(status)
                    }
                }
            }
            for (method, path) in [
                (HTTPRequest.Method.put, "/profiles/p"), (.delete, "/profiles/p"), (.post, "/subscribers"),
                (.post, "/subscribers/s/retry"),
            ] {
                try await service.ask(method, path, [.authorization: "new"], "{}").expect(401)
            }
        }
    }

    @Test func withoutAnAdminSecretNobodyGetsIn() async throws {
        try await TestService.with(change: { $0.adminSecrets = [] }) { service in
            try await service.ask(.get, "/events", [.authorization: "Bearer "]).expect(401)
        }
    }
}
