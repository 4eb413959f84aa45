#if SQLite && PostgreSQL
import Testing

@testable import AdaptyMigrationStores

/// A table or a column that got another name keeps its run and its originals.
@Suite("Renamed tables and columns")
struct RenamedTests {
    enum Change: String, CaseIterable, Sendable {
        case column = "ALTER TABLE TABLE_NAME RENAME COLUMN body TO document"
        case table = "ALTER TABLE TABLE_NAME RENAME TO TABLE_NAME_2"

        /// The address of a bench afterwards.
        func address(_ bench: TestTable) throws -> StoreAddress {
            switch self {
            case .column: try StoreAddress(bench.addressText.replacing("column=body", with: "column=document"))
            case .table:
                try StoreAddress(bench.addressText.replacing("table=\(bench.name)", with: "table=\(bench.name)_2"))
            }
        }
    }

    private let people = ["a", "b"].map { Person(name: $0) }

    @Test("the list names it as it is called now, and it is not forgotten", arguments: Backend.usual, Change.allCases)
    func told(backend: Backend, change: Change) throws {
        let bench = try TestTable.of(people, backend)
        _ = try bench.open(TableRunTests.options()).apply()
        try bench.run(change.rawValue)
        let run = try #require(try RunListTests.runs(bench).first), now = change == .column ? "document" : "_2.body"
        #expect(!run.isTableThere && run.renamed?.hasSuffix(now) == true)
        let former = bench.addressText + (backend.isSQLite ? "" : "&schema=\(bench.name)")
        #expect { try StoreAddress.forget(former, isConfirmed: true, acceptsLosses: true) } throws: {
            "\($0)".contains("is now called")
        }
    }

    @Test("under its new name, every command goes on with the run", arguments: Backend.usual, Change.allCases)
    func continued(backend: Backend, change: Change) throws {
        let bench = try TestTable.of(people, backend)
        _ = try bench.open(TableRunTests.options()).apply()
        try bench.run(change.rawValue)
        let run = try change.address(bench).open(TableRunTests.options())
        #expect(try run.status().state == "complete" && run.apply().changed == 0)
        #expect(try run.verify().holds)
        #expect(try run.rollback().restored == 2 && run.status().state == "none")
    }

    @Test("with two columns as well", arguments: Backend.usual, Change.allCases)
    func expanded(backend: Backend, change: Change) throws {
        let bench = try TestTable.of(people, backend)
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        try bench.run(change.rawValue)
        #expect(try RunListTests.runs(bench).first?.renamed != nil)
        guard change == .table else { return }
        let run = try change.address(bench).open(TableRunTests.options())
        #expect(try run.status().state == "expanded" && run.verify().holds)
        #expect(try run.rollback().isComplete)
    }

    @Test("another table with such a column has no run", arguments: Backend.usual)
    func others(backend: Backend) throws {
        let bench = try TestTable.of(people, backend)
        _ = try bench.open(TableRunTests.options()).apply()
        try bench.run("CREATE TABLE TABLE_NAME_3 (id INTEGER PRIMARY KEY, body TEXT)")
        try bench.run("INSERT INTO TABLE_NAME_3 VALUES (1, ?1)", .text(people[0].old))
        let other = try StoreAddress(bench.addressText.replacing("table=\(bench.name)", with: "table=\(bench.name)_3"))
        #expect(try other.open(TableRunTests.options()).status().state == "none")
        try bench.run("DROP TABLE TABLE_NAME")
        #expect(try other.open(TableRunTests.options()).status().state == "none")
        #expect(try RunListTests.runs(bench).map(\.renamed) == [nil])
    }
}
#endif
