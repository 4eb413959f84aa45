#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// Rows that several columns identify, and keys and columns that a run refuses.
@Suite("Keys of several columns")
struct CompositeKeyTests {
    private static let tenants = ["'a'", "'[\"a\", 1]'", "'it''s \"é\"'"]

    /// - Parameter key: the columns in the address; `nil` for the primary key.
    private static func bench(_ backend: Backend, key: String?) throws -> TestTable {
        let bench = try TestTable(
            backend,
            create: [
                "CREATE TABLE TABLE_NAME (body TEXT, id INTEGER NOT NULL, tenant TEXT NOT NULL, PRIMARY KEY (tenant, id))"
            ], key: key)
        for (number, tenant) in tenants.enumerated() {
            for id in 1...4 {
                try bench.run(
                    "INSERT INTO TABLE_NAME VALUES (?1, \(id), \(tenant))",
                    .text(#"{"event_type":"subscription_cancelled","profile_id":"\#(number) \#(id)"}"#))
            }
        }
        return bench
    }

    private static func contents(_ bench: TestTable) throws -> [[SQLValue]] {
        try bench.run("SELECT tenant, id, body FROM TABLE_NAME ORDER BY tenant, id")
    }

    @Test("in place", arguments: [Backend.sqlite, .postgresText], [nil, "tenant,id", "id,tenant"])
    func inPlace(backend: Backend, key: String?) throws {
        let bench = try CompositeKeyTests.bench(backend, key: key), before = try CompositeKeyTests.contents(bench)
        var changed = 0
        for _ in 0..<20 {
            let progress = try bench.open(TableRunTests.options(batch: 1, pauseAfter: 1)).apply()
            changed += progress.changed
            if progress.isComplete { break }
        }
        #expect(changed == 12)
        let run = try bench.open(TableRunTests.options(batch: 5))
        #expect(try run.apply().changed == 0)
        #expect(try run.verify().proven == 12)
        try bench.run("DELETE FROM TABLE_NAME WHERE tenant = 'a' AND id = 2")
        #expect(try run.verify().deleted.count == 1)
        try bench.run(
            "INSERT INTO TABLE_NAME VALUES (?1, 2, 'a')",
            before[
                try #require(
                    before.firstIndex {
                        $0[0] == .text("a") && $0[1].integer == 2
                    })][2])
        #expect(try run.apply().changed == 1)
        #expect(try run.rollback().restored == 12)
        #expect(try CompositeKeyTests.contents(bench) == before)
    }

    @Test("in two columns", arguments: [Backend.sqlite, .postgresText])
    func twoColumns(backend: Backend) throws {
        let bench = try CompositeKeyTests.bench(backend, key: nil)
        let run = try bench.open(TableRunTests.options(batch: 5))
        #expect(try run.twoVersions.expand().upgraded == 12)
        try bench.run(
            "UPDATE TABLE_NAME SET body_current = replace(body_current, 'expired', 'started') WHERE id = 1")
        try bench.run("UPDATE TABLE_NAME SET id = 9 WHERE tenant = 'a' AND id = 4")
        try bench.run("DELETE FROM TABLE_NAME WHERE id = 3")
        let followed = try run.twoVersions.follow(every: nil)
        #expect(followed.isComplete && followed.downgraded >= 3 && followed.rejected == 0)
        #expect(
            try bench.run("SELECT count(*) FROM TABLE_NAME WHERE body LIKE '%initial_purchase%'")[0][0].integer == 3)
        #expect(try run.verify().proven == 9)
        #expect(try run.twoVersions.contract(.replace, acceptsRejects: false).isComplete)
        #expect(try bench.open(TableRunTests.options()).verify().holds)
    }

    private static func refusal(_ bench: TestTable, _ suffix: String = "") -> StoreFailure? {
        do { _ = try StoreAddress(bench.addressText + suffix).open(TableRunTests.options()) } catch {
            return error
        }
        return nil
    }

    @Test("a key that nothing keeps unique is refused, unless it is said to be", arguments: Backend.usual)
    func unconstrained(backend: Backend) throws {
        let bench = try TestTable(backend, create: ["CREATE TABLE TABLE_NAME (id INTEGER, tenant INTEGER, body TEXT)"])
        try bench.run("INSERT INTO TABLE_NAME VALUES (1, 1, ?1)", .utf8(TableRunTests.event))
        #expect(
            CompositeKeyTests.refusal(bench)?.message.contains("no unique constraint or index keeps the key id") == true
        )
        let assumed = try StoreAddress(bench.addressText + "&unique=assumed")
        #expect(
            try assumed.open(TableRunTests.options()).plan().warnings == [
                "the key id has no index: each row is found by a scan of the table"
            ])
        try bench.run("CREATE UNIQUE INDEX TABLE_NAME_part ON TABLE_NAME (id) WHERE tenant = 1")
        try bench.run("CREATE UNIQUE INDEX TABLE_NAME_both ON TABLE_NAME (id, tenant)")
        #expect(CompositeKeyTests.refusal(bench) != nil)
        #expect(try assumed.open(TableRunTests.options()).plan().warnings.isEmpty)
        try bench.run("CREATE UNIQUE INDEX TABLE_NAME_id ON TABLE_NAME (id)")
        #expect(CompositeKeyTests.refusal(bench) == nil)
        #expect(CompositeKeyTests.refusal(bench, "&unique=yes")?.kind == .usage)
    }

    @Test("a key that an inheriting table repeats is an error")
    func inherited() throws {
        let bench = try TestTable(
            .postgresText,
            create: [
                "CREATE TABLE TABLE_NAME (id INTEGER PRIMARY KEY, body TEXT)",
                "CREATE TABLE TABLE_NAME_child () INHERITS (TABLE_NAME)",
            ])
        for table in ["TABLE_NAME", "TABLE_NAME_child"] {
            try bench.run("INSERT INTO \(table) VALUES (42, ?1)", .utf8(TableRunTests.event))
        }
        #expect(CompositeKeyTests.refusal(bench)?.message.contains("the tables that inherit from it") == true)
        #expect(CompositeKeyTests.refusal(bench, "&unique=assumed")?.message.contains("not unique") == true)
        try bench.run("UPDATE TABLE_NAME_child SET id = 43")
        let run = try StoreAddress(bench.addressText + "&unique=assumed").open(TableRunTests.options())
        try bench.run("UPDATE TABLE_NAME_child SET id = 42")
        #expect(throws: StoreFailure.self) { try run.apply() }
    }

    @Test(
        "a column of another type is an error before anything starts", arguments: ["bytea", "integer", "timestamptz"])
    func types(type: String) throws {
        let bench = try TestTable(
            .postgresText, create: ["CREATE TABLE TABLE_NAME (id INTEGER PRIMARY KEY, body \(type))"])
        let refusal = CompositeKeyTests.refusal(bench)
        #expect(
            refusal?.message.hasPrefix("the column body has the type \(type.prefix(4))") == true
                && refusal?.remedy.contains("text, varchar, char, citext, json or jsonb") == true)
    }
}
#endif
