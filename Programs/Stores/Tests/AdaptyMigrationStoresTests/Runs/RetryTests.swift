#if SQLite && PostgreSQL
import Testing

@testable import AdaptyMigrationStores

/// What was rejected is tried again by the next run, also under newer rules, and without taking anything back first.
@Suite("Retries")
struct RetryTests {
    @Test("a row that was rejected is upgraded by the next run, once it is mended", arguments: Backend.usual)
    func mended(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert([TableRunTests.profile, TableRunTests.unknown])
        let run = try bench.open(TableRunTests.options())
        #expect(try run.apply().rejected == 1)
        try bench.set(2, TableRunTests.event)
        let progress = try run.apply()
        #expect(progress.changed == 1 && progress.unchanged == 1 && progress.rejected == 0)
        let report = try run.verify()
        #expect(report.holds && report.proven == 2, "\(report.findings)")
        #expect(try run.rollback().restored == 2)
    }

    @Test("rows that other rules rejected are upgraded when these take the run over", arguments: Backend.usual)
    func rows(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(20))
        let before = try bench.contents(), run = try bench.open(TableRunTests.options())
        _ = try run.apply()
        let after = try bench.contents()
        // As older rules left it: two rows rejected, one thought current.
        for key in [1, 2, 6] { try bench.set(key, before[key - 1].bytes) }
        for key in [1, 2] {
            try bench.run("DELETE FROM adapty_migration_journal WHERE key = \(bench.literal(key))")
            try bench.run(
                "INSERT INTO adapty_migration_rejects (run, key, code, reason) SELECT id, \(bench.literal(key)), 'unrecognised', 'unknown then' FROM adapty_migration_runs"
            )
        }
        try bench.run(
            "UPDATE adapty_migration_journal SET original = NULL, written = ?1 WHERE key = \(bench.literal(6))",
            .text(Digest.of(before[5])))
        try bench.run("UPDATE adapty_migration_runs SET rules = 'older', originals = originals - 3")
        let progress = try run.apply()
        #expect(progress.changed == 3 && progress.rejected == 4 && progress.isComplete)
        #expect(try bench.contents() == after)
        let report = try run.verify()
        #expect(report.holds && report.proven == 16 && report.rejected.count == 4, "\(report.findings)")
        #expect(try run.rollback().restored == 8)
        #expect(try bench.contents() == before)
    }

    @Test("rules that give something else of an original are refused", arguments: [Backend.sqlite, .postgresText])
    func otherRules(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(10))
        let run = try bench.open(TableRunTests.options())
        _ = try run.apply()
        let after = try bench.contents()
        try bench.run(
            "UPDATE adapty_migration_journal SET original = ?1 WHERE key = \(bench.literal(1))",
            .blob(TableRunTests.event))
        try bench.run("UPDATE adapty_migration_runs SET rules = 'older'")
        #expect { try run.apply() } throws: { "\($0)".contains("other rules") }
        #expect(try bench.contents() == after)
    }
}
#endif
