#if SQLite && PostgreSQL
@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// Programs that write to the table during a run. None of their transactions is killed, and none waits for long.
@Suite("Live writers")
struct LiveWritersTests {
    /// The rows of a transaction, from the last key to the first: the opposite order of a run.
    private static func keys(_ number: Int, _ writer: Int, of rows: Int) -> [Int] {
        (0..<6).map { 1 + (number * 7 + writer * 131 + $0 * 211) % rows }.sorted(by: >)
    }

    /// Writes transactions of six rows until it is told to stop.
    ///
    /// - Returns: the longest time that one took, in seconds.
    private static func write(_ bench: TestTable, _ writer: Int, _ rows: Int, until isDone: Flag) throws -> Double {
        var longest = 0.0, number = 0
        while !isDone.isSet {
            let start = ContinuousClock.now
            try bench.run("BEGIN")
            for key in keys(number, writer, of: rows) {
                try bench.run(
                    "UPDATE TABLE_NAME SET body = replace(body, '2030', '2031'), other = 'theirs' WHERE id = \(key)")
            }
            try bench.run("COMMIT")
            longest = max(longest, (ContinuousClock.now - start) / .seconds(1))
            number += 1
            usleep(1000)
        }
        return longest
    }

    /// Lets a run work while four programs write.
    ///
    /// - Returns: the longest time that a transaction of theirs took.
    private static func live(_ bench: TestTable, _ body: @escaping @Sendable () throws -> Void) throws -> Double {
        let isDone = Flag(), longest = Longest()
        let rows = Int(try bench.run("SELECT count(*) FROM TABLE_NAME")[0][0].integer ?? 0)
        let writers = try (0..<4).map { writer in
            let second = try bench.second()
            return AppServer { longest.note(try write(second, writer, rows, until: isDone)) }
        }
        let run = AppServer(body), failure = run.wait()
        isDone.set()
        let failures = writers.compactMap { $0.wait() }
        #expect(failures.isEmpty && failure == nil, "\(failures) \(failure.map { "\($0)" } ?? "")")
        return longest.seconds
    }

    /// Counts the rows that have the envelope, which no upgraded record has.
    private static let originals = #"SELECT count(*) FROM TABLE_NAME WHERE body LIKE '%"type": "t"%'"#

    private static func bench(_ rows: Int) throws -> TestTable {
        let bench = try TestTable(.postgresText)
        try bench.run(
            "INSERT INTO TABLE_NAME (id, body) SELECT n, ?1 FROM generate_series(1, \(rows)) n",
            .text(String(decoding: TableRunTests.profile, as: UTF8.self)))
        return bench
    }

    @Test("killed again and again, a run goes on, and the programs meet no deadlock", arguments: ["apply", "expand"])
    func killed(command: String) throws {
        let bench = try LiveWritersTests.bench(300), address = bench.countableAddress
        _ = try LiveWritersTests.live(bench) {
            for point in [61, 242, 423, 604, .max] {
                let points = try Worker.points(address, command, until: point)
                #expect((points == nil) == (point < .max))
            }
        }
        let run = try bench.open()
        if command == "expand" { _ = try run.twoVersions.follow(every: nil) }
        let verified = try run.verify()
        #expect(verified.findings.isEmpty && verified.rows == 300, "\(verified.findings)")
        _ = try LiveWritersTests.live(bench) {
            for point in [120, Int.max] {
                let points = try Worker.points(address, "rollback", until: point)
                #expect((points == nil) == (point < .max))
            }
        }
        let restored = try bench.run(LiveWritersTests.originals)
        #expect(restored[0][0].integer == 300)
    }

    @Test("transactions of several rows meet no deadlock, and one start is enough", arguments: [false, true])
    func deadlocks(isExpanded: Bool) throws {
        let bench = try LiveWritersTests.bench(3000), address = bench.address
        let options = TableRunTests.options(batch: 1000)
        let waits = try LiveWritersTests.live(bench) {
            let run = try address.open(options)
            if isExpanded {
                #expect(try run.twoVersions.expand().isComplete)
            } else {
                #expect(try run.apply().isComplete)
            }
        }
        _ = isExpanded ? try address.open(options).twoVersions.follow(every: nil) : nil
        let verified = try address.open(options).verify()
        #expect(verified.findings.isEmpty && verified.rows == 3000, "\(verified.findings)")
        let back = try LiveWritersTests.live(bench) {
            let report = try address.open(options).rollback()
            #expect(report.isComplete && report.kept.isEmpty, "\(report.kept)")
        }
        // Usually it is a tenth of that; the machine may be busy.
        #expect(max(waits, back) < 5, "\(waits) s and \(back) s")
        #expect(try bench.run(LiveWritersTests.originals)[0][0].integer == 3000)
    }

