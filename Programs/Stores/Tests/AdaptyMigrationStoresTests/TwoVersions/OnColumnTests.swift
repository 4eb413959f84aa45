#if SQLite && PostgreSQL
import Testing

@testable import AdaptyMigrationStores

/// What hangs on the old column is named long before the column goes.
@Suite("On the column")
struct OnColumnTests {
    @Test("expand warns, and contract names everything before it begins", arguments: Backend.usual)
    func named(backend: Backend) throws {
        let bench = try TestTable.of([Person(name: "a")], backend)
        try bench.run("CREATE VIEW TABLE_NAME_view AS SELECT id, body FROM TABLE_NAME")
        try bench.run("CREATE INDEX TABLE_NAME_index ON TABLE_NAME (other, body)")
        let report = try bench.open(TableRunTests.options()).twoVersions.expand()
        for name in ["view", "index"] {
            #expect(report.warnings.contains { $0.contains("\(name) \(bench.name)_\(name)") }, "\(report.warnings)")
        }
        let schema = try bench.schema()
        #expect {
            try bench.open(TableRunTests.options()).twoVersions.contract(.drop, acceptsRejects: false)
        } throws: {
            "\($0)".contains("view \(bench.name)_view") && "\($0)".contains("index \(bench.name)_index")
        }
        #expect(try bench.schema() == schema, "a refusal changes nothing")
        try bench.run("DROP VIEW TABLE_NAME_view")
        if backend.isSQLite { try bench.run("DROP INDEX TABLE_NAME_index") }
        let done = try bench.open(TableRunTests.options()).twoVersions.contract(.drop, acceptsRejects: false)
        #expect(done.isComplete && done.warnings.count == (backend.isSQLite ? 0 : 1), "\(done.warnings)")
    }
}
#endif
