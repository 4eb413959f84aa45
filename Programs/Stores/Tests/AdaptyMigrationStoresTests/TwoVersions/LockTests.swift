#if SQLite && PostgreSQL
import Testing

@testable import AdaptyMigrationStores

/// A statement with a strong lock waits only briefly, so that programs need not wait behind it.
@Suite("Strong locks")
struct LockTests {
    @Test("are tried again, and say whom they wait for", arguments: ["expand", "contract", "rollback"])
    func retried(command: String) throws {
        let bench = try TestTable(.postgresText), reader = try bench.second(), other = try bench.second()
        try bench.insert([TableRunTests.event])
        var options = TableRunTests.options()
        if command != "expand" { _ = try bench.open(options).twoVersions.expand() }
        let pid = Int(try reader.run("SELECT pg_backend_pid()")[0][0].integer ?? 0)
        try reader.run("BEGIN")
        try reader.run("SELECT count(*) FROM TABLE_NAME")
        let waited = TableRunTests.Counter()
        options.waits = { wait in
            waited.value += 1
            #expect(wait.rows == 0 && wait.holders.map(\.process) == [pid])
            // Nobody waits behind it now.
            #expect(throws: Never.self) {
                try other.run("SET lock_timeout = '50ms'")
                try other.run("SELECT count(*) FROM TABLE_NAME")
                if waited.value == 2 { try reader.run("COMMIT") }
            }
        }
        let run = try bench.open(options)
        switch command {
        case "expand": #expect(try run.twoVersions.expand().upgraded == 1)
        case "contract": #expect(try run.twoVersions.contract(.replace, acceptsRejects: false).isComplete)
        default: #expect(try run.rollback().isComplete)
        }
        #expect(waited.value == 2)
    }
}
#endif
