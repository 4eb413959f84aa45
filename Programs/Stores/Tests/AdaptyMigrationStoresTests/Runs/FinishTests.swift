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
            !look.isDone && look.verification?.holds == true && look.verification?.rows == 20 && look.originals == 8
                && look.bytes == size)
        #expect(try run.status().state == "complete")
        let done = try run.finish(isConfirmed: true)
        #expect(done.isDone && done.originals == 8)
        #expect(try bench.contents() == after && run.status().state == "none")
        #expect { try run.rollback() } throws: { "\($0)".contains("nothing was upgraded") }
        let again = try run.finish(isConfirmed: true)
        #expect(again.isDone && again.verification == nil && again.originals == 0)
        #expect(try run.apply().changed == 0)
        #expect(try run.rollback().restored == 0)
        #expect(try bench.contents() == after)
    }

    @Test("what is not complete, or does not hold, keeps its originals", arguments: [Backend.sqlite, .postgresText])
    func kept(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(20))
        try bench.set(2, TableRunTests.profile(2031))
        try bench.set(7, TableRunTests.profile(2032))
        let before = try bench.contents(), run = try bench.open(TableRunTests.options())
        _ = try bench.open(TableRunTests.options(pauseAfter: 1)).apply()
        #expect { try run.finish(isConfirmed: true) } throws: { "\($0)".contains("the upgrade is running") }
        _ = try run.apply()
        let rows = try bench.contents()
        try bench.set(2, rows[6].bytes)
        try bench.set(7, rows[1].bytes)
        let report = try run.finish(isConfirmed: true), found = try #require(report.verification)
        #expect(!report.isDone && found.findings.count == 2 && found.edited.isEmpty)
        try bench.set(2, rows[1].bytes)
        try bench.set(7, rows[6].bytes)
        var stopped = TableRunTests.options()
        stopped.isPaused = { true }
        #expect(try !bench.open(stopped).finish(isConfirmed: true).isDone)
        #expect(try run.rollback().isComplete)
        #expect(try bench.contents() == before)
    }

    @Test("what programs did is listed, and no reason to keep the originals", arguments: Backend.usual)
    func programs(backend: Backend) throws {
        let bench = try TestTable(backend), run = try bench.open(TableRunTests.options())
        try bench.insert(TableRunTests.documents(20))
        _ = try run.apply()
        let edited = String(decoding: try #require(try bench.contents()[0].bytes), as: UTF8.self)
        try bench.set(1, Array(edited.replacingOccurrences(of: "2030-01-01", with: "2031-01-01").utf8))
        try bench.set(2, TableRunTests.event)
        try bench.set(6, nil)
        try bench.run("DELETE FROM TABLE_NAME WHERE id IN (3, 4, 5)")
        try bench.insert([TableRunTests.current + [0x20], TableRunTests.event], from: 50)
        let after = try bench.contents(), look = try #require(try run.finish(isConfirmed: false).verification)
        #expect(look.edited.first == ["1", "2", "6"] && look.deleted.first == ["3", "4"])
        #expect(look.added.first == ["50", "51"] && look.outdated.first == ["2", "51"])
        #expect(look.isExplained && !look.holds && look.rejected.first == ["10", "15", "20"], "\(look.findings)")
        #expect(try run.finish(isConfirmed: true).isDone)
        #expect(try bench.contents() == after && run.status().state == "none")
    }

    @Test("what no program does stops it, and rollback restores it", arguments: Backend.usual)
    func unexplained(backend: Backend) throws {
        let bench = try TestTable(backend), run = try bench.open(TableRunTests.options())
        try bench.insert([TableRunTests.profile, TableRunTests.profile(2031), TableRunTests.current])
        let before = try bench.contents()
        _ = try run.apply()
        let after = try bench.contents()
        try bench.set(1, after[1].bytes)
        try bench.set(2, after[0].bytes)
        try bench.run("UPDATE TABLE_NAME SET id = 30 WHERE id = 3")
        let report = try run.finish(isConfirmed: true), found = try #require(report.verification)
        #expect(
            found.findings.first == [
                "key 1: changed to the former document of key 2, which has lost it; correct it, or run store rollback",
                "key 2: changed to the former document of key 1, which has lost it; correct it, or run store rollback",
                "key 30: not in the journal, and the same document as key 3, which has lost it; run store apply to accept it",
            ])
        #expect(!report.isDone && found.deleted.first == ["3"])
        #expect(try !run.finish(isConfirmed: false, acceptsFindings: true).isDone)
        try bench.set(1, after[0].bytes)
        try bench.set(2, after[1].bytes)
        _ = try run.apply()
        #expect(try run.finish(isConfirmed: true).isDone)
        #expect(try bench.contents() == after && before != after)
    }

    @Test("rows that seem swapped can be accepted", arguments: Backend.usual)
    func accepted(backend: Backend) throws {
        let bench = try TestTable(backend), run = try bench.open(TableRunTests.options())
        try bench.insert([TableRunTests.profile, TableRunTests.profile(2031)])
        _ = try run.apply()
        let after = try bench.contents()
        try bench.set(1, after[1].bytes)
        try bench.set(2, after[0].bytes)
        #expect(try run.finish(isConfirmed: true, acceptsFindings: true).isDone)
        #expect(try bench.contents() == after.reversed())
    }

    @Test("a row that is made equal to another one is an edit, as long as that one stays", arguments: Backend.usual)
    func equal(backend: Backend) throws {
        let bench = try TestTable(backend), run = try bench.open(TableRunTests.options())
        try bench.insert([TableRunTests.profile, TableRunTests.profile(2031)])
        _ = try run.apply()
        try bench.set(1, bench.contents()[1].bytes)
        let found = try run.verify()
        #expect(found.holds && found.edited.first == ["1"], "\(found.findings)")
        try bench.set(2, TableRunTests.current)
        #expect(try run.verify().findings.first.count == 1, "now nobody has its own document")
    }

    @Test("rejects that were accepted at the end of two columns are no reason, either", arguments: Backend.usual)
    func acceptedRejects(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(10))
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        _ = try bench.open(TableRunTests.options()).twoVersions.contract(.replace, acceptsRejects: true)
        let run = try bench.open(TableRunTests.options()), report = try run.verify()
        #expect(report.holds && report.proven == 8 && report.rejected.first == ["5", "10"], "\(report.findings)")
        #expect(try run.finish(isConfirmed: true).isDone)
        #expect(
            try bench.contents().map { $0 == .null } == [
                false, false, false, true, true, false, false, false, true, true,
            ])
    }

    @Test("the number of statements does not grow with the number of changed rows", arguments: Backend.usual)
    func linear(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(Array(repeating: TableRunTests.profile, count: 60))
        _ = try bench.open(TableRunTests.options(batch: 20)).apply()
        let statements = try [1, 60].map { count in
            let text = String(decoding: try #require(try bench.contents()[59].bytes), as: UTF8.self)
            for key in 1...count {
                try bench.set(key, Array(text.replacingOccurrences(of: "2030", with: "\(3000 + key)").utf8))
            }
            var counting: Counting?
            let run = try StoreAddress(bench.countableAddress).open(TableRunTests.options(batch: 20)) {
                let connection = Counting($0)
                counting = connection
                return connection
            }
            let report = try run.verify()
            #expect(report.edited.count == count && report.holds)
            return try #require(counting).statements
        }
        #expect(statements[0] == statements[1])
    }

    @Test("killed at every statement, it is done or not begun", arguments: [Backend.sqlite, .postgresText])
    func killed(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(14))
        let before = try bench.contents(), run = try bench.open(TableRunTests.options(batch: 3))
        _ = try run.apply()
        let after = try bench.contents(),
            points = try #require(try Worker.points(bench.countableAddress, "finish", until: .max))
        #expect(points > 30)
        for point in stride(from: 1, through: points, by: Worker.step(backend.isSQLite ? 7 : 19)) {
            for (key, document) in TableRunTests.documents(14).enumerated() { try bench.set(key + 1, document) }
            _ = try run.apply()
            #expect(try Worker.points(bench.countableAddress, "finish", until: point) == nil, "point \(point)")
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
        #expect(try store.finish(isConfirmed: true) == (nil, true))
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
        #expect(try store.finish(isConfirmed: true) == (nil, true))
    }

    @Test("what an app has written since keeps its original")
    func editedAppData() throws {
        let bench = try AppDataBench(.preferences), store = try bench.open()
        _ = try store.apply()
        try bench.set([bench.key: .text("{}")])
        let (check, isDone) = try store.finish(isConfirmed: true)
        #expect(!isDone && check?[bench.key]?.note == "written since the upgrade")
        #expect(try bench.names.count == 2)
    }
}
#endif
