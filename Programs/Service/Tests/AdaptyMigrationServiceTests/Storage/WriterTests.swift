@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationSQL
import Testing

@testable import AdaptyMigrationService

@Suite("Storage") struct WriterTests {
    @Test("many writes at once are all there, in an unbroken sequence", arguments: Backend.allCases)
    func group(backend: Backend) async throws {
        try await backend.withDatabase { address in
            let database = Database(address)
            try await database.open()
            try await withThrowingTaskGroup { group in
                for number in 0..<300 {
                    group.addTask {
                        try await database.write { connection throws(StoreFailure) in
                            try WriterTests.insert(number, connection)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let sequences = try await database.read { connection throws(StoreFailure) in
                try connection.rows("SELECT sequence FROM events ORDER BY sequence").map { $0[0].integer }
            }
            #expect(sequences == (1...300).map { Int64($0) })
        }
    }

    @Test("one that fails leaves its neighbours alone", arguments: Backend.allCases)
    func neighbours(backend: Backend) async throws {
        try await backend.withDatabase { address in
            let database = Database(address)
            try await database.open()
            let failed = await withTaskGroup { group in
                for number in 0..<60 {
                    group.addTask {
                        do {
                            try await database.write { connection throws(StoreFailure) in
                                try WriterTests.insert(number, connection)
                                if number % 10 == 3 {
                                    _ = try connection.run("INSERT INTO no_such_table VALUES (1)", [])
                                }
                            }
                            return 0
                        } catch { return 1 }
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(failed == 6)
            let stored = try await database.read { connection throws(StoreFailure) in
                try connection.rows("SELECT identity FROM events").compactMap { $0[0].text }
            }
            #expect(Set(stored) == Set((0..<60).filter { $0 % 10 != 3 }.map { "test/\($0)" }))
        }
    }

    @Test func refusesWhatItHasNoRoomFor() async throws {
        try await Backend.sqlite.withDatabase { address in
            let database = Database(address, waiting: 5)
            try await database.open()
            let refused = await withTaskGroup { group in
                for number in 0..<200 {
                    group.addTask {
                        do throws(ProblemDocument) {
                            try await database.write { connection throws(StoreFailure) in
                                try WriterTests.insert(number, connection)
                            }
                        } catch { return error.status == 503 ? 1 : 1000 }
                        return 0
                    }
                }
                return await group.reduce(0, +)
            }
            let stored = try await database.read { connection throws(StoreFailure) in
                try connection.rows("SELECT count(*) FROM events")[0][0].integer
            }
            #expect(refused > 0 && refused < 200)
            #expect(stored == Int64(200 - refused))
        }
    }

    @Test("opened again, nothing is made twice and nothing is lost", arguments: Backend.allCases)
    func again(backend: Backend) async throws {
        try await backend.withDatabase { address in
            for number in 0..<3 {
                let database = Database(address)
                try await database.open()
                try await database.write { connection throws(StoreFailure) in try WriterTests.insert(number, connection)
                }
                await database.close()
            }
            let count = try await Database(address).read { connection throws(StoreFailure) in
                try connection.rows("SELECT count(*) FROM events")[0][0].integer
            }
            #expect(count == 3)
        }
    }

    @Test("tables of a later version are refused", arguments: Backend.allCases)
    func later(backend: Backend) async throws {
        try await backend.withDatabase { address in
            let database = Database(address)
            try await database.open()
            try await database.write { connection throws(StoreFailure) in
                _ = try connection.run("INSERT INTO adapty_service_schema (version) VALUES (99)", [])
            }
            await #expect(throws: StoreFailure.self) { try await Database(address).open() }
        }
    }

    @Test func isDurable() async throws {
        try await Backend.sqlite.withDatabase { address in
            let connection = try address.connect()
            #expect(try connection.rows("PRAGMA journal_mode")[0][0] == .text("wal"))
            #expect(try connection.rows("PRAGMA synchronous")[0][0] == .integer(2))
            #expect(try connection.rows("PRAGMA secure_delete")[0][0] == .integer(1))
        }
    }

    static func insert(_ number: Int, _ connection: any SQLConnection) throws(StoreFailure) {
        _ = try connection.run(
            "INSERT INTO events (sequence, identity, received_at, original) SELECT (SELECT coalesce(max(sequence), 0) + 1 FROM events), ?1, 0, ?2",
            [.text("test/\(number)"), .blob([])])
    }
}
