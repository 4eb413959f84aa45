#if SQLite && PostgreSQL
@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationStores

/// Rows that new programs insert: older ones read what their dialect can say, and the rest stays in the new column.
@Suite("Rows of new programs")
struct NewcomerTests {
    private let newcomer = Person(name: "n")

    private func expanded(_ backend: Backend) throws -> TestTable {
        let bench = try TestTable.of(["a", "b"].map { Person(name: $0) }, backend)
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        try bench.write(9, old: nil, new: newcomer.current)
        #expect(try bench.follow().downgraded == 1)
        return bench
    }

    @Test("the old column has no residue, and the edits of old programs keep the rest", arguments: Backend.usual)
    func merged(backend: Backend) throws {
        let bench = try expanded(backend), old = try #require(try bench.text(9))
        #expect(!old.contains("_adapty_migration"))
        try bench.write("body", 9, old.until(2034))
        #expect(try bench.follow().upgraded == 1)
        #expect(try bench.text(9, "body_current") == newcomer.until(2034).current)
        #expect(try bench.open(TableRunTests.options()).verify().holds)
    }

    @Test("they are rolled back before the end of the phase", arguments: Backend.usual)
    func rollback(backend: Backend) throws {
        let bench = try expanded(backend), file = LostDocuments(bench), old = try bench.text(9)
        defer { file.remove() }
        let back = try bench.open(file.options(isForced: false)).rollback()
        #expect(back.reduced.first == ["9"] && back.isComplete && !back.isClean)
        #expect(try bench.text(9) == old && file.records() == [newcomer.current])
    }

    @Test("and after it, with what was edited since", arguments: Backend.usual, [false, true])
    func contracted(backend: Backend, isEdited: Bool) throws {
        let bench = try expanded(backend), file = LostDocuments(bench), old = try #require(try bench.text(9))
        defer { file.remove() }
        _ = try bench.open(TableRunTests.options()).twoVersions.contract(.replace, acceptsRejects: false)
        #expect(try bench.open(TableRunTests.options()).verify().holds)
        let now = isEdited ? newcomer.until(2035).current : newcomer.current
        if isEdited { try bench.write("body", 9, now) }
        let back = try bench.open(file.options(isForced: false)).rollback()
        #expect(back.reduced.first == ["9"] && back.restored == 3 && back.isComplete)
        #expect(try bench.text(9) == (isEdited ? old.until(2035) : old))
        #expect(try file.records() == [now])
        #expect(try bench.text(1) == Person(name: "a").old)
    }

    @Test("where old programs have several dialects, one is named later, once", arguments: Backend.usual, [1, 2])
    func dialects(backend: Backend, jobs: Int) throws {
        let bench = try TestTable(backend)
        let stored =
            #"{"profileId":"s","accessLevels":{"premium":{"id":"premium","isActive":true,"activatedAt":632000000}}}"#
        try bench.insert([Array(Person(name: "a").old.utf8), Array(stored.utf8)])
        #expect(try bench.open(TableRunTests.options()).plan().warnings.contains { $0.contains("--from") })
        var several = TableRunTests.options()
        several.jobs = jobs
        let report = try bench.open(several).twoVersions.expand()
        #expect(report.warnings.contains { $0.contains("--from") } && report.rejected == 0)
        try bench.write(9, old: nil, new: newcomer.current)
        #expect(try bench.follow().rejected == 1)
        var options = TableRunTests.options()
        options.from = .sdk1Wire
        #expect(try bench.follow(options).downgraded == 1)
        #expect(try bench.text(9)?.contains("paid_access_levels") == true)
        try bench.write(10, old: nil, new: Person(name: "m").current)
        #expect(try bench.follow().downgraded == 1, "it is remembered")
        #expect(try bench.open(TableRunTests.options()).verify().holds)
        _ = try bench.open(TableRunTests.options()).twoVersions.contract(.replace, acceptsRejects: false)
        #expect(try bench.open(TableRunTests.options()).verify().holds)
        #expect(try bench.open(TableRunTests.options()).finish(isConfirmed: true).isDone)
    }
}
#endif
