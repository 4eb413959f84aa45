#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// Killed at any statement, a table is all old or can be gone on with; never does a document stand there that the journal cannot take back.
@Suite("Crashes", .serialized)
struct CrashTests {
    private static let documents = TableRunTests.documents(14)

    /// How far apart the points are: every one with SQLite, fewer where each costs a connection. `CRASH_STEP=1` takes all.
    private static func step(_ backend: Backend) -> Int { Worker.step(backend.isSQLite ? 1 : 3) }

    private func work(_ bench: Workbench, _ command: String, until point: Int) throws -> Int? { try Worker.points(bench.addressText, command, until: point) }

    @Test("at every statement of an upgrade", arguments: [Backend.sqlite, .postgresText, .postgresJSONB])
    func apply(backend: Backend) throws {
        let bench = try Workbench(backend)
        try bench.insert(CrashTests.documents)
        let before = try bench.contents()
        let points = try #require(try work(bench, "apply", until: .max))
        let after = try bench.contents()
        _ = try bench.open().rollback()
        #expect(points > 80 && before != after)
        for point in stride(from: 1, through: points, by: CrashTests.step(backend)) {
            #expect(try work(bench, "apply", until: point) == nil, "point \(point)")
            let run = try bench.open(TableRunTests.options(batch: 3))
            for (row, value) in try bench.contents().enumerated() { #expect(value == before[row] || value == after[row], "point \(point), row \(row)") }
            if point % 2 == 0 {
                #expect(try run.apply().isComplete)
                #expect(try bench.contents() == after, "point \(point)")
                let report = try run.verify()
                #expect(report.holds, "point \(point): \(report.findings)")
                #expect(try run.apply().changed == 0)
                #expect(try run.rollback().isComplete)
            } else if try run.status().state != "none" {
                #expect(try run.rollback().isComplete)
            }
            #expect(try bench.contents() == before, "point \(point)")
            #expect(try run.status().state == "none")
        }
    }

    @Test("at every statement of a rollback", arguments: [Backend.sqlite, .postgresText])
    func rollback(backend: Backend) throws {
        let bench = try Workbench(backend)
        try bench.insert(CrashTests.documents)
        let before = try bench.contents(), run = try bench.open(TableRunTests.options(batch: 3))
        _ = try run.apply()
        let after = try bench.contents()
        let points = try #require(try work(bench, "rollback", until: .max))
        #expect(points > 60)
        for point in stride(from: 1, through: points, by: CrashTests.step(backend)) {
            _ = try run.apply()
            #expect(try work(bench, "rollback", until: point) == nil, "point \(point)")
            for (row, value) in try bench.contents().enumerated() { #expect(value == before[row] || value == after[row], "point \(point), row \(row)") }
            if try run.status().state != "none" { #expect(try run.rollback().isComplete) }
            #expect(try bench.contents() == before, "point \(point)")
        }
    }

    @Test("a second run while one is under way is refused", arguments: [Backend.sqlite, .postgresText])
    func twoAtOnce(backend: Backend) throws {
        let bench = try Workbench(backend)
        try bench.insert(CrashTests.documents)
        let first = try bench.open(), second = try bench.open()
        try first.exclusively { () throws(StoreFailure) in
            do throws(StoreFailure) {
                _ = try second.apply()
                Issue.record("two runs at once")
            } catch {
                #expect(error.kind == .refused && error.message.contains("another run is under way"))
            }
        }
        #expect(try second.apply().isComplete)
    }
}
#endif
