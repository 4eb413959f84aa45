@_spi(Tools) import AdaptyMigrationTools
import CoreMetrics
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import Testing

@testable import AdaptyMigrationService

@Suite("Operations") struct OperationsTests {
    @Test("ready when the database answers", arguments: Backend.allCases)
    func ready(backend: Backend) async throws {
        try await TestService.with(backend) { service in try await service.ask(.get, "/ready").expect(200) }
    }

    @Test func isNotReadyWithoutADatabase() async throws {
        let service = Service(database: Database(.sqlite(path: "/no/such/folder/service.sqlite")))
        try await Application(router: service.router()).test(.router) { client in
            try await client.execute(uri: "/ready", method: .get) { #expect(Answer($0).status == 503) }
            try await client.execute(uri: "/health", method: .get) { #expect(Answer($0).status == 200) }
        }
    }

    @Test func withoutADatabaseNothingIsConfirmed() async throws {
        var settings = Settings()
        settings.webhookSecrets = [TestService.secret]
        let service = Service(settings, database: Database(.sqlite(path: "/no/such/folder/service.sqlite")))
        try await Application(router: service.router()).test(.router) { client in
            try await client.execute(
                uri: "/webhooks/adapty", method: .post, headers: [.authorization: TestService.secret],
                body: .init(string: Samples.event("trial_started"))
            ) { response in
                #expect(response.status == .serviceUnavailable)
                #expect(response.headers[.retryAfter] == "1")
            }
        }
    }

    @Test func logsLinesOfJSON() throws {
        let lines = Mutex<[[UInt8]]>([])
        var logger = Logger(label: "l") { label in
            JSONLogHandler(label, level: .info) { line in lines.withLock { $0.append(line) } }
        }
        logger[metadataKey: "id"] = "7"
        logger.info("a \"quoted\"\nword", metadata: ["list": ["x", "y"], "map": ["k": "v"]])
        logger.debug("not wanted")
        let line = try #require(lines.withLock { $0 }.first), text = String(decoding: line, as: UTF8.self)
        #expect(lines.withLock { $0.count } == 1)
        #expect(text.hasSuffix("\n"))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        #expect(object["message"] as? String == "a \"quoted\"\nword")
        #expect(object["level"] as? String == "info")
        #expect(object["id"] as? String == "7")
        #expect(object["list"] as? [String] == ["x", "y"])
        #expect(object["map"] as? [String: String] == ["k": "v"])
    }

    @Test func writesWhatPrometheusReads() {
        let metrics = PrometheusMetrics()
        metrics.makeCounter(label: "adapty.events", dimensions: [("outcome", "a\"b\\c\n")]).increment(by: 2)
        metrics.makeCounter(label: "adapty.events", dimensions: [("outcome", "a\"b\\c\n")]).increment(by: 1)
        metrics.makeMeter(label: "open", dimensions: []).set(1.5)
        metrics.makeTimer(label: "took", dimensions: [("route", "/x")]).recordNanoseconds(3_000_000)
        metrics.makeRecorder(label: "size", dimensions: [], aggregate: true).record(1000 as Int64)
        let text = metrics.text
        for line in [
            "# TYPE adapty_events_total counter", #"adapty_events_total{outcome="a\"b\\c\n"} 3"#, "# TYPE open gauge",
            "open 1.5", "# TYPE took_seconds histogram",
            #"took_seconds_bucket{route="/x",le="0.0025"} 0"#, #"took_seconds_bucket{route="/x",le="0.005"} 1"#,
            #"took_seconds_bucket{route="/x",le="+Inf"} 1"#,
            #"took_seconds_sum{route="/x"} 0.003"#, #"took_seconds_count{route="/x"} 1"#, #"size_bucket{le="250.0"} 0"#,
            #"size_bucket{le="+Inf"} 1"#, "size_sum 1000.0", "size_count 1",
        ] { #expect(text.contains(line + "\n"), "\(line)") }
    }
}
