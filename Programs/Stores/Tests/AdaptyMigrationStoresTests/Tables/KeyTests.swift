#if SQLite && PostgreSQL
@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// A table's rows are told apart by its keys, whatever these are: no row is forgotten, taken for another, or met twice.
@Suite("Keys of every type")
struct KeyTests {
    /// A column that keys stand in, and keys as SQL writes them.
    struct Keys: Sendable, CustomTestStringConvertible {
        let backend: Backend
        let column: String
        let literals: [String]
        /// Statements before the table is made, and what stands behind its columns.
        var before: [String] = []
        var suffix = ""
        var isNamed = true

        var testDescription: String { "\(backend.rawValue) \(column) \(suffix)" }
    }

    private static let typesMade = [
        "DO $$ BEGIN CREATE TYPE key_mood AS ENUM ('sad', 'so so', 'it''s'); EXCEPTION WHEN duplicate_object THEN END $$",
        "DO $$ BEGIN CREATE DOMAIN key_short AS varchar(4); EXCEPTION WHEN duplicate_object THEN END $$",
    ]
    /// One letter with its accent, composed and decomposed: Unicode calls them the same.
    private static let texts = [
        "''", "'a'", "'a '", "'A'", "'\u{E9}'", "'e\u{301}'", "'1'", "'01'", "'?1'", "'\"'", "''''",
    ]

    static let all: [Keys] = [
        Keys(
            backend: .sqlite, column: "id INTEGER PRIMARY KEY",
            literals: ["-9223372036854775808", "-1", "0", "1", "9223372036854775807"]),
        Keys(backend: .sqlite, column: "id TEXT PRIMARY KEY", literals: texts + ["x'61'", "x'00'"]),
        Keys(
            backend: .sqlite, column: "id TEXT COLLATE NOCASE PRIMARY KEY",
            literals: ["''", "'a'", "'B'", "'c'", "'D'"]),
        Keys(
            backend: .sqlite, column: "id BLOB PRIMARY KEY",
            literals: [
                "x''", "x'00'", "x'0000'", "x'31'", "'1'", "x'0123456789abcdef0123456789abcdef'",
                "x'0123456789abcdef0123456789abcdee'",
            ]),
        Keys(
            backend: .sqlite, column: "id PRIMARY KEY",
            literals: ["1", "'1'", "x'31'", "1.5", "'1.5'", "-1", "''", "x''", "1e300", "'\u{E9}'", "'e\u{301}'"]),
        Keys(
            backend: .sqlite, column: "id REAL PRIMARY KEY",
            literals: ["0.1", "0.30000000000000004", "0.3", "1", "-1e-300", "9007199254740993"]),
        Keys(
            backend: .sqlite, column: "id NUMERIC PRIMARY KEY",
            literals: ["1", "1.5", "'one'", "x'01'", "12345678901234567890"]),
        Keys(backend: .sqlite, column: "id VARCHAR(3) PRIMARY KEY", literals: texts, suffix: "WITHOUT ROWID"),
        Keys(backend: .sqlite, column: "id INT UNIQUE", literals: ["3", "1", "2"], isNamed: false),
        Keys(backend: .sqlite, column: "id ANY PRIMARY KEY", literals: ["1", "'1'", "1.5", "x'31'"], suffix: "STRICT"),
        Keys(backend: .sqlite, column: "rowid TEXT, id TEXT UNIQUE", literals: ["'b'", "'a'", "'c'"], isNamed: false),
        Keys(backend: .postgresText, column: "id text PRIMARY KEY", literals: texts),
        Keys(backend: .postgresText, column: "id varchar(4) PRIMARY KEY", literals: texts),
        Keys(backend: .postgresText, column: "id char(4) PRIMARY KEY", literals: ["''", "'a'", "'ab'", "'abcd'"]),
        Keys(
            backend: .postgresText, column: "id key_short PRIMARY KEY", literals: ["''", "'a'", "'abcd'"],
            before: typesMade),
        Keys(
            backend: .postgresText, column: "id key_mood PRIMARY KEY", literals: ["'sad'", "'so so'", "'it''s'"],
            before: typesMade),
        Keys(
            backend: .postgresText, column: "id bytea PRIMARY KEY",
            literals: ["'\\x'", "'\\x00'", "'\\x0000'", "'\\x31'", "'\\x5c78'"]),
        Keys(
            backend: .postgresText, column: "id uuid PRIMARY KEY",
            literals: [
                "'00000000-0000-0000-0000-000000000000'", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'",
                "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12'",
            ]),
        Keys(
            backend: .postgresText, column: "id numeric PRIMARY KEY",
            literals: ["-1", "0", "1.50", "1e40", "0.00000000000000000000001", "'NaN'", "12345678901234567890"]),
        Keys(backend: .postgresText, column: "id numeric(10,2) PRIMARY KEY", literals: ["-1", "0", "1.50", "1.51"]),
        Keys(
            backend: .postgresText, column: "id float8 PRIMARY KEY",
            literals: ["0.1", "0.30000000000000004", "0.3", "'NaN'", "'Infinity'", "1e300"]),
        Keys(backend: .postgresText, column: "id real PRIMARY KEY", literals: ["0.1", "0.3", "16777216"]),
        Keys(backend: .postgresText, column: "id smallint PRIMARY KEY", literals: ["-1", "0", "1"]),
        Keys(
            backend: .postgresText, column: "id bigint PRIMARY KEY",
            literals: ["-9223372036854775808", "0", "9223372036854775807"]),
        Keys(backend: .postgresText, column: "id boolean PRIMARY KEY", literals: ["false", "true"]),
        Keys(
            backend: .postgresText, column: "id date PRIMARY KEY",
            literals: ["'2024-02-03'", "'2024-03-02'", "'0044-03-15 BC'"]),
        Keys(
            backend: .postgresText, column: "id timestamptz PRIMARY KEY",
            literals: ["'2024-02-03 04:05:06.000001+00'", "'2024-02-03 04:05:06+00'", "'infinity'"]),
        Keys(
            backend: .postgresText, column: "id interval PRIMARY KEY", literals: ["'1 day'", "'25 hours'", "'-1 mon'"]),
        Keys(
            backend: .postgresText, column: "id inet PRIMARY KEY", literals: ["'10.0.0.1'", "'10.0.0.1/24'", "'::1'"]),
        Keys(backend: .postgresText, column: "id int[] PRIMARY KEY", literals: ["'{}'", "'{1}'", "'{1,2}'"]),
        Keys(backend: .postgresText, column: "id bit(3) PRIMARY KEY", literals: ["B'000'", "B'101'", "B'111'"]),
        Keys(backend: .postgresText, column: "id \"char\" PRIMARY KEY", literals: ["'a'", "'b'"]),
        Keys(backend: .postgresText, column: "\"Id \"\" x\" text, id text UNIQUE NOT NULL", literals: texts),
    ]

