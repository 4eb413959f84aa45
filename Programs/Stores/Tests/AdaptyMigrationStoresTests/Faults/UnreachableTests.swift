#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// What a job may try again is told from what it may not, and other sessions see who is there.
@Suite("Unreachable servers")
struct UnreachableTests {
    @Test("a server that does not answer may answer later; a wrong database does not")
    func kinds() throws {
        let server = try #require(ProcessInfo.processInfo.environment["TEST_DATABASE_URL"])
        let refused = "postgres://tester@127.0.0.1:1/postgres?table=t&column=c"
        #expect { try StoreAddress(refused).open(RunOptions()) } throws: { ($0 as? StoreFailure)?.kind == .unreachable }
        let missing = server.replacing(#/postgres$/#, with: "nothing") + "?table=t&column=c"
        #expect { try StoreAddress(missing).open(RunOptions()) } throws: { ($0 as? StoreFailure)?.kind == .missing }
    }

    @Test("a run says which rows it waits for, and who holds them")
    func waits() throws {
        let bench = try TestTable.of(["a", "b"].map { Person(name: $0) }, .postgresText), holder = try bench.second()
        try holder.run("SET application_name = 'billing'")
        try holder.run("BEGIN")
        try holder.run("UPDATE TABLE_NAME SET other = 'held'")
        let pid = Int(try holder.run("SELECT pg_backend_pid()")[0][0].integer ?? 0), told = TableRunTests.Counter()
        var options = TableRunTests.options()
        options.waits = { wait in
            told.value += 1
            #expect(wait.rows == 2)
            #expect(wait.holders == [.init(process: pid, program: "billing", state: "idle in transaction")])
            #expect(throws: Never.self) {
                let ours = try holder.run(
                    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'adapty-migrate' AND datname = current_database()"
                )
                #expect(ours[0][0].integer ?? 0 > 0)
                try holder.run("COMMIT")
            }
        }
        #expect(try bench.open(options).apply().changed == 2)
        #expect(told.value == 1)
    }
}
#endif
