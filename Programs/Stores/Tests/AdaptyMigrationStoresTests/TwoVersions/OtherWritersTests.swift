#if SQLite && PostgreSQL
@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// Programs that are not this tool write to two columns: with white space of their own, through logical replication, or
/// what cannot be converted. What they wrote reaches the others, or is told.
@Suite("Writers of other programs")
struct OtherWritersTests {
    private static let profile = String(decoding: TableRunTests.profile, as: UTF8.self)
    private static let unknown = String(decoding: TableRunTests.unknown, as: UTF8.self)
    /// A profile of a new program that has no older form, and ends access.
    private static let ended = profile.replacingOccurrences(of: "premium", with: "other")

    private func followed(_ bench: TestTable) throws -> FollowReport {
        try bench.open(TableRunTests.options()).twoVersions.follow(every: nil)
    }

    /// Old programs that change one of two equal spellings.
    private static let contradictory = [
        "sdk1-bridge/paywall/unity-snake-case.json", "sdk1-wire/profile/both-level-spellings-equal.json",
        "sdk2/profile/both-consumable-spellings-equal.json",
    ]

    @Test(
        "every fixture, edited and written with json.dumps, reaches the other column",
        arguments: [Backend.sqlite, .postgresText], JSONDumps.allCases)
    func fixtures(backend: Backend, style: JSONDumps) throws {
        let bench = try TestTable(backend), all = try LegacyFixtures.all()
        try bench.insert(all.map { Array($0.document.utf8) })
        let options = TableRunTests.options(batch: 1000)
        let expanded = try bench.open(options).twoVersions.expand()
        #expect(expanded.upgraded > 300 && expanded.rejected < 15)
        func edit(_ column: String, but rejected: Set<Int>) throws -> Int {
            let texts = try bench.texts(column), edits = try style.edited(texts.map { $0 ?? "" })
            let changes = zip(texts, edits).enumerated().filter { row, edit in
                edit.1 != nil && edit.0 != edit.1 && !rejected.contains(row)
            }
            for (row, edit) in changes { try bench.write(column, row + 1, edit.1) }
            return changes.count
        }
        func rejected() throws -> Set<Int> {
            Set(
                try bench.run("SELECT key FROM adapty_migration_rejects").compactMap {
                    $0[0].integer.map { Int($0) - 1 }
                })
        }
        let first = try rejected(), edits = try edit("body_current", but: first)
        #expect(edits > 340)
        #expect(try followed(bench).downgraded == edits)
        let second = try rejected()
        let why = try bench.run("SELECT key, reason FROM adapty_migration_rejects").map { "\($0)" }
        #expect(second.subtracting(first).map { all[$0].name } == [], "\(why)")
        #expect(try edit("body", but: second) > 200)
        _ = try followed(bench)
        let third = try rejected()
        let reasons = try bench.run("SELECT reason FROM adapty_migration_rejects").map { $0[0].text ?? "" }
        #expect(
            third.subtracting(second).map { all[$0].name }.sorted() == OtherWritersTests.contradictory, "\(reasons)")
        let verified = try bench.open(options).verify()
        #expect(verified.findings.isEmpty && verified.proven == all.count - third.count)
        #expect(verified.accessDiffers.count + verified.documentsDiffer.count == third.count)
    }

    @Test(
        "rows in which old and new programs read different documents are counted, access first",
        arguments: Backend.usual)
    func differences(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert([TableRunTests.profile, TableRunTests.profile, TableRunTests.profile, TableRunTests.unknown])
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        func counts() throws -> [Int] {
            let verified = try bench.open(TableRunTests.options()).verify()
            let two = try #require(try bench.open(TableRunTests.options()).status().twoColumns)
            #expect(verified.accessDiffers.count == two.accessDiffers)
            #expect(verified.documentsDiffer.count == two.documentsDiffer)
            if verified.findings.isEmpty { #expect(verified.holds == verified.accessDiffers.isEmpty) }
            return [two.accessDiffers, two.documentsDiffer]
        }
        #expect(try counts() == [0, 1], "the unknown document has no access")
        // A write that waits.
        let current = try #require(try bench.texts("body_current")[0])
        try bench.write("body_current", 1, current.replacingOccurrences(of: "2030", with: "2020"))
        #expect(try counts() == [1, 1])
        _ = try followed(bench)
        #expect(try counts() == [0, 1])
        // A write that old programs cannot read.
        try bench.write("body_current", 2, OtherWritersTests.unknown)
        _ = try followed(bench)
        #expect(try counts() == [0, 2])
        // What no trigger has seen.
        try bench.withoutTriggers { try bench.write("body_current", 3, OtherWritersTests.ended) }
        #expect(try bench.open(TableRunTests.options()).verify().accessDiffers.first == ["3"])
        #expect { try bench.open(TableRunTests.options()).twoVersions.contract(.drop, acceptsRejects: true) } throws: {
            "\($0)".contains("old and new programs read different documents in 1 rows, as key 3")
        }
        #expect { try bench.open(TableRunTests.options()).rollback() } throws: {
            "\($0)".contains("2 documents of new")
        }
    }

    @Test("what a subscriber of logical replication writes is followed")
    func replica() throws {
        let bench = try TestTable(.postgresText)
        try bench.insert([TableRunTests.profile])
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        try bench.run("SET session_replication_role = replica")
        try bench.write("body", 1, OtherWritersTests.profile.replacingOccurrences(of: "2030", with: "2031"))
        try bench.insert([TableRunTests.profile], from: 2)
        try bench.run("RESET session_replication_role")
        #expect(try followed(bench).upgraded == 2)
        #expect(try bench.open(TableRunTests.options()).verify().proven == 2)
    }

    /// How the document of a new program that cannot be converted got where it is.
    struct Situation: Sendable, CustomTestStringConvertible {
        let backend: Backend
        let isRequired: Bool
        let ending: TwoVersionRun.Ending?

        var testDescription: String {
            "\(backend.rawValue)\(isRequired ? " NOT NULL" : "") \(ending.map { "\($0)" } ?? "two columns")"
        }
    }

    private static let situations = [(Backend.sqlite, false), (.postgresText, false), (.postgresText, true)].flatMap {
        backend, isRequired in
        [TwoVersionRun.Ending?.none, .drop, .replace].map {
            Situation(backend: backend, isRequired: isRequired, ending: $0)
        }
    }

    @Test("no rollback removes a document that a program wrote, unless a file has it", arguments: situations)
    func kept(situation: Situation) throws {
        let bench = try TestTable(situation.backend)
        try bench.insert([TableRunTests.profile, TableRunTests.profile, TableRunTests.unknown])
        if situation.isRequired { try bench.run("ALTER TABLE TABLE_NAME ALTER body SET NOT NULL") }
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        try bench.write("body_current", 2, OtherWritersTests.unknown)
        #expect(try followed(bench).rejected == 1)
        guard let ending = situation.ending else {
            #expect { try bench.open(TableRunTests.options()).rollback() } throws: {
                "\($0)".contains("store rollback --force")
            }
            #expect(try bench.texts("body_current")[1] == OtherWritersTests.unknown, "a refusal changes nothing")
            let lost = LostDocuments(bench)
            defer { lost.remove() }
            #expect(try bench.open(lost.options()).rollback().skipped.count == 1)
            #expect(try lost.records() == [OtherWritersTests.unknown])
            #expect(
                try bench.texts("body") == [
                    OtherWritersTests.profile, OtherWritersTests.profile, OtherWritersTests.unknown,
                ])
            return
        }
        _ = try bench.open(TableRunTests.options()).twoVersions.contract(ending, acceptsRejects: true)
        // The commands find the run by the old column's name.
        let verified = try bench.open(TableRunTests.options()).verify()
        #expect(verified.holds && verified.rejected.count == 2, "\(verified.findings)")
        for row in try bench.run("SELECT key, original FROM adapty_migration_journal") {
            #expect(row[0] != bench.key(2) || row[1] == .null, "the old document does not convert to the new one")
        }
        let back = try bench.open(TableRunTests.options()).rollback()
        #expect(back.isComplete && back.renamed == (ending == .drop ? "body" : nil))
        // A new program's document stays where it was written, in the column that is named as before.
        #expect(
            try bench.texts("body") == [
                OtherWritersTests.profile, OtherWritersTests.unknown, OtherWritersTests.unknown,
            ])
    }

    @Test("writes during the end of the phase are in the journal", arguments: [Backend.sqlite, .postgresText])
    func lateWrites(backend: Backend) throws {
        let bench = try TestTable(backend), other = try bench.second()
        try bench.insert(Array(repeating: TableRunTests.profile, count: 60))
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        var options = TableRunTests.options(batch: 20)
        let writes = TableRunTests.Counter()
        // Between two pages, an old program changes a row that was copied, deletes one, and adds one.
        options.progress = { done, _ in
            guard done == 40, writes.value == 0 else { return }
            writes.value = 1
            #expect(throws: Never.self) {
                try other.write("body", 1, OtherWritersTests.profile.replacingOccurrences(of: "2030", with: "2031"))
                try other.run("DELETE FROM TABLE_NAME WHERE id = 2")
                try other.insert([TableRunTests.event], from: 100)
                // These have no original any more.
                try other.write("body", 3, nil)
                try other.run("UPDATE TABLE_NAME SET body = body_current WHERE id = 4")
            }
        }
        #expect(try bench.open(options).twoVersions.contract(.replace, acceptsRejects: false).isComplete)
        #expect(writes.value == 1)
        let verified = try bench.open(TableRunTests.options()).verify()
        #expect(verified.holds && verified.proven == 60 && verified.deleted.isEmpty, "\(verified.findings)")
        let back = try bench.open(TableRunTests.options()).rollback()
        #expect(back.restored == 58 && back.deleted.isEmpty && back.isComplete)
        #expect(try bench.texts("body")[0]?.contains("2031") == true)
    }

    @Test("white space of a new program is no finding after the end of the phase", arguments: Backend.usual)
    func finished(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert([TableRunTests.profile, TableRunTests.event])
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        let texts = try bench.texts("body_current").map { $0 ?? "" }
        for (row, edited) in try JSONDumps.shuffled.edited(texts).enumerated() {
            try bench.write("body_current", row + 1, edited)
        }
        _ = try followed(bench)
        _ = try bench.open(TableRunTests.options()).twoVersions.contract(.replace, acceptsRejects: false)
        let verified = try bench.open(TableRunTests.options()).verify()
        #expect(verified.holds && verified.proven == 2, "\(verified.findings)")
        #expect(try bench.open(TableRunTests.options()).finish(isConfirmed: true).isDone)
    }

    @Test("rows that a program holds do not keep others waiting")
    func fair() throws {
        let bench = try TestTable(.postgresText), holder = try bench.second(), isDone = Flag()
        try bench.insert([TableRunTests.profile, TableRunTests.profile, TableRunTests.profile])
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        for key in 1...3 { try bench.write("body", key, OtherWritersTests.ended) }
        try holder.run("BEGIN")
        try holder.run("UPDATE TABLE_NAME SET other = 'held' WHERE id < 3")
        let address = bench.address
        let follower = AppServer {
            var options = TableRunTests.options(batch: 2)
            options.isPaused = { isDone.isSet }
            _ = try address.open(options).twoVersions.follow(every: 0.01)
        }
        func isFollowed() throws -> Bool { try bench.texts("body_current")[2]?.contains("other") == true }
        let end = ContinuousClock.now + .seconds(20)
        while try !isFollowed(), ContinuousClock.now < end { usleep(10_000) }
        isDone.set()
        #expect(follower.wait() == nil)
        #expect(try isFollowed())
        try holder.run("COMMIT")
        #expect(try followed(bench).upgraded == 2)
    }

    @Test(
        "a document in a CloudEvents envelope, and another person's document, are not grafted", arguments: Backend.usual
    )
    func grafts(backend: Backend) throws {
        let bench = try TestTable(backend)
        let wrapped = #"{"specversion":"1.0","id":"7","source":"app","type":"x","data":\#(OtherWritersTests.profile)}"#
        try bench.insert([Array(wrapped.utf8), TableRunTests.profile])
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        let other = try #require(try bench.texts("body_current")[1]).replacingOccurrences(of: "\"me\"", with: "\"you\"")
        try bench.write("body_current", 2, other)
        _ = try followed(bench)
        let olds = try bench.texts("body"), news = try bench.texts("body_current")
        #expect(news[0]?.contains("specversion") == true && news[0]?.contains(#""is_active": true"#) == true)
        #expect(olds[1]?.contains("you") == true, "what a new program wrote reaches old ones")
        #expect(
            ["\"me\"", "\"type\"", "\"attributes\""].allSatisfy { olds[1]?.contains($0) == false },
            "the document of one person has no part of another's")
        #expect(try bench.open(TableRunTests.options()).verify().findings.isEmpty)
    }
}

extension TestTable {
    /// Writes that no trigger sees.
    func withoutTriggers(_ body: () throws -> Void) throws {
        let triggers =
            backend.isSQLite
            ? try run("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'TABLE_NAME'") : []
        if !backend.isSQLite { try run("ALTER TABLE TABLE_NAME DISABLE TRIGGER USER") }
        for trigger in triggers { try run("DROP TRIGGER \(trigger[0].text ?? "")") }
        try body()
        for trigger in triggers { try run(trigger[1].text ?? "") }
        if !backend.isSQLite {
            for trigger in try run("SELECT tgname::text FROM pg_trigger WHERE tgrelid = 'TABLE_NAME'::regclass") {
                try run("ALTER TABLE TABLE_NAME ENABLE ALWAYS TRIGGER \(trigger[0].text ?? "")")
            }
        }
    }
}
#endif
