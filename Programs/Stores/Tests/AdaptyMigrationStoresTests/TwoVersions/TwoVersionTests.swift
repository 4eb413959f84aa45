#if SQLite && PostgreSQL
@_spi(Tools) import AdaptyMigrationTools
@_spi(Tools) import AdaptyMigrationTesting
import Foundation
import Testing

@testable import AdaptyMigrationStores

extension TestTable {
    /// What the database knows of the table: its columns and triggers.
    func schema() throws -> [[SQLValue]] {
        if backend.isSQLite {
            return try run("SELECT type, name, sql FROM sqlite_master WHERE tbl_name = 'TABLE_NAME' ORDER BY name")
        }
        return try run(
            "SELECT column_name::text, data_type::text, is_nullable::text FROM information_schema.columns WHERE table_name = 'TABLE_NAME' ORDER BY ordinal_position"
        )
            + run("SELECT tgname::text FROM pg_trigger WHERE tgrelid = 'TABLE_NAME'::regclass")
    }

    /// A column as text, by key.
    func texts(_ column: String) throws -> [String?] {
        try run("SELECT \(column)\(backend.isSQLite ? "" : "::text") FROM TABLE_NAME ORDER BY id").map {
            $0[0].bytes.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// What an old or a new program writes.
    func write(_ column: String, _ key: Int, _ text: String?) throws {
        try set(
            key, text.map { Array($0.utf8) },
            "UPDATE TABLE_NAME SET \(column) = ?1\(backend.isSQLite ? "" : "::" + backend.columnType) WHERE id = ?2")
    }

    func write(_ key: Int, old: String?, new: String?) throws {
        let cast = backend.isSQLite ? "" : "::" + backend.columnType
        func value(_ text: String?) -> SQLValue {
            text.map { backend == .sqliteBlob ? .blob(Array($0.utf8)) : .text($0) } ?? .null
        }
        try run(
            "INSERT INTO TABLE_NAME (id, body, body_current) VALUES (?1, ?2\(cast), ?3\(cast))", .integer(Int64(key)),
            value(old), value(new))
    }

    func displaced() throws -> [[SQLValue]] {
        try run("SELECT key, side, reason, record FROM adapty_migration_displaced ORDER BY key, number")
    }
}

/// Old and new programs at once: whatever either writes, both read.
@Suite("Two versions")
struct TwoVersionTests {
    private static let profile = String(decoding: TableRunTests.profile, as: UTF8.self)
    private static let event = String(decoding: TableRunTests.event, as: UTF8.self)

    private func followed(_ bench: TestTable) throws -> FollowReport {
        try bench.open(TableRunTests.options()).twoVersions.follow(every: nil)
    }

    /// Equal bytes, or equal values where the column keeps no bytes.
    private func isSame(_ bench: TestTable, _ one: String?, _ other: String?) throws -> Bool {
        guard let one, let other, !bench.backend.isExact else { return one == other }
        return try JSONSerialization.jsonObject(with: Data(one.utf8)) as? NSDictionary == JSONSerialization.jsonObject(
            with: Data(other.utf8)) as? NSDictionary
    }

    @Test("filled by several threads, the columns are the same", arguments: [Backend.sqlite, .postgresText])
    func jobs(backend: Backend) throws {
        let columns = try [1, 3].map { jobs in
            let bench = try TestTable(backend)
            try bench.insert(TableRunTests.documents(53))
            var options = TableRunTests.options()
            options.jobs = jobs
            let report = try bench.open(options).twoVersions.expand()
            #expect(report.upgraded == 33 && report.rejected == 10 && report.isComplete)
            #expect(try bench.open(options).verify().holds)
            return try bench.texts("body_current")
        }
        #expect(columns[0] == columns[1])
    }

    @Test("expanded and taken back: the same table", arguments: Backend.usual)
    func expandAndBack(backend: Backend) throws {
        let bench = try TestTable(backend), twin = try TestTable(backend)
        for bench in [bench, twin] { try bench.insert(TableRunTests.documents(40)) }
        _ = try twin.open(TableRunTests.options()).apply()
        let before = try bench.contents(), schema = try bench.schema(), run = try bench.open(TableRunTests.options())
        let report = try run.twoVersions.expand()
        #expect(report.isComplete && report.upgraded == 24 && report.unchanged == 8 && report.rejected == 8)
        #expect(try bench.contents() == before)
        for (row, (new, upgraded)) in zip(try bench.texts("body_current"), try twin.texts("body")).enumerated() {
            #expect(new == (row % 5 == 4 ? nil : upgraded), "row \(row)")
        }
        let verified = try run.verify(), status = try run.status()
        #expect(verified.holds && verified.proven == 32 && verified.rejected.count == 8, "\(verified.findings)")
        #expect(
            status.state == "expanded" && status.twoColumns?.waiting == 0 && status.changed == 24
                && status.rejected == 8)
        #expect(try bench.open(TableRunTests.options()).twoVersions.expand().rows == 0, "a second run changes nothing")
        #expect { try bench.open(TableRunTests.options()).apply() } throws: { "\($0)".contains("two columns") }

        let back = try bench.open(TableRunTests.options()).rollback()
        #expect(back.isComplete && back.dropped == "body_current" && back.kept.isEmpty)
        if !backend.isSQLite {
            #expect(try bench.run("SELECT 1 FROM pg_proc WHERE pronamespace = 'TABLE_NAME'::regnamespace").isEmpty)
        }
        #expect(try bench.contents() == before)
        #expect(try bench.schema() == schema)
        #expect(try bench.open().status().state == "none")
    }

    @Test(
        "what old programs write is upgraded, what new ones write is downgraded with its edits",
        arguments: Backend.usual)
    func followsBoth(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert([TableRunTests.profile, TableRunTests.profile, TableRunTests.profile, TableRunTests.event])
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        let edited = Self.profile.replacingOccurrences(of: "2030", with: "2031"),
            current = try #require(try bench.texts("body_current")[1])
        try bench.write("body", 1, edited)
        let new = current.replacingOccurrences(of: "2030", with: "2032")
        try bench.write("body_current", 2, new)
        // A program that knows nothing of residues.
        let bare = String(decoding: try Migrator().upgrade(Array(current.utf8)).documentWithoutResidue, as: UTF8.self)
            .replacingOccurrences(of: "2030", with: "2033")
        try bench.write("body_current", 3, bare)
        try bench.write(5, old: Self.event, new: nil)
        try bench.write(6, old: nil, new: String(decoding: TableRunTests.current, as: UTF8.self))
        #expect(try bench.open(TableRunTests.options()).status().twoColumns?.waiting == 5)
        #expect(try !bench.open(TableRunTests.options()).verify().holds)

        let report = try followed(bench)
        #expect(report.upgraded == 2 && report.downgraded == 3 && report.conflicts.isEmpty && report.rejected == 0)
        let olds = try bench.texts("body"), news = try bench.texts("body_current")
        #expect(try isSame(bench, olds[0], edited) && news[0]?.contains("2031") == true)
        #expect(
            try isSame(bench, olds[1], Self.profile.replacingOccurrences(of: "2030", with: "2032"))
                && isSame(bench, news[1], new))
        #expect(
            try isSame(bench, olds[2], Self.profile.replacingOccurrences(of: "2030", with: "2033"))
                && isSame(bench, news[2], bare))
        #expect(
            news[4]?.contains("subscription_expired") == true && olds[5]?.contains("subscription_cancelled") == true)
        let verified = try bench.open(TableRunTests.options()).verify()
        #expect(verified.holds && verified.proven == 6, "\(verified.findings)")
        #expect(try followed(bench).rows == 0, "our own writes are not followed")
    }

    @Test("both written: the last write stands, the other document is kept", arguments: Backend.usual)
    func conflicts(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert([TableRunTests.profile, TableRunTests.profile, TableRunTests.profile])
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        let old = Self.profile.replacingOccurrences(of: "2030", with: "2031"),
            new = try #require(try bench.texts("body_current")[0]).replacingOccurrences(of: "2030", with: "2032")
        try bench.write("body", 1, old)
        try bench.write("body_current", 1, new)
        try bench.write("body_current", 2, new)
        try bench.write("body", 2, old)
        // Both columns in one statement, in step: no conflict.
        try bench.write("body_current", 3, new)
        try bench.write("body", 3, Self.profile.replacingOccurrences(of: "2030", with: "2032"))
        let report = try followed(bench)
        #expect(Set(report.conflicts.first) == ["1", "2"])
        let olds = try bench.texts("body"), news = try bench.texts("body_current")
        #expect(
            olds[0]?.contains("2032") == true && news[0]?.contains("2032") == true && olds[1]?.contains("2031") == true
                && news[1]?.contains("2031") == true)
        let displaced = try bench.displaced()
        #expect(
            displaced.map { [$0[0], $0[1], $0[2]] } == [
                [bench.key(1), .text("old"), .text("conflict")], [bench.key(2), .text("new"), .text("conflict")],
            ])
        #expect(displaced[0][3].text?.contains("2031") == true && displaced[1][3].text?.contains("2032") == true)
        #expect(try bench.open(TableRunTests.options()).status().twoColumns?.conflicts == 2)
        #expect(try bench.open(TableRunTests.options()).verify().holds)
    }

    @Test("what cannot be converted leaves null in the other column, until it can", arguments: Backend.usual)
    func rejects(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert([TableRunTests.profile, TableRunTests.profile])
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        let current = try #require(try bench.texts("body_current")[0]),
            unknown = String(decoding: TableRunTests.unknown, as: UTF8.self)
        try bench.write("body", 1, unknown)
        try bench.write("body_current", 2, unknown)
        #expect(try followed(bench).rejected == 2)
        #expect(try bench.texts("body_current")[0] == nil && bench.texts("body")[1] == nil)
        let verified = try bench.open(TableRunTests.options()).verify()
        #expect(verified.holds && verified.rejected.count == 2)
        #expect { try bench.open(TableRunTests.options()).twoVersions.contract(.drop, acceptsRejects: false) } throws: {
            "\($0)".contains("the documents of 2 rows could not be converted")
        }
        #expect(try bench.open(TableRunTests.options()).status().state == "expanded", "a refusal changes nothing")

        try bench.write("body", 1, Self.profile)
        #expect(try followed(bench).upgraded == 1)
        #expect(try isSame(bench, bench.texts("body_current")[0], current))
        let unknownText = try #require(try bench.texts("body_current")[1])
        // Taken back, old programs have the last document that they could read. The one that they cannot read would be gone.
        #expect { try bench.open(TableRunTests.options()).rollback() } throws: {
            "\($0)".contains("1 documents of new programs cannot be converted back")
        }
        let lost = LostDocuments(bench)
        defer { lost.remove() }
        let back = try bench.open(lost.options()).rollback()
        #expect(back.isComplete && back.skipped.count == 1 && back.skipped.first[0].hasPrefix("key 2:"))
        #expect(try isSame(bench, bench.texts("body")[1], Self.profile))
        #expect(try lost.records() == [unknownText])
    }

    @Test("rows that go, and keys that change", arguments: [Backend.sqlite, .postgresText])
    func deleted(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert([TableRunTests.profile, TableRunTests.unknown, TableRunTests.event])
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        try bench.run("DELETE FROM TABLE_NAME WHERE id = 1")
        try bench.run("UPDATE TABLE_NAME SET id = 20 WHERE id = 2")
        try bench.run("UPDATE TABLE_NAME SET other = 'theirs' WHERE id = 3")
        #expect(try followed(bench).rejected == 1)
        let verified = try bench.open(TableRunTests.options()).verify()
        #expect(
            verified.holds && verified.rows == 2 && verified.rejected.count == 1 && verified.proven == 1,
            "\(verified.findings)")
        try bench.run("DELETE FROM TABLE_NAME WHERE id = 20")
        _ = try followed(bench)
        #expect(try bench.open(TableRunTests.options()).status().rejected == 0)
    }

    @Test("programs that have no rights in our tables write as before")
    func rights() throws {
        let bench = try TestTable(.postgresText), role = "program_" + UUID().uuidString.prefix(8).lowercased()
        try bench.insert([TableRunTests.profile])
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        try bench.run("CREATE ROLE \(role)")
        try bench.run("GRANT USAGE ON SCHEMA \(bench.name) TO \(role)")
        try bench.run("GRANT SELECT, UPDATE ON TABLE_NAME TO \(role)")
        try bench.run("SET ROLE \(role)")
        try bench.write("body", 1, Self.profile.replacingOccurrences(of: "2030", with: "2031"))
        try bench.run("RESET ROLE")
        #expect(try followed(bench).upgraded == 1)
        #expect(try bench.texts("body_current")[0]?.contains("2031") == true)
        try bench.run("DROP OWNED BY \(role)")
        try bench.run("DROP ROLE \(role)")
    }

    @Test("an old column that takes no null keeps its last document, and its row is among the rejects")
    func required() throws {
        let bench = try TestTable(.postgresText)
        try bench.insert([TableRunTests.profile])
        try bench.run("ALTER TABLE TABLE_NAME ALTER body SET NOT NULL")
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        try bench.write("body_current", 1, String(decoding: TableRunTests.unknown, as: UTF8.self))
        #expect(try followed(bench).rejected == 1)
        #expect(try bench.texts("body") == [Self.profile])
        #expect(try bench.open(TableRunTests.options()).status().rejected == 1)
        let lost = LostDocuments(bench)
        defer { lost.remove() }
        #expect(try bench.open(lost.options()).rollback().skipped.count == 1)
        #expect(try bench.texts("body") == [Self.profile])
        #expect(try lost.records() == [String(decoding: TableRunTests.unknown, as: UTF8.self)])
    }

    @Test("contracted, the new column is the one; its journal takes it back", arguments: Backend.usual)
    func contract(backend: Backend) throws {
        for ending in [TwoVersionRun.Ending.drop, .replace, .keep] {
            let bench = try TestTable(backend)
            try bench.insert([TableRunTests.profile, TableRunTests.event, TableRunTests.current, nil])
            let before = try bench.texts("body")
            _ = try bench.open(TableRunTests.options()).twoVersions.expand()
            let upgraded = try bench.texts("body_current")
            // The last write of an old program is not lost.
            try bench.write("body", 4, Self.event)
            #expect(
                try bench.open(TableRunTests.options()).twoVersions.contract(ending, acceptsRejects: false).isComplete)
            let column = ending == .replace ? "body" : "body_current"
            #expect(try bench.texts(column).prefix(3) == upgraded.prefix(3))
            #expect(try bench.texts(column)[3]?.contains("subscription_expired") == true)
            if ending == .keep {
                #expect(try bench.texts("body").prefix(3) == before.prefix(3))
                #expect(try bench.open().status().state == "none")
                continue
            }
            let run = try StoreAddress(
                bench.addressText.replacingOccurrences(of: "column=body", with: "column=\(column)")
            ).open(TableRunTests.options())
            #expect(try run.status().state == "complete")
            let verified = try run.verify()
            #expect(verified.holds && verified.proven == 4, "\(verified.findings)")
            #expect(try run.apply().changed == 0)
            #expect(try run.rollback().isComplete)
            #expect(try bench.texts(column).prefix(3) == before.prefix(3))
        }
    }

    @Test(
        "old and new programs write at once while it follows: no write is lost",
        arguments: [Backend.sqlite, .sqliteBlob, .postgresText, .postgresJSON, .postgresJSONB])
    func twoWriters(backend: Backend) throws {
        let bench = try TestTable(backend), rows = 12, writes = backend.isSQLite ? 60 : 120
        if backend.isSQLite { try bench.run("PRAGMA journal_mode = WAL") }
        try bench.insert(Array(repeating: TableRunTests.profile, count: rows))
        _ = try bench.open(TableRunTests.options(batch: 5)).twoVersions.expand()
        let current = try #require(try bench.texts("body_current")[0]), address = bench.address, isDone = Flag()
        // Each writer counts the years up, in rows of its own and in rows that both write to.
        @Sendable func work(_ column: String, _ document: String, _ seed: Int) throws {
            let writer = try bench.second()
            for number in 0..<writes {
                try writer.write(
                    column, 1 + (number * seed) % rows,
                    document.replacingOccurrences(of: "2030", with: "\(3000 + seed * 1000 + number)"))
            }
        }
        let follower = AppServer {
            var options = TableRunTests.options(batch: 5)
            options.isPaused = { isDone.isSet }
            _ = try address.open(options).twoVersions.follow(every: 0.01)
        }
        let writers = [
            AppServer { try work("body", Self.profile, 1) }, AppServer { try work("body_current", current, 5) },
        ]
        let failures = writers.compactMap { $0.wait() }
        isDone.set()
        #expect(failures.isEmpty && follower.wait() == nil, "\(failures)")
        _ = try followed(bench)
        let verified = try bench.open(TableRunTests.options()).verify()
        #expect(verified.holds && verified.proven == rows, "\(verified.findings)")
        let olds = try bench.texts("body"), news = try bench.texts("body_current"),
            displaced = try bench.displaced().compactMap { $0[3].text }
        for (old, new) in zip(olds, news) {
            let years = [old, new].map { $0.flatMap { $0.firstMatch(of: /([34568]\d\d\d)-01-01/)?.1 } }
            #expect(years[0] != nil && years[0] == years[1])
        }
        // The last write of each program to each row stands, or made way for a later one of the other program: then it
        // is kept, or was followed before.
        for row in 0..<rows {
            let last = (0..<writes).last { $0 % rows == row }.map { "\(4000 + $0)" },
                lastNew = (0..<writes).last { $0 * 5 % rows == row }.map { "\(8000 + $0)" }
            let year = try #require(olds[row])
            #expect(
                [last, lastNew].compactMap { $0 }.contains { year.contains($0) },
                "row \(row + 1) has neither last write: \(year), displaced \(displaced.count)")
        }
    }
}

/// A program beside the test: a thread, because a task that waits for a lock would keep others from running.
final class AppServer: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var failure: (any Error)?

    init(_ body: @escaping @Sendable () throws -> Void) {
        Thread { [self] in
            do { try body() } catch { failure = error }
            done.signal()
        }.start()
    }

    /// - Returns: why it failed.
    func wait() -> (any Error)? {
        done.wait()
        return failure
    }
}

final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}
#endif