    private static func bench(_ keys: Keys) throws -> TestTable {
        let bench = try TestTable(
            keys.backend,
            create: keys.before + ["CREATE TABLE TABLE_NAME (\(keys.column), body TEXT) \(keys.suffix)"],
            key: keys.isNamed ? "id" : nil)
        for (number, literal) in keys.literals.enumerated() {
            try bench.run(
                "INSERT INTO TABLE_NAME (id, body) VALUES (\(literal), ?1)", .utf8(document(number)))
        }
        return bench
    }

    /// A document that no other row has.
    private static func document(_ number: Int) -> [UInt8] {
        Array(
            String(decoding: TableRunTests.profile, as: UTF8.self).replacingOccurrences(of: "me", with: "me\(number)")
                .utf8)
    }

    private static func contents(_ bench: TestTable) throws -> [[SQLValue]] {
        try bench.run("SELECT \(bench.backend.isSQLite ? "id" : "id::text"), body FROM TABLE_NAME ORDER BY id")
    }

    @Test("in place: every row upgraded, verified, rolled back", arguments: all, [2, 1000])
    func inPlace(keys: Keys, batch: Int) throws {
        let bench = try KeyTests.bench(keys), count = keys.literals.count
        let before = try KeyTests.contents(bench)
        let run = try bench.open(TableRunTests.options(batch: batch))
        #expect(try run.plan().changed == count)
        let progress = try run.apply()
        #expect(progress.isComplete && progress.changed == count && progress.rejected == 0)
        let after = try KeyTests.contents(bench)
        #expect(zip(before, after).allSatisfy { $0[0] == $1[0] && $0[1] != $1[1] })
        let verified = try run.verify()
        #expect(verified.holds && verified.proven == count, "\(verified.findings)")
        #expect(try run.apply().changed == 0)
        #expect(try run.finish(isConfirmed: false).originals == count)
        let back = try run.rollback()
        #expect(back.isComplete && back.restored == count && back.kept.isEmpty, "\(back.kept)")
        #expect(try KeyTests.contents(bench) == before)
    }

