import CoreMetrics
import HTTPTypes
import Testing

@testable import AdaptyMigrationService

@Suite("Metrics") struct MetricsTests {
    @Test("each subscriber's backlog is in them, and goes with the subscriber", arguments: Backend.allCases)
    func backlog(backend: Backend) async throws {
        try await FanOutTests.with(
            backend, attempts: 1, { message, _ in message.sequence == 1 ? .badGateway : .ok }
        ) { service, receiver in
            try await service.send(Samples.event("trial_started", id: "1")).expect(200)
            let id = try #require(try await service.subscribe(receiver.url(), #","after":0"#).text("id"))
            try await service.settled { $0["parked"] as? Int == 1 }
            #expect(
                try await service.series("adapty_subscriber_") == [
                    #"oldest_pending_delivery_age_seconds{subscriber="\#(id)"}"#: 0,
                    #"parked_deliveries{subscriber="\#(id)"}"#: 1, #"pending_deliveries{subscriber="\#(id)"}"#: 0,
                ])
            try await service.ask(.delete, "/subscribers/\(id)", TestService.admin()).expect(204)
            #expect(try await service.series("adapty_subscriber_").isEmpty)
        }
    }

    @Test("the age is that of the oldest event that waits, planned or not", arguments: Backend.allCases)
    func age(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            try await service.send(Samples.event("trial_started", id: "1")).expect(200)
            let id = try #require(try await service.subscribe("http://127.0.0.1:1/").text("id"))
            let key = #"oldest_pending_delivery_age_seconds{subscriber="\#(id)"}"#
            #expect(try await service.series("adapty_subscriber_")[key] == 0)
            try await service.send(Samples.event("trial_started", id: "2")).expect(200)
            try await Task.sleep(for: .milliseconds(300))
            try await service.send(Samples.event("trial_started", id: "3")).expect(200)
            for isPlanned in [false, true] {
                if isPlanned { _ = try await service.service.subscribers.plan(id) }
                let series = try await service.series("adapty_subscriber_")
                #expect(series[#"pending_deliveries{subscriber="\#(id)"}"#] == 2)
                #expect((0.3...30).contains(try #require(series[key])))
            }
        }
    }

    @Test("a database that has failed hides no other metrics")
    func failed() async throws {
        let metrics = PrometheusMetrics()
        metrics.makeCounter(label: "adapty.events", dimensions: []).increment(by: 1)
        let store = SubscriberStore(
            database: Database(.sqlite(path: "/no/such/folder/service.sqlite")), backoff: Backoff(), clock: { 0 })
        let text = await MetricsRoutes(metrics: metrics, subscribers: store).text()
        #expect(text == "# TYPE adapty_events_total counter\nadapty_events_total 1\n")
    }
}

extension TestService {
    /// The values of the series whose name begins so, by the rest of the name with its labels.
    fileprivate func series(_ prefix: String) async throws -> [String: Double] {
        let lines = try await ask(.get, "/metrics").body.split(separator: "\n").filter { $0.hasPrefix(prefix) }
        return try Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let parts = line.dropFirst(prefix.count).split(separator: " ")
                return (String(parts[0]), try #require(Double(parts[1])))
            })
    }
}
