#if SQLite && PostgreSQL
@_spi(Tools) import AdaptyMigrationTools
@_spi(Tools) import AdaptyMigrationTesting
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// Every column type of both databases: what goes in comes back, and what is not as it was left is found.
@Suite("Tables")
struct TableRunTests {
    static let profile = Array(
        #"{"data": {"type": "t", "id": "me", "attributes": {"paid_access_levels": {"premium": {"id": "premium", "is_active": 1, "vendor_transaction_id": "7", "expires_at": "2030-01-01T00:00:00.000000+0000"}}, "subscriptions": null, "non_subscriptions": null}}}"#
            .utf8)
    static let event = Array(
        #"{"profile_id":"me","event_type":"subscription_cancelled","event_datetime":"2021-01-01T00:00:00.000000+0000","event_properties":{"price_usd":9.90}}"#
            .utf8)
    static let current = Array(
        #"{"profile_id":"me","event_type":"subscription_expired","event_datetime":"2021-01-01T00:00:00.000000+0000","event_properties":{"price_usd":9.90}}"#
            .utf8)
    /// The same with a level that expires in another year.
    static func profile(_ year: Int) -> [UInt8] {
        Array(String(decoding: profile, as: UTF8.self).replacingOccurrences(of: "2030", with: "\(year)").utf8)
    }

    static let unknown = Array(#"{"hello":"world"}"#.utf8)

    /// Old and current documents, nulls, and what is no record.
    static func documents(_ count: Int) -> [[UInt8]?] {
        (0..<count).map { [profile, event, current, nil, unknown][$0 % 5] }
    }

    static func options(batch: Int = 7, pauseAfter: Int? = nil, embedsResidue: Bool = false) -> RunOptions {
        var options = RunOptions()
        options.batch = batch
        options.embedsResidue = embedsResidue
        options.instants = [1_700_000_000_000_000]
        if let pauseAfter {
            let calls = Counter()
            options.isPaused = { calls.value >= pauseAfter }
            options.progress = { _, _ in calls.value += 1 }
        }
        return options
    }

    /// Counts from one thread.
    final class Counter: @unchecked Sendable {
        var value = 0
    }

    @Test("documents that one SDK version can read, and back", arguments: Backend.usual)
    func readable(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert([Array(#"{"profile_id":"p","paid_access_levels":{}}"#.utf8)])
        let before = try bench.contents()
        var options = TableRunTests.options()
        options.readableBy = "3.12.0"
        let run = try bench.open(options)
        #expect(try run.apply().changed == 1)
        let after = try bench.contents()
        #expect(after != before)
        #expect(try run.verify().holds)
        #expect(throws: StoreFailure.self) { try bench.open(TableRunTests.options()).apply() }
        #expect(try run.rollback().restored == 1)
        #expect(try bench.contents() == before)
    }

    @Test("applied, verified, rolled back: the same bytes", arguments: Backend.allCases)
    func roundTrip(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(40))
        let before = try bench.contents(), run = try bench.open(TableRunTests.options())
        let plan = try run.plan()
        #expect(
            plan.rows == 40 && plan.changed == 16 && plan.empty == 8 && plan.rejects == ["unrecognised": 8]
                && plan.isSafe)
        #expect(plan.kinds["webhook-legacy event"] == 8 && plan.warnings.isEmpty == backend.isExact)
        #expect(try bench.contents() == before)

        let progress = try run.apply()
        #expect(
            progress.isComplete && progress.changed == 16 && progress.unchanged == 16 && progress.rejected == 8
                && progress.contended == 0)
        let after = try bench.contents()
        #expect(after != before)
        #expect(try run.status().state == "complete")
        let verified = try run.verify()
        #expect(verified.holds && verified.proven == 32 && verified.rejected.count == 8, "\(verified.findings)")

        #expect(try bench.open(TableRunTests.options(batch: 1000)).apply().changed == 0, "a second run changes nothing")
        #expect(try bench.contents() == after)
        #expect(try run.verify().holds)

        let back = try run.rollback()
        #expect(back.isComplete && back.restored == 16 && back.edited.isEmpty && back.kept.isEmpty)
        #expect(try bench.contents() == before)
        #expect(try run.status().state == "none")
        #expect(try bench.run("SELECT DISTINCT other FROM TABLE_NAME") == [[.text("mine")]])
    }

    @Test("a rehearsal proves everything and leaves nothing", arguments: Backend.usual)
    func rehearse(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(20))
        let before = try bench.contents(), rehearsal = try bench.open(TableRunTests.options()).rehearse(nil)
        #expect(rehearsal.progress.changed == 8 && rehearsal.verification.holds && rehearsal.verification.proven == 16)
        #expect(rehearsal.samples.map(\.key) == ["1", "2", "6"])
        for sample in rehearsal.samples {
            #expect(sample.before == before[(Int(sample.key) ?? 0) - 1].bytes && sample.after != sample.before)
        }
        #expect(try bench.contents() == before)
        #expect(try bench.open().status().state == "none")
    }

