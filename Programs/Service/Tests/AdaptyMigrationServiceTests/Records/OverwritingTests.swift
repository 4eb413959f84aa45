import AdaptyMigrationSQL
import Foundation
import HTTPTypes
import Testing

@testable import AdaptyMigrationService

@Suite("Removed data in the files of SQLite") struct OverwritingTests {
    /// The bytes of the database and its write-ahead log.
    private static func bytes(_ address: DatabaseAddress) throws -> Data {
        guard case .sqlite(let path) = address else { return Data() }
        return try Data(contentsOf: URL(fileURLWithPath: path)) + Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    }

    @Test("nothing of what was removed is in them, long or short", arguments: [10, 700, 3000, 50_000])
    func overwritten(length: Int) async throws {
        try await Backend.sqlite.withDatabase { address in
            try await TestService.with(address) { service in
                let filler = String(repeating: "x", count: length)
                for (profile, user) in [("prf-4711", "jane@example.com"), ("prf-0815", "john@example.com")] {
                    let ids = #""profile_id":"\#(profile)","customer_user_id":"\#(user)""#
                    for (more, status) in [("x", 201), ("y", 200)] {
                        let document = #"{\#(ids),"paid_access_levels":{},"\#(more)":"\#(filler)"}"#
                        try await service.put("/profiles/\(user)", document).expect(status)
                    }
                    for (id, more) in [("1", ""), ("2", ""), ("2", #","more":1"#)] {
                        let properties = #"{"profile_event_id":"\#(profile)-\#(id)"\#(more)}"#
                        try await service.send(
                            #"{\#(ids),"event_type":"trial_started","event_properties":\#(properties),"x":"\#(filler)"}"#
                        ).expect(200)
                    }
                }
                let words = ["prf-4711", "jane@example.com"].map { Data($0.utf8) }
                let before = try Self.bytes(address)
                for word in words { #expect(before.range(of: word) != nil) }
                try await service.ask(.delete, "/profiles/prf-4711", TestService.admin()).expect(204)
                let after = try Self.bytes(address)
                for word in words { #expect(after.range(of: word) == nil) }
                #expect(after.range(of: Data("john@example.com".utf8)) != nil)
            }
        }
    }

    @Test("events that are removed by their age are in them no more")
    func retention() async throws {
        try await Backend.sqlite.withDatabase { address in
            try await TestService.with(address) { service in
                try await service.send(Samples.event("trial_started", profile: "prf-4711")).expect(200)
                let database = Database(address)
                let events = EventStore(database: database, signal: DeliverySignal(), clock: { 0 })
                #expect(try await events.remove(receivedBefore: .max) == 1)
                await database.close()
                #expect(try Self.bytes(address).range(of: Data("prf-4711".utf8)) == nil)
            }
        }
    }

    @Test("a reader in another process delays this; a removal waits for it a little, and writers do not")
    func reader() async throws {
        try await Backend.sqlite.withDatabase { address in
            try await TestService.with(address) { service in
                try await service.send(Samples.event("trial_started", id: "1", profile: "prf-4711")).expect(200)
                let reader = Reader(try address.connect())
                try reader.begin()
                async let answer = service.ask(.delete, "/profiles/prf-4711", TestService.admin())
                while try await !service.get("/events").list("events").isEmpty {
                    try await Task.sleep(for: .milliseconds(5))
                }
                let start = ContinuousClock.now
                try await service.send(Samples.event("trial_started", id: "2", profile: "q")).expect(200)
                // Behind a patient removal it would wait for half a minute.
                #expect(ContinuousClock.now - start < .seconds(15))
                #expect(try Self.bytes(address).range(of: Data("prf-4711".utf8)) != nil)
                try reader.end()
                try await answer.expect(204)
                #expect(try Self.bytes(address).range(of: Data("prf-4711".utf8)) == nil)
            }
        }
    }

    /// Reads as of one moment. Only one task at a time uses it.
    private final class Reader: @unchecked Sendable {
        private let connection: any SQLConnection

        init(_ connection: any SQLConnection) { self.connection = connection }

        func begin() throws {
            _ = try connection.run("BEGIN", [])
            _ = try connection.rows("SELECT count(*) FROM events")
        }

        func end() throws { _ = try connection.run("COMMIT", []) }
    }
}