    @Test("rows that a program holds come last, and an interruption forgets none of them")
    func held() throws {
        let bench = try TestTable(.postgresText), holder = try bench.second()
        try bench.insert(Array(repeating: TableRunTests.event, count: 40))
        try holder.run("BEGIN")
        try holder.run("UPDATE TABLE_NAME SET other = 'held' WHERE id IN (3, 30)")
        var options = TableRunTests.options(batch: 10)
        let isPaused = Flag()
        options.isPaused = { isPaused.isSet }
        options.waits = { _ in isPaused.set() }
        let first = try bench.open(options).apply()
        #expect(!first.isComplete && first.changed == 38 && first.contended == 2)
        #expect(try bench.open(options).status().changed == 38)
        try holder.run("COMMIT")
        let rest = try bench.open(TableRunTests.options(batch: 10)).apply()
        #expect(rest.isComplete && rest.changed == 2)
        #expect(try bench.open(TableRunTests.options()).verify().holds)

        try holder.run("BEGIN")
        try holder.run("UPDATE TABLE_NAME SET other = 'held again' WHERE id = 5")
        let waited = TableRunTests.Counter()
        options.isPaused = { false }
        options.waits = { _ in
            waited.value += 1
            #expect(throws: Never.self) { if waited.value == 1 { try holder.run("COMMIT") } }
        }
        let back = try bench.open(options).rollback()
        #expect(back.restored == 40 && back.isComplete && waited.value == 1)
    }

    @Test("programs that refer to a row by a foreign key do not hold it")
    func foreignKeys() throws {
        let bench = try TestTable(.postgresText), child = try bench.second()
        try bench.insert([TableRunTests.event])
        try bench.run("CREATE TABLE TABLE_NAME_child (parent int REFERENCES TABLE_NAME)")
        try child.run("BEGIN")
        try child.run("INSERT INTO TABLE_NAME_child VALUES (1)")
        #expect(try bench.open(TableRunTests.options()).apply().changed == 1)
        try child.run("COMMIT")
    }

    @Test(
        "another default isolation of transactions changes nothing",
        arguments: ["repeatable%5C%20read", "serializable"])
    func isolation(level: String) throws {
        let bench = try LiveWritersTests.bench(300)
        let setting = "options=-cdefault_transaction_isolation%3D\(level)%20"
        let address = try StoreAddress(bench.addressText.replacingOccurrences(of: "options=", with: setting))
        _ = try LiveWritersTests.live(bench) {
            let options = TableRunTests.options(batch: 50)
            let rehearsal = try address.open(options).rehearse(nil)
            #expect(rehearsal.progress.isComplete)
            let expanded = try address.open(options).twoVersions.expand()
            #expect(expanded.isComplete)
            let back = try address.open(options).rollback()
            #expect(back.isComplete)
        }
    }

    @Test("a row that moves to another key, and is held, is waited for")
    func moved() throws {
        let bench = try TestTable(.postgresText), holder = try bench.second()
        try bench.insert(Array(repeating: TableRunTests.event, count: 3))
        try bench.set(2, TableRunTests.profile)
        _ = try bench.open(TableRunTests.options()).apply()
        try bench.run("UPDATE TABLE_NAME SET id = 20 WHERE id = 2")
        try holder.run("BEGIN")
        try holder.run("UPDATE TABLE_NAME SET other = 'held' WHERE id = 20")
        var options = TableRunTests.options()
        let waited = TableRunTests.Counter()
        options.waits = { _ in
            waited.value += 1
            #expect(throws: Never.self) { if waited.value == 1 { try holder.run("COMMIT") } }
        }
        let back = try bench.open(options).rollback()
        #expect(back.restored == 3 && back.isComplete && back.deleted.isEmpty && waited.value == 1)
        #expect(try bench.contents().last?.bytes == TableRunTests.profile)
    }

