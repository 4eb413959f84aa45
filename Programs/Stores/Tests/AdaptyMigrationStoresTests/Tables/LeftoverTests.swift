#if SQLite && PostgreSQL
@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// After the last run of a database nothing of ours is left in it.
@Suite("Leftovers")
struct LeftoverTests {
    /// How a run ends.
    enum Ending: CaseIterable {
        case rollback, finish, twoColumnsRollback, rejectsRollback

        func end(_ bench: TestTable, _ address: StoreAddress) throws {
            let run: TableRun = try address.open(TableRunTests.options())
            switch self {
            case .rollback, .rejectsRollback:
                #expect(try run.apply().isComplete)
                #expect(try run.rollback().isComplete)
            case .finish:
                #expect(try run.apply().isComplete)
                #expect(try run.finish(isConfirmed: true).isDone)
            case .twoColumnsRollback:
                #expect(try run.twoVersions.expand().isComplete)
                #expect(try run.rollback().dropped != nil)
            }
        }

        var documents: [[UInt8]?] {
            self == .rejectsRollback
                ? TableRunTests.documents(5) + [Array(#"{"unknown":1}"#.utf8)] : TableRunTests.documents(3)
        }
    }

    @Test("SQLite", arguments: Ending.allCases)
    func sqlite(ending: Ending) throws {
        let bench = try TestTable(.sqlite), before = try names(bench)
        try bench.insert(ending.documents)
        try ending.end(bench, bench.address)
        #expect(try names(bench) == before)
    }

    /// All but the table in which SQLite numbers rows, which nobody can drop.
    private func names(_ bench: TestTable) throws -> [[SQLValue]] {
        try bench.run("SELECT type, name FROM sqlite_master WHERE name <> 'sqlite_sequence' ORDER BY name")
    }

    @Test("a schema of PostgreSQL", arguments: Ending.allCases)
    func postgres(ending: Ending) throws {
        let bench = try TestTable(.postgresText), schema = "s_" + bench.name
        try bench.run("CREATE SCHEMA \(schema)")
        defer { _ = try? bench.run("DROP SCHEMA \(schema) CASCADE") }
        try bench.insert(ending.documents)
        try bench.run("ALTER TABLE TABLE_NAME SET SCHEMA \(schema)")
        try ending.end(bench, StoreAddress(bench.addressText + "&schema=\(schema)"))
        let left = try bench.run(
            """
            SELECT relname FROM pg_class WHERE relnamespace = '\(schema)'::regnamespace AND relname LIKE 'adapty%'
            UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = '\(schema)'::regnamespace
            """)
        #expect(left.isEmpty)
    }

    @Test("another run of the database keeps the tables, and ends them")
    func others() throws {
        let bench = try TestTable(.sqlite), before = try names(bench)
        try bench.insert(TableRunTests.documents(3))
        try bench.run("CREATE TABLE more AS SELECT * FROM TABLE_NAME")
        let other = try StoreAddress(
            bench.addressText.replacingOccurrences(of: "table=" + bench.name, with: "table=more") + "&unique=assumed"
        ).open(TableRunTests.options())
        let run = try bench.open(TableRunTests.options())
        _ = try run.apply()
        _ = try other.apply()
        #expect(try run.rollback().isComplete)
        #expect(try other.verify().holds)
        #expect(try other.rollback().isComplete)
        try bench.run("DROP TABLE more")
        #expect(try names(bench) == before)
    }
}
#endif
