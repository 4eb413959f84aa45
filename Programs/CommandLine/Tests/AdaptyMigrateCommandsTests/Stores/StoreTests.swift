import AdaptyMigrationSQL
@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

/// `store` as a user would run it.
@Suite struct StoreTests {
    let scratch = Scratch()

    @Test(
        "what is not a store is named, with the command for it",
        arguments: [
            ("nothing.ndjson", "nothing.ndjson is not a store; write sqlite:FILE"),
            ("e.ndjson", "e.ndjson is a file, not a store"), ("file:gone.csv", "gone.csv is a file, not a store"),
            ("data", "upgrade files in place with: adapty-migrate upgrade --in-place data"),
            ("file:data", "data is a folder, not a store"), ("data/notes.txt", "data/notes.txt is a file, not a store"),
        ])
    func noStore(address: String, words: String) throws {
        try scratch.write(Samples.oldEvent, to: "e.ndjson")
        try scratch.write("mine", to: "data/notes.txt")
        for verb in ["plan", "apply", "status", "finish"] {
            let result = try Program.run("store", verb, address, in: scratch)
            #expect(result.status == 64 && result.errors.contains(words), "\(verb): \(result.errors)")
        }
    }

    #if !SQLite && !PostgreSQL
    @Test(
        arguments: [
            ("sqlite:a.sqlite?table=a&column=b", "--traits SQLite"),
            ("postgres://a@b/c?table=a&column=b", "--traits PostgreSQL"),
        ])
    func whatIsNotInThisBuildIsSaid(address: String, words: String) throws {
        let result = try Program.run("store", "plan", address, in: scratch)
        #expect(result.status == 64 && result.errors.contains(words), "\(result.errors)")
    }
    #endif
}

#if SQLite && PostgreSQL
// On real databases.
extension StoreTests {
    private var store: String { "sqlite:app.sqlite?table=events&column=body" }

    /// Runs a statement on a connection of its own. Makes the database if there is none.
    @discardableResult
    private func run(_ statement: String, _ parameters: SQLValue...) throws -> [[SQLValue]] {
        try SQLiteConnection(path: scratch.url("app.sqlite").path, creates: true).run(statement, parameters).rows
    }

    private func make(_ bodies: [String?]) throws {
        try run("CREATE TABLE events (id INTEGER PRIMARY KEY, body TEXT)")
        let connection = try SQLiteConnection(path: scratch.url("app.sqlite").path)
        try connection.transaction { () throws(StoreFailure) in
            for body in bodies {
                _ = try connection.rows("INSERT INTO events (body) VALUES (?1)", body.map { .text($0) } ?? .null)
            }
        }
    }

    private func bodies() throws -> [String?] { try run("SELECT body FROM events ORDER BY id").map { $0[0].text } }