    @Test("a plan writes nothing, and waits for nobody")
    func plan() throws {
        let bench = try TestTable(.postgresText), holder = try bench.second()
        try bench.insert(Array(repeating: TableRunTests.event, count: 100))
        try bench.run("CREATE TABLE fired (n int)")
        try bench.run(
            "CREATE FUNCTION count_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('firings'); RETURN NEW; END $$"
        )
        try bench.run("CREATE SEQUENCE firings")
        try bench.run("CREATE TRIGGER t BEFORE UPDATE ON TABLE_NAME FOR EACH ROW EXECUTE FUNCTION count_it()")
        try holder.run("BEGIN")
        try holder.run("UPDATE TABLE_NAME SET other = 'held' WHERE id = 7")
        let size = try bench.run("SELECT pg_relation_size('TABLE_NAME')")
        let plan = try bench.open(TableRunTests.options()).plan()
        #expect(plan.changed == 100 && plan.warnings.contains { $0.contains("store rehearse tries it") })
        #expect(try bench.run("SELECT pg_relation_size('TABLE_NAME')") == size)
        // One firing is that of the holder; a sequence keeps what is rolled back.
        #expect(try bench.run("SELECT last_value FROM firings")[0][0].integer == 1)

        let rehearsal = try bench.open(TableRunTests.options()).rehearse(30)
        #expect(rehearsal.verification.proven == 30 && rehearsal.progress.contended == 1 && rehearsal.rows == 100)
        #expect(try bench.open(TableRunTests.options()).rehearse(nil).verification.proven == 99)
        #expect(try bench.open(TableRunTests.options()).status().state == "none")
        try holder.run("ROLLBACK")
    }

    @Test("rows that a policy hides are no reason to go on without them", arguments: [false, true])
    func policies(isForced: Bool) throws {
        let bench = try TestTable(.postgresText), role = "tenant_" + UUID().uuidString.prefix(8).lowercased()
        try bench.insert([TableRunTests.event, TableRunTests.event])
        try bench.run("CREATE ROLE \(role) LOGIN")
        try bench.run("GRANT USAGE, CREATE ON SCHEMA \(bench.name) TO \(role)")
        try bench.run("GRANT SELECT, UPDATE ON TABLE_NAME TO \(role)")
        if isForced { try bench.run("ALTER TABLE TABLE_NAME OWNER TO \(role)") }
        try bench.run("ALTER TABLE TABLE_NAME ENABLE ROW LEVEL SECURITY")
        if isForced { try bench.run("ALTER TABLE TABLE_NAME FORCE ROW LEVEL SECURITY") }
        try bench.run("CREATE POLICY mine ON TABLE_NAME USING (id = 1)")
        let address = try StoreAddress(bench.countableAddress.replacingOccurrences(of: "//tester@", with: "//\(role)@"))
        #expect { try address.open(TableRunTests.options()) } throws: {
            "\($0)".contains("row level security may hide rows") && "\($0)".contains("BYPASSRLS")
        }
        // A policy that comes later: the server refuses.
        try bench.run("ALTER TABLE TABLE_NAME \(isForced ? "NO FORCE" : "DISABLE") ROW LEVEL SECURITY")
        let run = try address.open(TableRunTests.options())
        #expect(try run.plan().changed == 2)
        try bench.run("ALTER TABLE TABLE_NAME \(isForced ? "FORCE" : "ENABLE") ROW LEVEL SECURITY")
        #expect { try run.plan() } throws: { "\($0)".contains("row-level security") }
        if isForced { try bench.run("ALTER TABLE TABLE_NAME OWNER TO tester") }
        try bench.run("DROP OWNED BY \(role)")
        try bench.run("DROP ROLE \(role)")
    }

    /// The longest of the times that threads have measured.
    private final class Longest: @unchecked Sendable {
        private let lock = NSLock()
        private var value = 0.0
        var seconds: Double { lock.withLock { value } }
        func note(_ seconds: Double) { lock.withLock { value = max(value, seconds) } }
    }
}
#endif
