#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// A pooler that gives each transaction another session: runs work, and leave nothing to a session's next user.
@Suite("Poolers", .serialized)
struct PoolerTests {
    private static func pooler() throws -> String {
        guard let pooler = ProcessInfo.processInfo.environment["TEST_POOLER_URL"] else { throw TestTable.NoServer() }
        return pooler
    }

    private static func address(_ bench: TestTable) throws -> StoreAddress {
        try StoreAddress("\(pooler())?table=\(bench.name)&column=body&schema=\(bench.name)")
    }

    /// Asks each session of the pooler.
    private static func sessions(_ question: String) throws -> Set<String?> {
        let pooler = try pooler()
        let connections = try (0..<5).map { _ in try PostgresConnection(pooler) }
        for connection in connections { _ = try connection.run("BEGIN", []) }
        defer { for connection in connections { _ = try? connection.run("ROLLBACK", []) } }
        return Set(try connections.map { try $0.rows(question)[0][0].text })
    }

    @Test func everyCommand() throws {
        let bench = try TestTable(.postgresText)
        try bench.insert(TableRunTests.documents(40))
        let before = try bench.contents(), address = try PoolerTests.address(bench)
        func run() throws -> TableRun { try address.open(TableRunTests.options()) }
        let earlier = try PoolerTests.sessions("SHOW IntervalStyle")
        #expect(try run().plan().changed == 16)
        #expect(try run().rehearse(nil).verification.holds)
        #expect(try run().apply().changed == 16)
        #expect(try run().status().state == "complete")
        #expect(try run().verify().holds)
        #expect(try run().rollback().restored == 16)
        #expect(try run().twoVersions.expand().isComplete)
        #expect(try run().twoVersions.follow(every: nil).isComplete)
        #expect(try run().rollback().dropped == "body_current")
        #expect(try bench.contents() == before)

        #expect(try PoolerTests.sessions("SHOW enable_seqscan") == ["on"])
        #expect(try PoolerTests.sessions("SHOW IntervalStyle") == earlier)
        #expect(try PoolerTests.sessions("SELECT count(*) FROM pg_prepared_statements WHERE name <> ''") == ["0"])
        #expect(
            try PoolerTests.sessions(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()") == ["0"])
    }

    @Test("two runs do not meet, whichever way they come", arguments: [(true, false), (false, true), (true, true)])
    func oneRunAtATime(isFirstPooled: Bool, isSecondPooled: Bool) throws {
        let bench = try TestTable(.postgresText)
        // With the pooler, the schema is in the name, and otherwise in the `search_path`.
        let firstName = isFirstPooled ? bench.qualifiedName : bench.name,
            secondName = isSecondPooled ? bench.qualifiedName : bench.name
        let first = try PostgresConnection(isFirstPooled ? PoolerTests.pooler() : bench.path)
        let second = try PostgresConnection(isSecondPooled ? PoolerTests.pooler() : bench.path)
        try first.lock(firstName)
        #expect(throws: StoreFailure.self) { try second.lock(secondName) }
        first.unlock(firstName)
        try second.lock(secondName)
        second.unlock(secondName)
    }

    @Test("two schemas have tables of the same name, and a run in each")
    func sameName() throws {
        let benches = [try TestTable(.postgresText), try TestTable(.postgresText)]
        let connections = try benches.map { bench in
            try bench.run("CREATE TABLE same_name (id INTEGER)")
            let connection = try PostgresConnection(bench.path)
            try connection.lock("same_name")
            return connection
        }
        for connection in connections { connection.unlock("same_name") }
    }

    @Test("a run that has lost its lock does not continue")
    func lostLock() throws {
        let bench = try TestTable(.postgresText), connection = try PostgresConnection(PoolerTests.pooler())
        try connection.lock(bench.qualifiedName)
        try bench.run(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 'TABLE_NAME'::regclass"
        )
        #expect(throws: StoreFailure.self) { try connection.transaction { () throws(StoreFailure) in } }
    }
}
#endif
