#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationSQL
@testable import AdaptyMigrationStores

/// The runs of a database are listed, those of dropped tables end, and one row's documents can be erased.
@Suite("Runs of a database")
struct RunListTests {
    /// The runs of a test's table; tests of other tables share the server.
    static func runs(_ bench: TestTable) throws -> [RunSummary] {
        let place = bench.addressText.split(separator: "?")[0]
        return try StoreDatabase(String(place)).runs().filter {
            $0.table == bench.name || $0.schema == bench.name
        }
    }

    @Test("of every state, also of tables that are gone", arguments: Backend.texts)
    func list(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(10))
        #expect(try RunListTests.runs(bench).isEmpty)
        _ = try bench.open(TableRunTests.options(batch: 3, pauseAfter: 1)).apply()
        #expect(try RunListTests.runs(bench).map(\.state) == ["running"])
        _ = try bench.open().apply()
        let run = try #require(try RunListTests.runs(bench).first)
        #expect(run.state == "complete" && run.rows == 8 && run.rejected == 2 && run.originals == 4)
        #expect(run.bytes == 2 * (TableRunTests.profile.count + TableRunTests.event.count))
        #expect(run.isTableThere && run.column == "body" && run.name.hasSuffix("\(bench.name).body"))
        try bench.run("ALTER TABLE TABLE_NAME RENAME TO TABLE_NAME_renamed")
        #expect(try RunListTests.runs(bench).map(\.isTableThere) == [false])
    }

    @Test("a run of a dropped table is forgotten", arguments: Backend.usual, [false, true])
    func forget(backend: Backend, isExpanded: Bool) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(10))
        let run = try bench.open()
        if isExpanded { _ = try run.twoVersions.expand() } else { _ = try run.apply() }
        let address = bench.addressText + (backend.isSQLite ? "" : "&schema=\(bench.name)")
        #expect(throws: StoreFailure.self) { try StoreAddress.forget(address, isConfirmed: true) }
        try bench.run("DROP TABLE TABLE_NAME")
        let originals = isExpanded ? 0 : 4
        #expect(try StoreAddress.forget(address, isConfirmed: false).originals == originals)
        #expect(try RunListTests.runs(bench).count == 1)
        if !isExpanded {
            #expect { try StoreAddress.forget(address, isConfirmed: true) } throws: {
                "\($0)".contains("the journal has 4 originals")
            }
        }
        #expect(try StoreAddress.forget(address, isConfirmed: true, acceptsLosses: true).originals == originals)
        #expect(try RunListTests.runs(bench).isEmpty)
        #expect(throws: StoreFailure.self) { try StoreAddress.forget(address, isConfirmed: true) }
        let left =
            backend.isSQLite
            ? "SELECT name FROM sqlite_master WHERE name LIKE 'adapty%'"
            : "SELECT relname FROM pg_class WHERE relnamespace = 'TABLE_NAME'::regnamespace UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'TABLE_NAME'::regnamespace"
        let names = try bench.run(left).compactMap { $0[0].text }
        // Rejected rows were displaced.
        #expect(isExpanded || names.isEmpty, "\(names)")
        #expect(!names.contains { $0.hasPrefix("adapty_migration_1") })
    }

    @Test("quoted names are read back")
    func names() {
        let names = ["a", "b \"c\".", "d.e"]
        #expect(SQLDialect.names(names.map(SQLDialect.quoted).joined(separator: ".")) == names)
    }

    /// Everything that the journal keeps.
    private static func journal(_ bench: TestTable) throws -> String {
        try ["journal", "rejects"].flatMap { table in
            try bench.run("SELECT * FROM adapty_migration_\(table)").flatMap { $0 }
        }.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "" }.joined()
    }

    @Test("erased: nothing of a row is kept, and the others are as before", arguments: Backend.texts, [false, true])
    func erase(backend: Backend, isDeleted: Bool) throws {
        let bench = try TestTable(backend)
        let mine = Array(#"{"event_type":"subscription_cancelled","profile_id":"erase me"}"#.utf8)
        let rejected = Array(#"{"erase me":"unknown"}"#.utf8)
        try bench.insert([mine, rejected, TableRunTests.event])
        let run = try bench.open()
        #expect(try run.erase("1").originals == 0)
        _ = try run.apply()
        #expect(try RunListTests.journal(bench).contains("erase me"))
        if isDeleted {
            try bench.run("DELETE FROM TABLE_NAME WHERE id < 3")
        } else {
            try bench.run("UPDATE TABLE_NAME SET body = NULL WHERE id < 3")
        }
        #expect(try run.erase("7").originals == 0)
        #expect(try run.erase("1").originals == 1)
        #expect(try run.erase("2").rejects == 1)
        #expect(try !RunListTests.journal(bench).contains("erase me"))
        if backend.isSQLite {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: bench.path))
            #expect(bytes.range(of: Data("erase me".utf8)) == nil)
        }
        let verified = try run.verify()
        #expect(verified.holds, "\(verified.findings)")
        #expect(try run.rollback().restored == 1)
        #expect(try bench.contents() == (isDeleted ? [] : [.null, .null]) + [.utf8(TableRunTests.event)])
    }
}
#endif
