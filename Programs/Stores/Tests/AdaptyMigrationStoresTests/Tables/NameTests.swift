#if SQLite && PostgreSQL
import Testing

@testable import AdaptyMigrationStores

/// A column may have any name, also one that looks like a parameter of a statement.
@Suite("Names")
struct NameTests {
    @Test("a question mark in the names of the columns", arguments: [Backend.sqlite, .postgresText])
    func questionMarks(backend: Backend) throws {
        let bench = try TestTable(
            backend, create: ["CREATE TABLE TABLE_NAME (\"id?2\" INTEGER PRIMARY KEY, \"who?1\" TEXT)"])
        let address = bench.addressText.replacing("column=body", with: "column=who%3F1").replacing(
            "key=id", with: "key=id%3F2")
        let insert = "INSERT INTO TABLE_NAME (\"id?2\", \"who?1\") VALUES (1, ?1)"
        try bench.run(insert, .utf8(TableRunTests.event))
        let run = try StoreAddress(address).open(TableRunTests.options())
        #expect(try run.apply().changed == 1)
        #expect(try run.verify().holds)
        #expect(try run.rollback().restored == 1)
        #expect(try bench.run("SELECT \"who?1\" FROM TABLE_NAME") == [[.utf8(TableRunTests.event)]])
    }
}
#endif
