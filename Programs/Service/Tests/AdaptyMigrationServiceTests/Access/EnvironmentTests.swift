import AdaptyMigrationSQL
@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationService

@Suite("The sandbox and production") struct EnvironmentTests {
    private static let end = #","subscription_expires_at":"2030-01-01T00:00:00.000000+0000""#
    private static let level =
        #","access_level_id":"premium","is_active":true,"expires_at":"2030-01-01T00:00:00.000000+0000""#

    /// Events of the sandbox that would open access.
    private static let opening = [
        Samples.event("subscription_started", id: "1", environment: "Sandbox", end),
        Samples.event("subscription_renewed", id: "1", environment: "SANDBOX", end),
        Samples.event("access_level_updated", id: "1", environment: "sandbox", level),
        Samples.event("access_level_updated", environment: "Sandbox", level),
        #"{"profile_id":"p","event_type":"subscription_started","environment":"Sandbox","event_properties":{"vendor_product_id":"month"\#(end)}}"#,
    ]

    @Test("an event of the sandbox opens no access in production", arguments: opening, Backend.allCases)
    func opens(event: String, backend: Backend) async throws {
        try await TestService.with(backend) { service in
            try await service.send(event, as: TestService.sandboxSecret).expect(200)
            try await service.get("/profiles/p/access").expect(404)
            try await service.put("/profiles/p", #"{"profile_id":"p","paid_access_levels":{}}"#).expect(201)
            try await service.send(
                event.replacing(#""profile_event_id":1"#, with: #""profile_event_id":2"#) + " ",
                as: TestService.sandboxSecret
            ).expect(200)
            for query in ["", "?environment=", "?environment=production"] {
                let answer = try await service.get("/profiles/p/access" + query)
                #expect(try answer.json["active"] as? Bool == false, "\(answer.body)")
                #expect(try answer.text("environment") == "production")
                #expect(try answer.number("events") == 0)
            }
            let tested = try await service.get("/profiles/p/access?environment=sandbox")
            #expect(try tested.json["active"] as? Bool == true)
            #expect(try tested.text("environment") == "sandbox")
            try await service.get("/profiles/p/access?environment=xcode").expect(400)
        }
    }

    @Test(
        "an event of the sandbox closes no access in production, and the other way round", arguments: Backend.allCases)
    func closes(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            let secrets = ["Production": TestService.secret, "Sandbox": TestService.sandboxSecret]
            for (environment, other) in [("Production", "Sandbox"), ("Sandbox", "Production")] {
                let profile = "of" + environment
                for (name, environment) in [("subscription_started", environment), ("subscription_refunded", other)] {
                    let event = Samples.event(
                        name, id: "\"\(profile)\"", profile: profile, environment: environment, Self.end)
                    #expect(try await service.send(event, as: secrets[environment]).text("status") == "stored")
                }
                for (asked, isActive) in [(environment, true), (other, false)] {
                    let answer = try await service.get(
                        "/profiles/\(profile)/access?environment=\(asked)&at=2029-01-01T00:00:00Z")
                    #expect(try answer.json["active"] as? Bool == isActive, "\(asked): \(answer.body)")
                    #expect(try answer.number("events") == 1)
                }
            }
            let events = try await service.get("/events").list("events").map { $0["environment"] as? String }
            #expect(events == ["production", "sandbox", "sandbox", "production"])
        }
    }

    @Test(
        "what a stored profile has of the sandbox opens no access in production, either",
        arguments: [
            (#""paid_access_levels":{"a":\#(own)}"#, "production"),
            (#""paid_access_levels":{"a":\#(own)},"subscriptions":{"m":{"is_sandbox":true,\#(product)}}"#, "sandbox"),
            (
                #""paid_access_levels":{"a":\#(own)},"subscriptions":{"m":{"is_sandbox":false,\#(product)}}"#,
                "production"
            ),
            (
                #""paid_access_levels":{"a":\#(own)},"subscriptions":{"n":{"is_sandbox":true,\#(product)}}"#,
                "production"
            ),
            (
                #""paid_access_levels":{"a":\#(own)},"non_subscriptions":{"m":[{"is_sandbox":true,\#(product)}]}"#,
                "sandbox"
            ),
            (
                #""paid_access_levels":{"a":\#(own)},"non_subscriptions":{"m":[{"is_sandbox":true,\#(product)},{"is_sandbox":false,\#(product)}]}"#,
                "production"
            ),
            (
                #""access_levels":[{"access_level_id":"a","store":"app_store","store_product_id":"m","starts_at":null,"expires_at":"2030-01-01T00:00:00+00:00","environment":"Sandbox"}]"#,
                "sandbox"
            ),
        ])
    func profiles(members: String, environment: String) async throws {
        try await TestService.with { service in
            try await service.put("/profiles/p", #"{"profile_id":"p",\#(members)}"#).expect(201)
            for asked in StoreEnvironment.allCases {
                let answer = try await service.get(
                    "/profiles/p/access?environment=\(asked)&at=2029-01-01T00:00:00Z")
                #expect(try answer.list("access_levels").count == (asked.rawValue == environment ? 1 : 0))
            }
        }
    }

    private static let own =
        #"{"id":"a","is_active":true,\#(product),"expires_at":"2030-01-01T00:00:00.000000+0000"}"#
    private static let product = #""vendor_product_id":"m","store":"app_store""#

    @Test("events of the sandbox take no place among those that production reads", arguments: Backend.allCases)
    func places(backend: Backend) async throws {
        try await backend.withDatabase { address in
            let database = Database(address)
            try await database.open()
            let connection = try address.connect()
            for sequence in 1...3 as ClosedRange<Int64> {
                _ = try connection.run(
                    "INSERT INTO events (sequence, identity, received_at, profile, is_sandbox, original) VALUES (?1, ?2, 0, 'p', ?3, ?4)",
                    [.integer(sequence), .text("\(sequence)"), .integer(sequence < 3 ? 1 : 0), .blob([])])
            }
            let events = EventStore(database: database, signal: DeliverySignal(), clock: { 0 })
            let person = try await RecordStore(database: database, layer: CompatibilityLayer(), clock: { 0 }).person(
                "p")
            for (environment, first) in [(.production, 3), (.sandbox, 1)] as [(StoreEnvironment, Int64)] {
                let page = try await events.events(
                    after: 0, of: person.ids(in: environment), in: environment, limit: 1)
                #expect(page.map(\.sequence) == [first])
            }
            await database.close()
        }
    }

    @Test("what an earlier version has stored is told apart, too", arguments: Backend.allCases)
    func upgraded(backend: Backend) async throws {
        try await backend.withDatabase { address in
            let connection = try address.connect()
            try Schema.prepare(connection, upTo: 3)
            for (sequence, environment) in [(1, "SandBox"), (2, "Production"), (3, nil)] as [(Int64, String?)] {
                let event = Samples.event("trial_started", profile: "p\(sequence)", Self.end)
                _ = try connection.run(
                    "INSERT INTO events (sequence, identity, received_at, dialect, profile, environment, original) VALUES (?1, ?2, 0, 'webhook', ?3, ?4, ?5)",
                    [
                        .integer(sequence), .text("\(sequence)"), .text("p\(sequence)"), .text(orNull: environment),
                        .blob(Array(event.utf8)),
                    ])
                _ = try connection.run(
                    "INSERT INTO conflicts (sequence, digest, received_at, original, customer) VALUES (?1, '', 0, ?2, 'u')",
                    [.integer(sequence), .blob([])])
            }
            _ = try connection.run(
                "INSERT INTO subscribers (id, url, dialect, secret, created_at, planned, delivered) VALUES ('s', '', 'webhook', '', 0, 2, 0)",
                [])
            _ = try connection.run(
                "INSERT INTO deliveries (subscriber, sequence, lane, attempts, next_at, is_parked) SELECT 's', sequence, profile, 0, 0, 0 FROM events WHERE sequence < 3",
                [])
            try await TestService.with(address) { service in
                for (profile, environment) in [("p1", "sandbox"), ("p2", "production"), ("p3", "production")] {
                    for asked in StoreEnvironment.allCases {
                        try await service.get("/profiles/\(profile)/access?environment=\(asked)").expect(
                            asked.rawValue == environment ? 200 : 404)
                    }
                }
                let subscriber = try await service.get("/subscribers").list("subscribers")[0]
                #expect(subscriber["environment"] as? String == "production")
                #expect(subscriber["pending"] as? Int == 2)
            }
            let conflicts = try connection.rows("SELECT is_sandbox FROM conflicts ORDER BY sequence").map { $0[0] }
            #expect(conflicts == [.integer(1), .integer(0), .integer(0)])
        }
    }
}
