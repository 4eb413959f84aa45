#if SQLite && PostgreSQL
@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// An upgrade is ended once it holds and somebody says so, and then it is ended whole, wherever the process dies.
@Suite("Finish")
struct FinishTests {
    @Test("a table's originals go when somebody says so, and nothing else", arguments: Backend.usual)
    func table(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(20))
        let run = try bench.open(TableRunTests.options()), before = try bench.contents()
        _ = try run.apply()
        let after = try bench.contents(),
            size = zip(before, after).filter { $0 != $1 }.reduce(0) { $0 + ($1.0.bytes?.count ?? 0) }
        let look = try run.finish(isConfirmed: false)
        #expect(
            !look.isDone && look.verification.holds && look.verification.rows == 20 && look.originals == 8
                && look.bytes == size)
        #expect(try run.status().state == "complete")
        let done = try run.finish(isConfirmed: true)
        #expect(done.isDone && done.originals == 8)
        #expect(try bench.contents() == after && run.status().state == "none")
        #expect { try run.rollback() } throws: { "\($0)".contains("nothing was upgraded") }
        #expect(try run.apply().changed == 0)
        #expect(try run.rollback().restored == 0)
        #expect(try bench.contents() == after)
    }

    @Test("what is not complete, or does not hold, keeps its originals", arguments: [Backend.sqlite, .postgresText])
    func kept(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(20))
        let before = try bench.contents(), run = try bench.open(TableRunTests.options())
        #expect { try run.finish(isConfirmed: true) } throws: { "\($0)".contains("run store apply first") }
        _ = try bench.open(TableRunTests.options(pauseAfter: 1)).apply()
        #expect { try run.finish(isConfirmed: true) } throws: { "\($0)".contains("the upgrade is running") }
        _ = try run.apply()
        let upgraded = try bench.contents()[0]
        try bench.set(1, TableRunTests.event)
        let report = try run.finish(isConfirmed: true)
        #expect(!report.isDone && report.verification.findings == ["key 1: changed since the upgrade"])
        try bench.set(1, upgraded.bytes)
        var stopped = TableRunTests.options()
        stopped.isPaused = { true }
        #expect(try !bench.open(stopped).finish(isConfirmed: true).isDone)
        #expect(try run.rollback().isComplete)
        #expect(try bench.contents() == before)
    }

    @Test("killed at every statement, it is done or not begun", arguments: [Backend.sqlite, .postgresText])
    func killed(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(14))
        let before = try bench.contents(), run = try bench.open(TableRunTests.options(batch: 3))
        _ = try run.apply()
        let after = try bench.contents(),
            points = try #require(try Worker.points(bench.addressText, "finish", until: .max))
        #expect(points > 30)
        for point in stride(from: 1, through: points, by: Worker.step(backend.isSQLite ? 7 : 19)) {
            for (key, document) in TableRunTests.documents(14).enumerated() { try bench.set(key + 1, document) }
            _ = try run.apply()
            #expect(try Worker.points(bench.addressText, "finish", until: point) == nil, "point \(point)")
            #expect(try bench.contents() == after, "point \(point)")
            if try run.status().state == "none" { continue }
            let report = try run.verify()
            #expect(report.holds, "point \(point): \(report.findings)")
            #expect(try run.rollback().isComplete)
            #expect(try bench.contents() == before, "point \(point)")
        }
    }

    @Test(
        "what an app keeps: its backup and the original go, in two steps of which each may be the last",
        arguments: AppDataBench.Format.allCases, [false, true])
    func appData(format: AppDataBench.Format, isKilled: Bool) throws {
        let bench = try AppDataBench(format), store = try bench.open()
        #expect { try store.finish(isConfirmed: true) } throws: { "\($0)".contains("nothing was upgraded") }
        _ = try store.apply()
        let stored = try bench.file().stored
        #expect(try !store.finish(isConfirmed: false).isDone && bench.file().stored == stored && bench.names.count == 2)
        #expect(try store.finish(isConfirmed: true).isDone)
        if isKilled {
            try Data(bench.original).write(to: URL(fileURLWithPath: bench.url.path + ".adapty-original"))
            #expect(try !store.verify().isClean && store.finish(isConfirmed: true).isDone)
        }
        #expect(
            try bench.names == [bench.url.lastPathComponent]
                && bench.file().stored == stored.filter { $0.key != .backup })
        #expect(try store.status() == nil && store.plan()[bench.key]?.outcome == .readable)
        #expect(throws: StoreFailure.self) { try store.finish(isConfirmed: true) }
    }

    @Test("what an app has written since keeps its original")
    func editedAppData() throws {
        let bench = try AppDataBench(.preferences), store = try bench.open()
        _ = try store.apply()
        try bench.set([bench.key: .text("{}")])
        let (check, isDone) = try store.finish(isConfirmed: true)
        #expect(!isDone && check[bench.key]?.note == "written since the upgrade")
        #expect(try bench.names.count == 2)
    }
}
#endif
