#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// Killed at any statement, a table is all old or can be gone on with; never does a document stand there that the
/// journal cannot take back.
@Suite("Crashes")
struct CrashTests {
    private static let documents = TableRunTests.documents(14)

    /// How far apart the points are: fewer where each costs a connection. Odd, because every second point goes on and
    /// the others go back.
    private static func step(_ backend: Backend) -> Int { Worker.step(backend.isSQLite ? 7 : 19) }

    /// SQLite is killed at calls of the system, by ``FaultTests``, which are more than its statements.
    private static func killed(_ backends: [Backend]) -> [Backend] {
        Worker.isLong ? backends : backends.filter { !$0.isSQLite }
    }

    private func work(_ bench: TestTable, _ command: String, until point: Int) throws -> Int? {
        try Worker.points(bench.countableAddress, command, until: point)
    }

    @Test("at every statement of an upgrade", arguments: killed([.sqlite, .postgresText, .postgresJSONB]))
    func apply(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(CrashTests.documents)
        let before = try bench.contents()
        let points = try #require(try work(bench, "apply", until: .max))
        let after = try bench.contents()
        _ = try bench.open().rollback()
        #expect(points > 80 && before != after)
        for point in stride(from: 1, through: points, by: CrashTests.step(backend)) {
            #expect(try work(bench, "apply", until: point) == nil, "point \(point)")
            let run = try bench.open(TableRunTests.options(batch: 3))
            for (row, value) in try bench.contents().enumerated() {
                #expect(value == before[row] || value == after[row], "point \(point), row \(row)")
            }
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

    @Test("at every statement of a rollback", arguments: killed([.sqlite, .postgresText]))
    func rollback(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(CrashTests.documents)
        let before = try bench.contents(), run = try bench.open(TableRunTests.options(batch: 3))
        _ = try run.apply()
        let after = try bench.contents()
        let points = try #require(try work(bench, "rollback", until: .max))
        #expect(points > 60)
        for point in stride(from: 1, through: points, by: CrashTests.step(backend)) {
            _ = try run.apply()
            #expect(try work(bench, "rollback", until: point) == nil, "point \(point)")
            for (row, value) in try bench.contents().enumerated() {
                #expect(value == before[row] || value == after[row], "point \(point), row \(row)")
            }
            if try run.status().state != "none" { #expect(try run.rollback().isComplete) }
            #expect(try bench.contents() == before, "point \(point)")
        }
    }

    /// Two versions of 14 rows: some written by old programs since, some by new ones, one by both.
    private func expanded(_ backend: Backend) throws -> TestTable {
        let bench = try TestTable(backend)
        try bench.insert(CrashTests.documents)
        _ = try bench.open(TableRunTests.options(batch: 3)).twoVersions.expand()
        let new = try #require(try bench.texts("body_current")[0]).replacingOccurrences(of: "2030", with: "2031")
        let old = String(decoding: TableRunTests.profile, as: UTF8.self).replacingOccurrences(of: "2030", with: "2032")
        for key in [1, 4, 6] { try bench.write("body_current", key, new) }
        for key in [6, 11, 12] { try bench.write("body", key, old) }
        return bench
    }

    @Test(
        "at every statement of an expansion and of its end with the old column",
        arguments: killed([.sqlite, .postgresText]))
    func expand(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(CrashTests.documents)
        let before = try bench.contents(), schema = try bench.schema(),
            run = { try bench.open(TableRunTests.options(batch: 3)) }
        let points = try #require(try work(bench, "expand", until: .max)), after = try bench.texts("body_current")
        let backPoints = try #require(try work(bench, "rollback", until: .max))
        #expect(points > 150 && backPoints > 20)
        for (turn, point) in stride(from: 1, through: points, by: CrashTests.step(backend)).enumerated() {
            #expect(try work(bench, "expand", until: point) == nil, "point \(point)")
            #expect(try bench.contents() == before, "point \(point)")
            if turn % 2 == 0 {
                #expect(try run().twoVersions.expand().isComplete)
                #expect(try bench.texts("body_current") == after && run().verify().holds, "point \(point)")
            }
            if try run().status().state != "none" { #expect(try run().rollback().isComplete) }
            #expect(try bench.contents() == before && bench.schema() == schema, "point \(point)")
        }
        for point in stride(from: 1, through: backPoints, by: CrashTests.step(backend)) {
            _ = try run().twoVersions.expand()
            #expect(try work(bench, "rollback", until: point) == nil, "point \(point)")
            if try run().status().state != "none" { #expect(try run().rollback().isComplete) }
            #expect(try bench.contents() == before && bench.schema() == schema, "point \(point)")
        }
    }

    @Test(
        "at every statement of following and of the end with the new column",
        arguments: ["follow", "contract"], killed([.sqlite, .postgresText]))
    func follow(command: String, backend: Backend) throws {
        let whole = try expanded(backend), points = try #require(try work(whole, command, until: .max))
        let after = try whole.texts("body")
        #expect(points > 40)
        var states: [String] = []
        // At the last statement a contraction is already complete.
        for point in Array(stride(from: 1, to: points, by: CrashTests.step(backend))) + [points] {
            let bench = try expanded(backend)
            #expect(try work(bench, command, until: point) == nil, "point \(point)")
            let state = try bench.open().status().state
            if states.last != state { states.append(state) }
            if state == "expanded" { _ = try #require(try work(bench, command, until: .max)) }
            #expect(try bench.texts("body") == after, "point \(point)")
            if command == "follow" { #expect(try bench.open(TableRunTests.options()).verify().holds, "point \(point)") }
        }
        #expect(states == (command == "contract" ? ["expanded", "complete"] : ["expanded"]))
    }

    @Test("a second run while one is under way is refused", arguments: [Backend.sqlite, .postgresText])
    func twoAtOnce(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(CrashTests.documents)
        let first = try bench.open(), second = try bench.open()
        try first.exclusively { () throws(StoreFailure) in
            do throws(StoreFailure) {
                _ = try second.apply()
                Issue.record("two runs at once")
            } catch {
                #expect(error.kind == .refused && error.message.contains("another run is in progress"))
            }
        }
        #expect(try second.apply().isComplete)
    }
}
#endif