    @Test func planRehearseApplyVerifyRollback() throws {
        try make([Samples.oldEvent, nil, Samples.oldEvent])
        let before = try bodies()
        let plan = try Program.run("store", "plan", store, in: scratch)
        #expect(plan.status == 0, "\(plan.errors)")
        #expect(plan.lines[0] == "3 rows, 2 to be upgraded, 1 empty, 0 to be rejected")
        #expect(plan.text.contains("access is the same before and after"))
        let rehearsed = try Program.run("store", "rehearse", store, in: scratch)
        #expect(
            rehearsed.status == 0
                && rehearsed.text.contains(
                    "2 rows upgraded, 1 left as they were, 0 rejected (rehearsed: nothing was kept)")
        )
        #expect(rehearsed.text.contains("+") && rehearsed.text.contains("subscription_expired"))
        #expect(try bodies() == before)
        #expect(
            try Program.run("store", "status", store, in: scratch).text
                == "none: 3 rows, 0 upgraded, 0 left as they were, 0 rejected\n")

        #expect(
            try Program.run("store", "apply", store, in: scratch).text
                == "2 rows upgraded, 1 left as they were, 0 rejected\n")
        #expect(try bodies()[0]?.contains("subscription_expired") == true)
        #expect(
            try Program.run("store", "apply", store, in: scratch).text
                == "0 rows upgraded, 3 left as they were, 0 rejected\n")
        #expect(
            try Program.run("store", "verify", store, in: scratch).text
                == "3 rows read, 3 proven, 0 rejected as before, 0 findings\n")

        try run("DELETE FROM events WHERE id = 3")
        let found = try Program.run("store", "verify", store, in: scratch)
        #expect(found.status == 0 && found.lines[1] == "  deleted by programs: 1 (key 3)", "\(found.text)")
        let rolled = try Program.run("store", "rollback", store, in: scratch)
        #expect(
            rolled.status == 0
                && rolled.text.hasSuffix(
                    "0 not restored, 1 deleted by programs\n  key 3: deleted since; its original was discarded\n"),
            "\(rolled.text)")
        #expect(try Program.run("store", "status", store, in: scratch).text.hasPrefix("none: "))
        #expect(try bodies() == Array(before.prefix(2)))
    }

    @Test("apply tells what it did, and changes nothing by that")
    func report() throws {
        try make([Samples.oldEvent, nil, Samples.newEvent, Samples.unknown])
        let applied = try Program.run("store", "apply", store, "--report", "run.json", in: scratch)
        #expect(applied.status == 65 && applied.text.hasPrefix("1 row upgraded, 2 left as they were, 1 rejected"))
        let report = try MigrationReport(json: try scratch.bytes("run.json"))
        #expect(
            report[.records].rows.map { "\($0.key[0].text) \($0.count)" } == [
                "converted 1", "rejected 1", "unchanged 1",
            ])
        #expect(report[.examples].rows.map(\.key[1]) == ["key 4"])
        #expect(report.count(.proof, "exact") == 2 && report.count(.gate, "same") == 2)
    }

    @Test func finish() throws {
        try make([Samples.oldEvent, nil])
        #expect(try Program.run("store", "apply", store, in: scratch).status == 0)
        let upgraded = try bodies(), look = try Program.run("store", "finish", store, in: scratch)
        #expect(
            look.status == 64
                && look.text.hasSuffix(
                    "to be removed: 1 original (\(Samples.oldEvent.utf8.count) B); rollback will then be impossible. To remove them, run store finish --yes\n"
                ), "\(look.text)")
        let done = try Program.run("store", "finish", store, "--yes", in: scratch)
        #expect(
            done.status == 0 && done.lines[0] == "2 rows read, 2 proven, 0 rejected as before, 0 findings"
                && done.lines[1].hasPrefix("finished: 1 original"))
        #expect(try Program.run("store", "rollback", store, in: scratch).errors.contains("nothing was upgraded"))
        let again = try Program.run("store", "finish", store, "--yes", in: scratch)
        #expect(again.status == 0 && again.text == "nothing to finish: there is no upgrade here\n")
        #expect(try bodies() == upgraded)
    }

    @Test func finishAsksForTheFieldsThatOnlyOriginalsHave() throws {
        try make([#"{"data":{"type":"t","id":"p","attributes":{"paid_access_levels":{}}}}"#])
        let sentence = "only the originals have these fields, and after store finish nobody: type (1 row)\n"
        #expect(try Program.run("store", "plan", store, in: scratch).text.contains(sentence))
        #expect(try Program.run("store", "apply", store, in: scratch).status == 0)
        for options in [[], ["--yes"], ["--accept-losses"]] {
            let look = try Program.run(["store", "finish", store] + options, in: scratch)
            #expect(look.status == 64 && look.text.contains(sentence), "\(look.text)")
        }
        let done = try Program.run("store", "finish", store, "--yes", "--accept-losses", in: scratch)
        #expect(done.status == 0 && done.text.contains("finished: 1 original"), "\(done.text)")
    }

    @Test func finishAcceptsWhatProgramsDid() throws {
        try make(Array(repeating: Samples.oldEvent, count: 25))
        #expect(try Program.run("store", "apply", store, in: scratch).status == 0)
        try run("DELETE FROM events WHERE id > 4")
        try run("UPDATE events SET body = replace(body, 'subscription_expired', 'mine') WHERE id = 1")
        try run("INSERT INTO events (id, body) VALUES (30, ?1)", .text(Samples.oldEvent))
        let list = """
              edited by programs: 1 (key 1)
              added by programs: 1 (key 30)
              deleted by programs: 21 (key 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24 and 1 more)
              of these, to be upgraded by another store apply: 1 (key 30)

            """
        let verified = try Program.run("store", "verify", store, in: scratch)
        #expect(verified.status == 65 && verified.text.hasSuffix(list), "\(verified.text)")
        let look = try Program.run("store", "finish", store, in: scratch)
        #expect(look.status == 64 && look.text.contains(list), "\(look.text)")
        let done = try Program.run("store", "finish", store, "--yes", in: scratch)
        #expect(done.status == 0 && done.text.contains("finished: 25 originals"), "\(done.text)")
    }

    @Test func finishStopsAtWhatNobodyDid() throws {
        try make([Samples.oldEvent, Samples.oldEvent])
        #expect(try Program.run("store", "apply", store, in: scratch).status == 0)
        try run("UPDATE adapty_migration_journal SET original = ?1 WHERE key = 1", .text(Samples.newEvent))
        let stopped = try Program.run("store", "finish", store, "--yes", in: scratch)
        #expect(
            stopped.status == 65
                && stopped.text.hasSuffix(
                    """
                    1 finding
                      key 1: its original in the journal upgrades to a different document
                    nothing was removed; correct what was found, or run store rollback, or accept it with store finish --accept-findings --yes

                    """),
            "\(stopped.text)")
    }

    @Test func aForcedRollbackKeepsWhatItCannotRestore() throws {
        try make([Samples.oldEvent, Samples.oldEvent])
        #expect(try Program.run("store", "apply", store, in: scratch).status == 0)
        try run("CREATE TRIGGER mine BEFORE UPDATE ON events WHEN OLD.id = 2 BEGIN SELECT RAISE(ABORT, 'no'); END")
        let refused = try Program.run("store", "rollback", store, in: scratch)
        #expect(refused.status == 65 && refused.lines.last?.contains("store rollback --force") == true)
        #expect(
            try Program.run("store", "status", store, in: scratch).lines.last
                == "run store rollback to complete it, or store rollback --force if rows cannot be restored")
        let forced = try Program.run("store", "rollback", store, "--force", in: scratch)
        #expect(
            forced.status == 65 && forced.lines[0].hasSuffix("0 not restored, 1 skipped; see rollback.rejects.ndjson"),
            "\(forced.text)")
        #expect(try scratch.text("rollback.rejects.ndjson").contains("\"source\":\"events key 2\""))
        #expect(try Program.run("store", "status", store, in: scratch).text.hasPrefix("none: "))
        #expect(try bodies()[0] == Samples.oldEvent)
    }

    @Test func rejectsAreKeptAside() throws {
        try make([Samples.oldEvent, Samples.broken])
        let plan = try Program.run("store", "plan", store, in: scratch)
        #expect(plan.status == 65 && plan.text.contains("first: key 2: "))
        #expect(try Program.run("store", "apply", store, in: scratch).status == 65)
        #expect(try bodies()[1] == Samples.broken)
        let reasons = try run("SELECT key, record FROM adapty_migration_rejects")
        #expect(reasons.map { $0.map(\.text) } == [["2", Samples.broken]])
    }

    @Test func aRehearsalNamesNoRejectsThatItDoesNotKeep() throws {
        try make([Samples.oldEvent, Samples.broken])
        let rehearsed = try Program.run("store", "rehearse", store, in: scratch)
        #expect(
            rehearsed.status == 65 && rehearsed.text.contains("1 rejected (rehearsed: nothing was kept)"),
            "\(rehearsed.text)")
    }

    @Test func troubleIsNamed() throws {
        try make([Samples.oldEvent])
        for verb in ["verify", "rollback"] {
            let result = try Program.run("store", verb, store, in: scratch)
            #expect(result.status == 65 && result.errors.contains("nothing was upgraded"), "\(verb): \(result.errors)")
        }
        for (address, status, words) in [
            ("sqlite:app.sqlite?table=profiles&column=body", 66, "its tables are events"),
            ("sqlite:app.sqlite?table=events&column=text", 66, "it has id, body"),
            ("sqlite:nothing.sqlite?table=events&column=body", 66, "does not exist"),
            ("sqlite:app.sqlite", 64, "?table="),
            ("app.sqlite", 64, "is a file, not a store"),
            ("postgres://nobody:secret@127.0.0.1:1/none?table=a&column=b", 75, "check the host"),
        ] {
            let result = try Program.run("store", "plan", address, in: scratch)
            #expect(
                Int(result.status) == status && result.errors.contains(words) && !result.errors.contains("secret"),
                "\(address): \(result.errors)")
        }
    }

    @Test func theUpgradesOfADatabase() throws {
        let database = "sqlite:app.sqlite"
        try make([Samples.oldEvent, Samples.unknown])
        #expect(try Program.run("store", "status", database, in: scratch).text == "no upgrades\n")
        #expect(try Program.run("store", "apply", store, in: scratch).status == 65)
        let line = "events.body: complete, 1 row, 1 rejected, 1 original (\(Samples.oldEvent.utf8.count) B)"
        #expect(try Program.run("store", "status", database, in: scratch).text == line + "\n")
        let there = try Program.run("store", "finish", "--forget", "--yes", store, in: scratch)
        #expect(there.status == 65 && there.errors.contains("without --forget"), "\(there.errors)")

        try run("DROP TABLE events")
        let gone = line + "; the column is gone: if it was renamed, name it as it is called now, or rename it back\n"
        #expect(try Program.run("store", "status", database, in: scratch).text == gone)
        let look = try Program.run("store", "finish", "--forget", store, in: scratch)
        #expect(
            look.status == 64 && look.text.hasSuffix("run store finish --forget --accept-losses --yes\n"),
            "\(look.text)")
        let done = try Program.run("store", "finish", "--forget", "--accept-losses", "--yes", store, in: scratch)
        #expect(done.status == 0 && done.lines.last?.hasPrefix("finished: 1 original") == true, "\(done.text)")
        #expect(try Program.run("store", "status", database, in: scratch).text == "no upgrades\n")
    }

    @Test func oneRowIsErased() throws {
        try make([Samples.oldEvent, Samples.oldEvent])
        #expect(try Program.run("store", "apply", store, in: scratch).status == 0)
        try run("DELETE FROM events WHERE id = 2")
        let erased = "1 original, 0 rejected documents and 0 displaced documents removed\n"
        #expect(try Program.run("store", "erase", store, "2", in: scratch).text == erased)
        #expect(
            try Program.run("store", "rollback", store, in: scratch).text
                == "1 row restored, 0 never changed, 0 with their edits kept, 0 not restored\n")
    }

    @Test func oldAndNewProgramsAtOnce() throws {
        try make([Samples.oldEvent, nil, Samples.oldEvent])
        let before = try bodies()
        #expect(try Program.run("store", "follow", store, "--once", in: scratch).errors.contains("apply --mode expand"))
        #expect(
            try Program.run("store", "apply", "--mode", "expand", store, in: scratch).text
                == "2 rows upgraded, 0 downgraded, 1 already in step, 0 rejected\n")
        #expect(try bodies() == before)
        try run(
            """
            UPDATE events SET body_current = replace(body_current, 'subscription_expired', 'subscription_started')
            WHERE id = 1
            """)
        try run("UPDATE events SET body = ?1 WHERE id = 2", .text(Samples.oldEvent))
        let status = try Program.run("store", "status", store, in: scratch)
        #expect(
            status.lines[0].hasPrefix("expanded: 3 rows")
                && status.lines[1].hasPrefix("body_current is the new column; 2 writes waiting, the oldest for "),
            "\(status.text)")
        #expect(
            try Program.run("store", "verify", store, in: scratch).text.contains(
                "key 1: written since; run store follow to bring it in step"))
        #expect(
            try Program.run("store", "follow", "--once", store, in: scratch).text
                == "1 row upgraded, 1 downgraded, 0 already in step, 0 rejected\n")
        #expect(try bodies()[0]?.contains("subscription_initial_purchase") == true)
        #expect(
            try Program.run("store", "verify", store, in: scratch).text
                == "3 rows read, 3 proven, 0 rejected as before, 0 findings\n")
        #expect(
            try Program.run("store", "rollback", store, in: scratch).text
                == "the column body_current and its triggers were removed; 0 rows not restored\n")

        #expect(try Program.run("store", "apply", "--mode", "expand", store + "&into=now", in: scratch).status == 0)
        #expect(try Program.run("store", "status", store, in: scratch).text.contains("a different source"))
        let contracted = try Program.run(
            "store", "apply", "--mode", "contract", "--old-column", "replace", store + "&into=now", in: scratch)
        #expect(contracted.status == 0, "\(contracted.errors)")
        #expect(try bodies()[2]?.contains("subscription_expired") == true)
        #expect(
            try Program.run("store", "verify", store, in: scratch).text
                == "3 rows read, 3 proven, 0 rejected as before, 0 findings\n")
        #expect(try Program.run("store", "rollback", store, in: scratch).status == 0)
        #expect(try bodies()[2] == before[2])
    }

    @Test("a follower stops when it is told", arguments: [SIGINT, SIGTERM])
    func followerStops(signal: Int32) throws {
        try make([Samples.oldEvent])
        #expect(try Program.run("store", "apply", "--mode", "expand", store, in: scratch).status == 0)
        let process = Program.prepare(["store", "follow", store, "--interval", "0.01"], in: scratch.folder)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try run("INSERT INTO events (body) VALUES (?1)", .text(Samples.oldEvent))
        while process.isRunning, try run("SELECT body_current FROM events WHERE id = 2")[0][0] == .null {
            usleep(20_000)
        }
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func postgres() throws {
        guard let server = ProcessInfo.processInfo.environment["TEST_DATABASE_URL"] else {
            Issue.record("needs PostgreSQL: run with Tests/with-postgres (make test SUITES=tool)")
            return
        }
        let result = try Program.run("store", "plan", server + "?table=no_such_table&column=body", in: scratch)
        #expect(result.status == 66 && result.errors.contains("there is no table no_such_table"))
    }

    @Test func anInterruptionPausesAndTheNextRunGoesOn() throws {
        try make(Array(repeating: Samples.oldEvent, count: 3000))
        let process = Program.prepare(
            ["store", "apply", store, "--batch", "10", "--throttle", "300"], in: scratch.folder)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        // Once something is committed, the program has long since said how it takes interruptions.
        while process.isRunning,
            try !Program.run("store", "status", store, in: scratch).text.contains("continues after key")
        {}
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 75)
        let status = try Program.run("store", "status", store, in: scratch)
        #expect(status.text.hasPrefix("running: 3000 rows") && status.text.contains("continues after key"))
        #expect(try Program.run("store", "apply", store, in: scratch).status == 0)
        #expect(
            try Program.run("store", "verify", store, in: scratch).text
                == "3000 rows read, 3000 proven, 0 rejected as before, 0 findings\n")
    }
}
#endif