    /// How a key is written and read is tested by ``inPlace(keys:batch:)``, for all of them.
    private static let some = stride(from: 0, to: all.count, by: Worker.step(5)).map { all[$0] }

    @Test("paused after each batch, it goes on after the very key", arguments: some)
    func paused(keys: Keys) throws {
        let bench = try KeyTests.bench(keys), before = try KeyTests.contents(bench)
        var changed = 0, runs = 0
        while runs <= keys.literals.count {
            let progress = try bench.open(TableRunTests.options(batch: 1, pauseAfter: 1)).apply()
            (changed, runs) = (changed + progress.changed, runs + 1)
            if progress.isComplete { break }
        }
        #expect(changed == keys.literals.count)
        #expect(try bench.open(TableRunTests.options()).apply().isComplete)
        #expect(try bench.open(TableRunTests.options()).verify().holds)
        while try !bench.open(TableRunTests.options(batch: 1, pauseAfter: 1)).rollback().isComplete {}
        #expect(try KeyTests.contents(bench) == before)
    }

    @Test("in two columns: every row filled, followed, taken back", arguments: some)
    func expand(keys: Keys) throws {
        let bench = try KeyTests.bench(keys), count = keys.literals.count, before = try KeyTests.contents(bench)
        let run = try bench.open(TableRunTests.options(batch: 2))
        let report = try run.twoVersions.expand()
        #expect(report.isComplete && report.upgraded == count)
        #expect(try bench.run("SELECT count(body_current) FROM TABLE_NAME")[0][0].integer == Int64(count))
        #expect(try run.verify().proven == count)
        // What is written now is followed, key by key.
        for number in 0..<count {
            try bench.run(
                "UPDATE TABLE_NAME SET body = ?1 WHERE id = (SELECT id FROM TABLE_NAME ORDER BY id LIMIT 1 OFFSET \(number))",
                .utf8(KeyTests.document(100 + number)))
        }
        #expect(try run.twoVersions.follow(every: nil).upgraded == count)
        #expect(try run.verify().proven == count)
        #expect(try run.rollback().isComplete)
        let now = try KeyTests.contents(bench)
        #expect(now.map { $0[0] } == before.map { $0[0] })
        #expect(Set(now.map { $0[1] }) == Set((0..<count).map { .utf8(KeyTests.document(100 + $0)) }))
    }

    /// Programs were said never to repeat a key, and one does while the upgrade runs.
    @Test("a key that is repeated after all stops the upgrade", arguments: Backend.usual, [1, 7])
    func repeated(backend: Backend, batch: Int) throws {
        let bench = try TestTable(
            backend,
            create: backend.isSQLite
                ? ["CREATE TABLE TABLE_NAME (id INTEGER, body TEXT, other TEXT)"]
                : [
                    "CREATE TABLE TABLE_NAME (id INTEGER, body text, other text)",
                    "CREATE TABLE TABLE_NAME_heir () INHERITS (TABLE_NAME)",
                ], key: "id&unique=assumed")
        try bench.insert([TableRunTests.event, TableRunTests.profile])
        let run = try bench.open(TableRunTests.options(batch: batch))
        try bench.run(
            "INSERT INTO TABLE_NAME\(backend.isSQLite ? "" : "_heir") (id, body) SELECT id, body FROM TABLE_NAME WHERE id = 1"
        )
        let before = try bench.contents()
        #expect { try run.apply() } throws: { "\($0)".contains("the key 1 is not unique; correct the rows") }
        #expect(try bench.contents() == before)
        try bench.run("DELETE FROM \(backend.isSQLite ? "TABLE_NAME WHERE rowid = 3" : "TABLE_NAME_heir")")
        #expect(try bench.open(TableRunTests.options()).apply().isComplete)
        #expect(try bench.open(TableRunTests.options()).rollback().isComplete)
    }

    @Test("a journal that has lost an original is not emptied", arguments: Backend.usual)
    func incomplete(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(20))
        let run = try bench.open(TableRunTests.options())
        _ = try run.apply()
        let after = try bench.contents()
        try bench.run("DELETE FROM adapty_migration_journal WHERE key = ?1", bench.key(1))
        #expect(throws: StoreFailure.self) { try run.rollback() }
        #expect(try bench.contents() == after)
        #expect(try !run.verify().holds)
        #expect(try !run.finish(isConfirmed: true).isDone)
        let status = try run.status()
        #expect(status.changed == 7, "\(status)")
    }
}
#endif
