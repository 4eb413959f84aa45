#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// One table has one journal, whoever asks.
@Suite("The journal's place")
struct JournalPlaceTests {
    /// A database of its own with two roles, because no other journal may be there.
    private final class Database {
        let name = "d_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        let server: PostgresConnection
        let address: String
        let connection: PostgresConnection

        init() throws {
            let given = try #require(ProcessInfo.processInfo.environment["TEST_DATABASE_URL"])
            address = given.prefix(through: try #require(given.lastIndex(of: "/"))) + name
            server = try PostgresConnection(given)
            _ = try server.run("CREATE DATABASE \(name)", [])
            connection = try PostgresConnection(address)
            for statement in [
                "CREATE ROLE upgrader_\(name) LOGIN", "CREATE ROLE other_\(name) LOGIN", "CREATE SCHEMA ops",
                "CREATE TABLE events (id INTEGER PRIMARY KEY, body TEXT)",
            ] { _ = try connection.run(statement, []) }
            for key in 1...3 {
                _ = try connection.run(
                    "INSERT INTO events VALUES (\(key), ?1)", [.utf8(TableRunTests.event)])
            }
        }

        deinit {
            _ = try? server.run("DROP DATABASE \(name) WITH (FORCE)", [])
            for role in ["upgrader", "other"] { _ = try? server.run("DROP ROLE \(role)_\(name)", []) }
        }

        /// - Parameter role: `nil` for the administrator.
        func open(_ role: String? = nil, _ suffix: String = "") throws -> TableRun {
            let role = role.map { "\($0)_\(name)" } ?? "tester"
            return try StoreAddress(
                address.replacing("tester@", with: role + "@") + "?table=events&column=body" + suffix
            ).open(TableRunTests.options())
        }
    }

    private static func failure(_ body: () throws -> Void) -> StoreFailure? {
        do { try body() } catch { return error as? StoreFailure }
        return nil
    }

    @Test("another search path finds it again")
    func searchPath() throws {
        let database = try Database(), ops = "&options=-csearch_path%3Dops,public"
        #expect(try database.open(nil, ops).apply().changed == 3)
        let other = try database.open()
        #expect(try other.journalSchema() == "ops")
        #expect(try other.status().changed == 3)
        #expect(try other.apply().changed == 0)
        #expect(try database.connection.rows("SELECT to_regclass('public.adapty_migration_runs')")[0][0] == .null)
        #expect(try database.open(nil, "&schema=public").rollback().restored == 3)
    }

    @Test("two journals of one table are an error that names both")
    func two() throws {
        let database = try Database()
        #expect(try database.open().apply().changed == 3)
        #expect(try database.open(nil, "&journal=ops").apply().isComplete)
        let failure = JournalPlaceTests.failure { _ = try database.open().status() }
        #expect(
            failure?.message.contains("ops and public each have a journal") == true, "\(String(describing: failure))")
        #expect(try database.open(nil, "&journal=ops").finish(isConfirmed: true).isDone)
        #expect(try database.open().rollback().restored == 3)
    }

    /// The statements of each script of the README.
    private static func scripts() throws -> [[String]] {
        var readme = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { readme.deleteLastPathComponent() }
        let text = try String(contentsOf: readme.appendingPathComponent("README.md"), encoding: .utf8)
        return text.components(separatedBy: "```sql\n").dropFirst().map {
            $0.components(separatedBy: "```")[0].components(separatedBy: ";\n").filter { !$0.isEmpty }
        }
    }

    @Test("the script of the README is enough, and without it the schema is named")
    func script() throws {
        let database = try Database(), script = try #require(try JournalPlaceTests.scripts().first)
        let upgrader = "upgrader_\(database.name)"
        _ = try database.connection.run("GRANT SELECT, UPDATE ON events TO \(upgrader)", [])
        let refused = JournalPlaceTests.failure { _ = try database.open("upgrader").apply() }
        #expect(refused?.message.contains("may not create tables in the schema public") == true)
        _ = try database.connection.run("REVOKE ALL ON events FROM \(upgrader)", [])

        #expect(script.count == 3)
        for statement in script {
            _ = try database.connection.run(statement.replacing("upgrader", with: upgrader), [])
        }
        let run = try database.open("upgrader", "&journal=migration")
        #expect(try run.plan().changed == 3)
        #expect(try run.apply().changed == 3)
        #expect(try database.open("upgrader").verify().holds)
        let hidden = JournalPlaceTests.failure { _ = try database.open("other").status() }
        #expect(hidden?.message.contains("may not read the journal in the schema migration") == true)
        #expect(try database.open().rollback().restored == 3)
    }

    @Test("rights to the key and the documents alone are enough")
    func columns() throws {
        let database = try Database(), upgrader = "upgrader_\(database.name)"
        for statement in [
            "ALTER TABLE events ADD COLUMN secret TEXT", "CREATE SCHEMA migration AUTHORIZATION \(upgrader)",
            "GRANT SELECT (id, body), UPDATE (body) ON events TO \(upgrader)",
        ] { _ = try database.connection.run(statement, []) }
        let run = try database.open("upgrader", "&journal=migration")
        #expect(try run.plan().changed == 3 && run.apply().changed == 3 && run.verify().holds)
        #expect(try run.rollback().restored == 3)
    }

    @Test("an original, the size and the reasons are found by the SQL of the README")
    func queries() throws {
        let database = try Database(), queries = try #require(try JournalPlaceTests.scripts().last)
        #expect(queries.count == 3)
        _ = try database.connection.run("INSERT INTO events VALUES (42, ?1), (43, '{}')", [.utf8(TableRunTests.event)])
        _ = try database.open().apply()
        let answers = try queries.map { try database.connection.run($0, []).rows }
        #expect(answers[0] == [[.utf8(TableRunTests.event)]])
        #expect(answers[1][0][0].text?.hasSuffix("kB") == true)
        #expect(answers[2].map { $0[0] } == [.text("43")])
    }

    @Test("a name with its schema is a table of that schema")
    func qualified() throws {
        let database = try Database()
        _ = try database.connection.run("ALTER TABLE events SET SCHEMA ops", [])
        let run = try StoreAddress(database.address + "?table=ops.events&column=body").open(TableRunTests.options())
        #expect(try run.apply().changed == 3)
        #expect(try database.open(nil, "&schema=ops").rollback().restored == 3)
    }
}
#endif
