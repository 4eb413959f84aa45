import Foundation
import Testing

@testable import AdaptyMigrationService

extension ProcessTests {
    @Suite("The program") struct ProgramTests {
        @Test("logs tell what happened, and hold no secrets and nobody's data")
        func logs() async throws {
            try await ServiceProcess.withFolder { folder in
                let
                    service = try await ServiceProcess(
                        in: folder, ["LOG_LEVEL": "trace", "WEBHOOK_SANDBOX_SECRET": TestService.sandboxSecret]),
                    client = WebClient(service)
                let event = Samples.event(
                    "subscription_expired", id: #""evt-4711""#, profile: "prf-0815", #","email":"jane@example.com""#)
                try await client.send(event).expect(200)
                try await client.send(event, secret: "wr0ng-secret").expect(401)
                try await client.send("{broken jane@example.com", secret: TestService.sandboxSecret).expect(400)
                try await client.admin(
                    "PUT", "/profiles/prf-0815",
                    #"{"profile_id":"prf-0815","paid_access_levels":{},"email":"jane@example.com"}"#
                ).expect(201)
                try await client.admin("GET", "/profiles/prf-0815/access?at=2026-01-01T00:00:00Z").expect(200)
                try await client.admin("DELETE", "/profiles/prf-0815").expect(204)
                let subscriber = try await client.admin(
                    "POST", "/subscribers", #"{"url":"http://127.0.0.1:1/hook?token=t0ken","secret":"subscr1ber"}"#)
                subscriber.expect(201)
                try await Task.sleep(for: .seconds(1))
                #expect(service.stop() == 0)
                for word in [
                    TestService.secret, TestService.sandboxSecret, TestService.adminSecret, "evt-4711", "prf-0815",
                    "jane@example.com", "wr0ng-secret", "t0ken", "subscr1ber",
                ] {
                    #expect(!service.log.contains(word), "\(word)")
                }
                let lines = try service.log.split(separator: "\n").map {
                    try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
                }
                let requests = lines.filter { $0["message"] as? String == "request" }
                #expect(requests.map { $0["status"] as? String } == ["200", "401", "400", "201", "200", "204", "201"])
                let removal = lines.first { $0["message"] as? String == "a person was removed" }
                #expect(removal?["events"] as? String == "1" && removal?["profiles"] as? String == "1")
                #expect(requests.map { $0["route"] as? String }.contains("/profiles/{id}/access"))
                #expect(Set(requests.compactMap { $0["hb.request.id"] as? String }).count == 7)
            }
        }

        /// https://prometheus.io/docs/practices/naming/
        @Test("names of metrics end with a unit or a noun in the plural, counters with `_total`")
        func names() async throws {
            try await ServiceProcess.withFolder { folder in
                let service = try await ServiceProcess(in: folder), client = WebClient(service)
                try await client.admin("POST", "/subscribers", #"{"url":"http://127.0.0.1:1/"}"#).expect(201)
                try await client.send(Samples.event("trial_started")).expect(200)
                try await client.send("{").expect(400)
                var types: [String: String] = [:]
                while types["adapty_deliveries_total"] == nil {
                    let text = try await client.admin("GET", "/metrics").body
                    for match in text.matches(of: /# TYPE (\S+) (\S+)\n/) {
                        types[String(match.1)] = String(match.2)
                    }
                    try await Task.sleep(for: .milliseconds(20))
                }
                #expect(
                    types == [
                        "adapty_events_total": "counter", "adapty_deliveries_total": "counter",
                        "adapty_transaction_writes": "histogram", "adapty_subscriber_pending_deliveries": "gauge",
                        "adapty_subscriber_parked_deliveries": "gauge",
                        "adapty_subscriber_oldest_pending_delivery_age_seconds": "gauge",
                        "hb_requests_total": "counter", "hb_request_errors_total": "counter",
                        "http_server_active_requests": "gauge", "http_server_request_duration_seconds": "histogram",
                    ])
                #expect(service.stop() == 0)
            }
        }

        @Test(
            "what it is told wrongly it names, and does not start",
            arguments: [
                (["WEBHOOK_SECRET": ""], "WEBHOOK_SECRET is not set", 64), (["PORT": "x"], "PORT is not a number", 64),
                (["LOG_LEVEL": "loud"], "LOG_LEVEL is not one of", 64),
                (["REQUIRE_IF_MATCH": "perhaps"], "REQUIRE_IF_MATCH is not true or false", 64),
                (["DATABASE_URL": "mysql://x"], "DATABASE_URL is not postgres://… or the path", 64),
                (["DATABASE_URL": "/no/such/folder/x.sqlite"], "/no/such/folder/x.sqlite", 74),
            ])
        func wrong(environment: [String: String], message: String, status: Int32) async throws {
            try await ServiceProcess.withFolder { folder in
                let error = await #expect(throws: ServiceProcess.NotStarted.self) {
                    try await ServiceProcess(in: folder, environment)
                }
                #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
                #expect(error?.status == status)
            }
        }

        @Test("told to stop under load, it answers what it took, and what it answered is there")
        func shutdown() async throws {
            try await ServiceProcess.withFolder { folder in
                let service = try await ServiceProcess(in: folder), client = WebClient(service)
                let confirmed = try await withThrowingTaskGroup { group in
                    for worker in 0..<20 {
                        group.addTask {
                            var confirmed: [Int] = []
                            for number in 0..<1000 {
                                guard
                                    let answer = try? await client.send(
                                        Samples.event("subscription_renewed", id: "\(worker * 1000 + number)")),
                                    answer.status == 200
                                else { break }
                                confirmed.append(try #require(try answer.number("sequence")))
                            }
                            return confirmed
                        }
                    }
                    try await Task.sleep(for: .milliseconds(700))
                    #expect(service.stop() == 0)
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                #expect(confirmed.count > 20)
                let again = try await ServiceProcess(in: folder), stored = try await WebClient(again).sequences()
                #expect(Set(confirmed).isSubset(of: stored))
                again.kill()
            }
        }
    }
}
