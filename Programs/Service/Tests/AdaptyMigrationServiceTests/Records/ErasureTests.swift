import AdaptyMigrationSQL
@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Logging
import Testing

@testable import AdaptyMigrationService

@Suite("Personal data") struct ErasureTests {
    @Test(
        "a removed profile leaves nothing of its own, and all of the others", arguments: ["p", "u"], Backend.allCases)
    func profile(id: String, backend: Backend) async throws {
        try await FanOutTests.with(backend, { _, _ in .internalServerError }) { service, receiver in
            try await service.subscribe(receiver.url()).expect(201)
            for (id, profile, user) in [("p", "p", "u"), ("r", "r", "u"), ("q", "q", "v")] {
                let document = #"{"profile_id":"\#(profile)","customer_user_id":"\#(user)","paid_access_levels":{}}"#
                try await service.put("/profiles/\(id)", document).expect(201)
            }
            for (id, profile, more) in [
                ("1", "p", ""), ("1", "p", #","more":1"#), ("2", "q", ""), ("3", "p", ""),
            ] {
                try await service.send(Samples.event("trial_started", id: id, profile: profile, more)).expect(200)
            }
            try await service.settled { $0["pending"] as? Int == 3 }
            try await service.ask(.delete, "/profiles/\(id)").expect(401)
            try await service.ask(.delete, "/profiles/\(id)", TestService.admin()).expect(204)
            try await service.ask(.delete, "/profiles/\(id)", TestService.admin()).expect(404)
            for (id, status) in [("p", 404), ("r", 404), ("u", 404), ("q", 200)] {
                try await service.get("/profiles/\(id)").expect(status)
            }
            #expect(try await service.get("/events").list("events").map { $0["sequence"] as? Int } == [2])
            // A reader that has read up to the third event misses none.
            #expect(try await service.send(Samples.event("trial_started", id: "4")).number("sequence") == 4)
            try await service.settled { $0["pending"] as? Int == 2 }
        }
    }

    @Test("events go when their days are over, and no others", arguments: Backend.allCases)
    func retention(backend: Backend) async throws {
        try await backend.withDatabase { address in
            let database = Database(address), day: Int64 = 86_400_000
            try await database.open()
            func store(at day: Int64) -> EventStore {
                EventStore(database: database, signal: DeliverySignal(), clock: { day * 86_400_000 })
            }
            try await database.write { connection throws(StoreFailure) in
                for number in 0..<1500 { try WriterTests.insert(number, connection) }
            }
            let event = Array(Samples.event("trial_started").utf8)
            _ = try await store(at: 3).keep(ReceivedEvent(event, EventFacts(event), EventConverter()))
            let retention = Retention(events: store(at: 10), days: 7, logger: Logger(label: "test"))
            await retention.removeOld()
            #expect(try await store(at: 10).events(after: 0, limit: 10).map(\.receivedAt) == [3 * day])
            await Retention(events: store(at: 11), days: 7, logger: Logger(label: "test")).removeOld()
            #expect(try await store(at: 11).events(after: 0, limit: 10).isEmpty)
            await database.close()
        }
    }
}