    @Test("a plan that was interrupted says so", arguments: [Backend.sqlite, .postgresText])
    func interruptedPlan(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(20))
        #expect(try bench.open(TableRunTests.options()).plan().isComplete)
        #expect(try !bench.open(TableRunTests.options(pauseAfter: 1)).plan().isComplete)
    }

    @Test("paused, it goes on where it stopped; half of it can be taken back", arguments: Backend.usual, [1, 3])
    func paused(backend: Backend, batches: Int) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(40))
        let before = try bench.contents()
        let first = try bench.open(TableRunTests.options(pauseAfter: batches)).apply()
        #expect(!first.isComplete && first.changed > 0 && first.changed < 16)
        let half = try bench.open(TableRunTests.options())
        #expect(try half.status().state == "running")
        #expect(try !half.verify().holds)
        let rest = try half.apply()
        #expect(rest.isComplete && rest.changed + first.changed == 16)
        #expect(try half.verify().holds)
        let whole = try bench.contents()
        #expect(try half.rollback().restored == 16)
        #expect(try bench.contents() == before)

        _ = try bench.open(TableRunTests.options(pauseAfter: batches)).apply()
        let begun = try bench.open(TableRunTests.options(pauseAfter: 1)).rollback()
        #expect(!begun.isComplete && begun.restored > 0)
        #expect(throws: StoreFailure.self) { try half.apply() }
        #expect(try half.rollback().isComplete)
        #expect(try bench.contents() == before)
        #expect(try half.apply().isComplete)
        #expect(try bench.contents() == whole)
    }

    @Test(
        "the same documents and the same journal, whatever the number of threads",
        arguments: [Backend.sqlite, .postgresText], [2, 5])
    func jobs(backend: Backend, jobs: Int) throws {
        let benches = [try TestTable(backend), try TestTable(backend)]
        for (bench, jobs) in zip(benches, [1, jobs]) {
            try bench.insert(TableRunTests.documents(53))
            var options = TableRunTests.options()
            options.jobs = jobs
            let progress = try bench.open(options).apply()
            #expect(progress.changed == 22 && progress.rejected == 10 && progress.isComplete)
        }
        #expect(try benches[0].contents() == benches[1].contents())
        let journals = try benches.map { bench in
            try ["journal", "rejects"].flatMap {
                try bench.run("SELECT * FROM adapty_migration_\($0) ORDER BY key")
            }.map { Array($0.dropFirst()) }
        }
        #expect(journals[0] == journals[1] && journals[0].count == 53)
    }

    @Test("a document that a program put in the place of an upgraded one stays as it is", arguments: Backend.usual)
    func replaced(backend: Backend) throws {
        let others = [
            #"{"profile_id":"p2","paid_access_levels":{}}"#,
            #"{"event_type":"trial_expired","profile_id":"me","event_datetime":"2024-01-01T00:00:00Z"}"#,
            String(decoding: Self.profile(2031), as: UTF8.self), #"{"my":"own document"}"#, "[1]",
            #"{"profile_id":"you","paid_access_levels":{"premium":{"id":"premium","is_active":true}}}"#,
        ]
        let bench = try TestTable(backend)
        try bench.insert(others.map { _ in Self.profile } + [Self.profile])
        let run = try bench.open(TableRunTests.options())
        #expect(try run.apply().changed == others.count + 1)
        for (row, other) in others.enumerated() { try bench.set(row + 1, Array(other.utf8)) }
        let written = try bench.contents(), file = LostDocuments(bench)
        defer { file.remove() }
        #expect(try run.rollback().kept.count == others.count, "without a file, their originals stay in the journal")
        let back = try bench.open(file.options(isForced: false)).rollback()
        #expect(back.replaced.count == others.count && back.restored == 0 && back.edited.isEmpty && back.isComplete)
        #expect(
            try file.records() == Array(repeating: String(decoding: Self.profile, as: UTF8.self), count: others.count))
        #expect(try bench.contents().dropLast() == written.dropLast())
        #expect(try run.status().state == "none")
    }

    @Test("edits after the upgrade stay when it is taken back", arguments: Backend.allCases)
    func edited(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert([TableRunTests.profile, TableRunTests.profile])
        let run = try bench.open(TableRunTests.options())
        _ = try run.apply()
        let text = String(decoding: try #require(try bench.contents()[0].bytes), as: UTF8.self)
        try bench.set(1, Array(text.replacingOccurrences(of: "2030-01-01", with: "2031-01-01").utf8))
        let verified = try run.verify()
        #expect(verified.holds && verified.edited.first == ["1"] && verified.proven == 1)
        let back = try run.rollback()
        #expect(back.edited.first == ["1"] && back.restored == 1)
        let expected = String(decoding: TableRunTests.profile, as: UTF8.self).replacingOccurrences(
            of: "2030-01-01", with: "2031-01-01")
        let rows = try bench.contents()
        if backend.isExact {
            #expect(rows[0].bytes == Array(expected.utf8) && rows[1].bytes == TableRunTests.profile)
        } else {
            #expect(
                try JSONSerialization.jsonObject(with: Data(try #require(rows[0].bytes))) as? NSDictionary
                    == JSONSerialization.jsonObject(with: Data(expected.utf8)) as? NSDictionary)
        }
    }

    /// What may go wrong with upgraded data, and a word of what is said of it.
    static let faults: [(name: String, word: String, plant: @Sendable (TestTable) throws -> Void)] = [
        (
            "flipped bit", "edited 1",
            { bench in
                var bytes = try #require(try bench.contents()[0].bytes)
                let place = try #require(bytes.lastIndex(of: UInt8(ascii: "3")))
                bytes[place] ^= 1
                try bench.set(1, bytes)
            }
        ),
        ("dropped row", "deleted 2", { try $0.run("DELETE FROM TABLE_NAME WHERE id = 2") }),
        (
            "duplicated row", "added 99",
            { try $0.run("INSERT INTO TABLE_NAME (id, body) SELECT 99, body FROM TABLE_NAME WHERE id = 1") }
        ),
        (
            "swapped values", "changed to the former document of key",
            { bench in
                let rows = try bench.contents()
                try bench.set(1, rows[1].bytes)
                try bench.set(2, rows[0].bytes)
            }
        ),
        ("row written by an old program", "outdated 1", { try $0.set(1, TableRunTests.event) }),
        ("new row", "outdated 50", { try $0.insert([TableRunTests.event], from: 50) }),
        ("emptied value", "edited 1", { try $0.set(1, nil) }),
        (
            "stale journal", "1 of the 2 originals",
            { try $0.run("DELETE FROM adapty_migration_journal WHERE CAST(key AS TEXT) = '1'") }
        ),
        (
            "other original in the journal", "original in the journal",
            { bench in
                try bench.run(
                    "UPDATE adapty_migration_journal SET original = ?1 WHERE CAST(key AS TEXT) = '1'",
                    .blob(TableRunTests.event))
            }
        ),
    ]

    @Test("every planted fault is found", arguments: [Backend.sqlite, .postgresText, .postgresJSONB], faults.indices)
    func planted(backend: Backend, number: Int) throws {
        let bench = try TestTable(backend), fault = TableRunTests.faults[number]
        try bench.insert([TableRunTests.profile, TableRunTests.event, TableRunTests.current])
        let run = try bench.open(TableRunTests.options())
        _ = try run.apply()
        #expect(try run.verify().holds)
        try fault.plant(bench)
        let report = try run.verify()
        // jsonb has no bytes of its own to compare an original with.
        if backend == .postgresJSONB, fault.name == "other original in the journal" { return }
        let told =
            report.findings.first + report.edited.first.map { "edited \($0)" }
            + report.added.first.map { "added \($0)" } + report.deleted.first.map { "deleted \($0)" }
            + report.outdated.first.map { "outdated \($0)" }
        #expect(told.contains { $0.contains(fault.word) }, "\(fault.name): \(told)")
        #expect(report.isExplained == ["edited", "added", "deleted", "outdated"].contains { fault.word.hasPrefix($0) })
    }

    @Test("a hundred rows are told, all are counted", arguments: [99, 100, 101])
    func capped(count: Int) throws {
        let bench = try TestTable(.sqlite), run = try bench.open(TableRunTests.options(batch: 1000))
        try bench.insert([TableRunTests.profile])
        _ = try run.apply()
        try bench.insert(Array(repeating: TableRunTests.event, count: count), from: 2)
        let report = try run.verify()
        #expect(report.outdated.count == count && report.outdated.first.count == min(count, 100))
    }

    @Test("a row that somebody changes meanwhile is read again", arguments: [Backend.sqlite, .postgresText])
    func contended(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert([TableRunTests.profile, TableRunTests.event])
        let table = try bench.open(TableRunTests.options()).table
        let stale = DocumentTable.Row(
            key: bench.key(1), value: .text("what was read before"))
        let written = try table.connection.transaction { () throws(StoreFailure) in
            try table.write([.init(row: stale, new: .text("{}"))])
        }
        guard case .taken = written[bench.key(1)] else { return #expect(Bool(false), "\(written)") }
        #expect(try bench.contents()[0].bytes == TableRunTests.profile)
    }

    @Test(
        "another source, other options, another version: refused with a reason",
        arguments: [Backend.sqlite, .postgresText])
    func bound(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(10))
        _ = try bench.open(TableRunTests.options(batch: 2, pauseAfter: 1)).apply()
        let other = TableRunTests.options(embedsResidue: true)
        #expect { try bench.open(other).apply() } throws: { "\($0)".contains("other options") }
        try bench.run("UPDATE adapty_migration_runs SET rules = 'other'")
        #expect { try bench.open(TableRunTests.options()).apply() } throws: { "\($0)".contains("other rules") }
        #expect(try bench.open(TableRunTests.options()).status().refusal?.contains("other rules") == true)
        try bench.run("UPDATE adapty_migration_runs SET version = 9")
        #expect { try bench.open(TableRunTests.options()).apply() } throws: { "\($0)".contains("version 9") }
    }

    @Test("rows are clean unless the residue is wanted, and the journal takes them back", arguments: Backend.usual)
    func residue(backend: Backend) throws {
        for embeds in [false, true] { try residue(backend, embeds) }
    }

    private func residue(_ backend: Backend, _ embeds: Bool) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(5))
        let before = try bench.contents(), run = try bench.open(TableRunTests.options(embedsResidue: embeds))
        _ = try run.apply()
        let upgraded = try bench.contents().filter {
            String(decoding: $0.bytes ?? [], as: UTF8.self).contains(Residue.memberName)
        }
        #expect(upgraded.count == (embeds ? 2 : 0))
        #expect(try run.verify().holds)
        _ = try run.rollback()
        #expect(try bench.contents() == before)
    }

    @Test("text keys, and rows that come between", arguments: [Backend.sqlite, .postgresText])
    func textKeys(backend: Backend) throws {
        let bench = try TestTable(backend, key: "TEXT")
        for key in ["a", "ключ", "z'z", "10", "9"] {
            try bench.run(
                "INSERT INTO TABLE_NAME (id, body) VALUES (?1, ?2)", .text(key),
                .text(String(decoding: TableRunTests.event, as: UTF8.self)))
        }
        let run = try bench.open(TableRunTests.options(batch: 2))
        #expect(try run.apply().changed == 5)
        try bench.run(
            "INSERT INTO TABLE_NAME (id, body) VALUES ('b', ?1)",
            .text(String(decoding: TableRunTests.event, as: UTF8.self)))
        #expect(try !run.verify().holds)
        #expect(try run.apply().changed == 1)
        #expect(try run.verify().holds)
        #expect(try run.rollback().restored == 6)
    }

    @Test("what is not there is named, with what is there instead")
    func missing() throws {
        let bench = try TestTable(.sqlite)
        func message(_ address: String) -> String {
            do throws(StoreFailure) {
                _ = try StoreAddress(address).open(RunOptions())
                return "opened"
            } catch { return error.description }
        }
        #expect(message("sqlite:\(bench.path)?table=nothing&column=body").contains("there is no table nothing"))
        guard case .sqlite(_, let table) = bench.address else { return }
        #expect(message("sqlite:\(bench.path)?table=\(table.table)&column=text").contains("it has id, body, other"))
        #expect(message("sqlite:/nowhere/at-all.sqlite?table=a&column=b").contains("does not exist"))
        #expect(message("sqlite:\(bench.path)").contains("?table="))
        #expect(message("mysql://host/db?table=a&column=b").contains("mysql://host/db is not a store"))
        #expect(message(bench.path).contains("data.sqlite is a file, not a store"))
        #expect(message("/").contains("/ is a folder, not a store"))
        #expect(message("file:/a.json").contains("with: adapty-migrate upgrade --in-place /a.json"))
        #expect(message("postgres://tester:secret@127.0.0.1:1/postgres?table=a&column=b").contains("secret") == false)
    }
}
#endif
