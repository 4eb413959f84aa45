#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// A rollback restores what is there, in batches, and ends.
@Suite("Rollback")
struct RollbackTests {
    private func upgraded(_ backend: Backend) throws -> (TestTable, TableRun, before: [SQLValue]) {
        let bench = try TestTable(backend)
        try bench.insert((1...20).map { TableRunTests.profile(2000 + $0) })
        let before = try bench.contents(), run = try bench.open(TableRunTests.options())
        #expect(try run.apply().changed == 20)
        return (bench, run, before)
    }

    @Test("rows that programs deleted are told, and do not keep it open", arguments: Backend.usual)
    func deleted(backend: Backend) throws {
        let (bench, run, before) = try upgraded(backend)
        try bench.run("DELETE FROM TABLE_NAME WHERE id IN (3, 4, 20)")
        let back = try run.rollback()
        #expect(back.isComplete && back.restored == 17 && back.kept.isEmpty && back.next == nil)
        #expect(Set(back.deleted.first) == ["3", "4", "20"])
        #expect(try bench.contents() == before.indices.filter { ![2, 3, 19].contains($0) }.map { before[$0] })
        #expect(try run.status().state == "none")
    }

    @Test("rows that have other keys now are restored under these", arguments: Backend.usual)
    func moved(backend: Backend) throws {
        let (bench, run, before) = try upgraded(backend)
        try bench.run("UPDATE TABLE_NAME SET id = id + 100 WHERE id > 12")
        try bench.run("DELETE FROM TABLE_NAME WHERE id = 120")
        try bench.insert([nil], from: 500)
        let back = try run.rollback()
        #expect(back.isComplete && back.restored == 19 && back.deleted.first == ["20"] && back.kept.isEmpty)
        #expect(try bench.contents() == Array(before.prefix(19)) + [.null])
        #expect(try run.status().state == "none")
    }

    @Test("without some originals it is refused, and by force it restores the others", arguments: Backend.usual)
    func loss(backend: Backend) throws {
        let (bench, run, before) = try upgraded(backend)
        let after = try bench.contents()
        try bench.run("DELETE FROM adapty_migration_journal WHERE key = \(bench.literal(7))")
        #expect { try run.rollback() } throws: {
            "\($0)".contains("19 of the 20 originals") && "\($0)".contains("run store rollback --force")
        }
        #expect(try run.status().state == "complete" && bench.contents() == after, "a refusal changes nothing")
        var options = TableRunTests.options()
        options.isForced = true
        let back = try bench.open(options).rollback()
        #expect(back.isComplete && back.restored == 19 && back.next == nil)
        #expect(try bench.contents() == before.indices.map { $0 == 6 ? after[$0] : before[$0] })
        #expect(try run.status().state == "none")
    }

    @Test("a server gets few statements for many rows")
    func batches() throws {
        let bench = try TestTable(.postgresText)
        try bench.insert(Array(repeating: TableRunTests.profile, count: 256))
        let before = try bench.contents(), options = TableRunTests.options(batch: 256)
        _ = try bench.open(options).apply()
        let edited = String(decoding: try #require(try bench.contents()[0].bytes), as: UTF8.self)
        try bench.set(1, Array(edited.replacingOccurrences(of: "2030", with: "2031").utf8))
        var counting: Counting?
        let run = try bench.address.open(options) {
            let connection = Counting($0)
            counting = connection
            return connection
        }
        let back = try run.rollback()
        #expect(back.restored == 255 && back.edited.first == ["1"] && back.isComplete)
        #expect(try bench.contents().dropFirst() == before.dropFirst())
        #expect(try #require(counting).statements < 80)
    }
}
#endif
