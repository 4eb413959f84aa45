#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// Failures are told in the database's words, and never lead to a loss of originals.
@Suite("Messages of a database")
struct MessageTests {
    private static func failure(_ body: () throws -> Void) -> StoreFailure? {
        do { try body() } catch { return error as? StoreFailure }
        return nil
    }

    @Test("a lock on the journal is not taken for a journal of an earlier version")
    func lockedJournal() throws {
        let bench = try TestTable(.postgresText)
        try bench.insert(TableRunTests.documents(5))
        _ = try bench.open().apply()
        try bench.run("BEGIN")
        try bench.run("LOCK TABLE adapty_migration_runs")
        defer { _ = try? bench.run("ROLLBACK") }
        let hurried = try StoreAddress(
            bench.addressText.replacing("search_path%3D", with: "lock_timeout%3D50ms%20-csearch_path%3D"))
        let failure = MessageTests.failure { _ = try hurried.open(TableRunTests.options()).apply() }
        #expect(failure?.message.contains("lock timeout") == true, "\(String(describing: failure))")
        #expect(failure?.remedy.contains("drop") == false)
    }

    @Test("the end of a transaction that nobody began ends nothing", arguments: ["COMMIT", "ROLLBACK"])
    func strayEnd(statement: String) throws {
        let bench = try TestTable(.postgresText), run = try bench.open()
        #expect(try run.table.connection.run(statement, []).rows.isEmpty)
        #expect(try run.table.count() == 0)
    }

    @Test("tables of an earlier version are", arguments: Backend.usual)
    func earlierVersion(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.run("CREATE TABLE adapty_migration_runs (id BIGINT PRIMARY KEY)")
        let failure = MessageTests.failure { _ = try bench.open().apply() }
        #expect(failure?.message.contains("an earlier version made the tables") == true)
    }

    @Test("no tabs, no lines, no excerpts of statements, no data")
    func words() throws {
        let bench = try TestTable(.postgresText), connection = try PostgresConnection(bench.path)
        func words(_ statement: String) -> String? {
            MessageTests.failure { _ = try connection.run(statement, []) }?.message
        }
        #expect(words("SELECT nothing") == "column \"nothing\" does not exist")
        #expect(words("DO $$BEGIN RAISE 'no' USING HINT = 'ask', DETAIL = 'mine'; END$$") == "no; ask")
        let refused = MessageTests.failure { _ = try PostgresConnection("postgres://nobody@127.0.0.1:1/none") }
        let message = try #require(refused?.message)
        #expect(
            message.contains("Connection refused") && !message.contains { $0.isNewline || $0 == "\t" }, "\(message)")
    }

    @Test("bytes are read in either form of their text", arguments: ["hex", "escape"])
    func bytes(form: String) throws {
        let bench = try TestTable(.postgresText)
        let connection = try PostgresConnection(bench.path, settings: [("bytea_output", form)])
        let all = Array(0...UInt8.max)
        #expect(try connection.rows("SELECT ?1::bytea", .blob(all)) == [[.blob(all)]])
    }
}
#endif
