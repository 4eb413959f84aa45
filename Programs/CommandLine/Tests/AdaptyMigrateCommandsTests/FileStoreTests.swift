import AdaptyMigrationTools
import Foundation
import Testing

/// `store` on files, as a user would run it; in every build.
@Suite struct FileStoreTests {
    let scratch = Scratch()

    private static let lines = [Samples.oldEvent, Samples.newEvent, Samples.oldEvent].joined(separator: "\n")
    private static let export = "profile_id,event_type\np1,subscription_cancelled\np2,own\n"

    @Test(
        "plan, rehearse, apply, status, verify, rollback",
        arguments: [
            (["events.ndjson": lines], "events.ndjson", 2, 1),
            (["data/events.ndjson": lines, "data/x/e.json": Samples.oldEvent], "data", 3, 1),
            (["data/e.json": "[\(Samples.oldEvent),\n \(Samples.newEvent)]\n"], "file:data", 1, 1),
            (["e.csv": export], "e.csv", 1, 1),
        ])
    func sixVerbs(files: [String: String], store: String, changed: Int, unchanged: Int) throws {
        for (name, text) in files { try scratch.write(text, to: name) }
        func contents() throws -> [String: String] {
            try files.keys.reduce(into: [:]) { $0[$1] = try scratch.text($1) }
        }
        func run(_ verb: String) throws -> Program.Result { try Program.run("store", verb, store, in: scratch) }
        let records = changed + unchanged, plan = try run("plan")
        #expect(
            plan.status == 0
                && plan.lines[0] == "\(records) records, \(changed) to be upgraded, 0 empty, 0 to be rejected",
            "\(plan.errors)")
        #expect(plan.text.contains("access is the same before and after in every record that is upgraded"))
        let rehearsed = try run("rehearse")
        #expect(
            rehearsed.status == 0
                && rehearsed.text.contains("\(unchanged) left as they were, 0 rejected (rehearsed: nothing was kept)")
                && rehearsed.text.contains("subscription_expired"))
        #expect(
            try contents() == files
                && run("status").text == "none: 0 records, 0 upgraded, 0 left as they were, 0 rejected\n")
        #expect(try run("apply").text.hasSuffix("upgraded, \(unchanged) left as they were, 0 rejected\n"))
        let after = try contents()
        #expect(after != files)
        #expect(
            try run("apply").text == "0 records upgraded, \(records) left as they were, 0 rejected\n"
                && contents() == after)
        #expect(
            try run("status").text
                == "complete: \(records) records, \(changed) upgraded, \(unchanged) left as they were, 0 rejected\n")
        #expect(
            try run("verify").text == "\(records) records read, \(records) proven, 0 rejected as before, 0 findings\n")
        #expect(
            try run("rollback").text.hasSuffix(
                "restored, \(unchanged) never changed, 0 with their edits kept, 0 not restored\n")
                && contents() == files)
        #expect(!scratch.names.contains { $0.hasPrefix(".") })
    }

    @Test("rejects stay, are kept aside, and make the status 65; edits are found, kept and named")
    func rejectsAndEdits() throws {
        try scratch.write("\(Samples.oldEvent)\n\(Samples.broken)\n", to: "e.ndjson")
        let plan = try Program.run("store", "plan", "e.ndjson", in: scratch)
        #expect(plan.status == 65 && plan.text.contains("first: e.ndjson line 2: truncated"))
        let applied = try Program.run("store", "apply", "e.ndjson", in: scratch)
        #expect(applied.status == 65 && applied.text.contains(".e.ndjson.adapty-migration/rejects)"))
        #expect(try scratch.lines("e.ndjson") == [Samples.upgradedEvent, Samples.broken])
        #expect(
            try scratch.object(scratch.lines(".e.ndjson.adapty-migration/rejects/1.ndjson")[0])["record"] as? String
                == Samples.broken)
        try scratch.write(
            "\(Samples.upgradedEvent.replacingOccurrences(of: "{\"event_type\"", with: "{\"a\":1,\"event_type\""))\n\(Samples.broken)\n",
            to: "e.ndjson")
        let found = try Program.run("store", "verify", "e.ndjson", in: scratch)
        #expect(found.status == 65 && found.text.contains("e.ndjson: changed since the upgrade (from line 1 on)"))
        let back = try Program.run("store", "rollback", "e.ndjson", in: scratch)
        #expect(back.status == 0 && back.text.contains("e.ndjson line 1: edited since; its edits are kept"))
        #expect(
            try scratch.text("e.ndjson") == "{\"event_type\":\"subscription_cancelled\",\"a\":1}\n\(Samples.broken)\n")
    }

    @Test(
        "finish says what would go, and removes it when told so",
        arguments: ["e.ndjson", "sharedprefs:AdaptySDKPrefs.xml?sdk=3.12.0"])
    func finish(store: String) throws {
        try scratch.write(Samples.oldEvent + "\n", to: "e.ndjson")
        try scratch.write(
            "<map><string name=\"PURCHASER_INFO\">{&quot;profileId&quot;:&quot;p&quot;,&quot;accessLevels&quot;:{}}</string></map>",
            to: "AdaptySDKPrefs.xml")
        func run(_ verb: String, _ options: String...) throws -> Program.Result {
            try Program.run(["store", verb, store] + options, in: scratch)
        }
        #expect(try run("finish", "--yes").status == 65)
        #expect(try run("apply").status == 0)
        let look = try run("finish")
        #expect(
            look.status == 64 && look.text.contains("proven") && look.text.contains("to be removed: ")
                && look.text.contains("add --yes"), "\(look.text)")
        #expect(try run("verify").status == 0)
        let done = try run("finish", "--yes")
        #expect(
            done.status == 0 && done.text.contains("removed; rollback is no longer possible"),
            "\(done.text) \(done.errors)")
        #expect(scratch.names.sorted() == ["AdaptySDKPrefs.xml", "e.ndjson"])
        #expect(try run("status").text.hasPrefix("none"))
    }

    @Test("apply tells what it did to files and exports, and keeps the report out of the store")
    func report() throws {
        try scratch.write("\(Samples.oldEvent)\n\(Samples.unknown)\n", to: "data/events.ndjson")
        try scratch.write("profile_id,event_type\np1,subscription_cancelled\np2,own\n", to: "data/export.csv")
        #expect(try Program.run("store", "apply", "data", "--report", "data/run.json", in: scratch).status == 64)
        #expect(try Program.run("store", "apply", "data", "--report", "run.json", in: scratch).status == 65)
        let report = try MigrationReport(json: try scratch.bytes("run.json"))
        #expect(
            report[.kinds].rows.map { $0.key.map(\.text) } == [
                ["webhook", "webhook", "event"], ["webhook-legacy", "webhook", "event"],
            ])
        #expect(report[.events].rows.map(\.key[0].text) == ["own", "subscription_cancelled"])
        #expect(report[.examples].rows.map { $0.key[1...2].map(\.text) } == [["events.ndjson", "2"]])
    }

    @Test func aRehearsalNamesNoRejectsThatItDoesNotKeep() throws {
        try scratch.write("\(Samples.oldEvent)\n\(Samples.broken)\n", to: "e.ndjson")
        let rehearsed = try Program.run("store", "rehearse", "e.ndjson", in: scratch)
        #expect(
            rehearsed.status == 65 && rehearsed.text.contains("1 rejected (rehearsed: nothing was kept)"),
            "\(rehearsed.text)")
    }

    @Test func troubleIsNamed() throws {
        try scratch.write(Samples.oldEvent, to: "e.ndjson")
        try scratch.write("mine", to: "folder/notes.txt")
        for (address, verb, status, words) in [
            ("nothing.ndjson", "plan", 64, "is not a store"), ("file:nothing.ndjson", "plan", 66, "No such file"),
            ("folder", "plan", 66, "has no file"), ("folder/notes.txt", "plan", 64, "is not a store"),
            ("e.ndjson", "verify", 65, "nothing was upgraded"), ("e.ndjson", "finish", 65, "nothing was upgraded"),
            ("e.ndjson", "rollback", 65, "nothing was upgraded"),
        ] {
            let result = try Program.run("store", verb, address, in: scratch)
            #expect(
                Int(result.status) == status && result.errors.contains(words),
                "\(address): \(result.status) \(result.errors)")
        }
    }

    @Test func anInterruptionPausesAndTheNextRunGoesOn() throws {
        for number in 0..<200 { try scratch.write(Samples.oldEvent, to: "data/\(1000 + number).ndjson") }
        try scratch.write(
            Array(repeating: Samples.oldEvent, count: 3000).joined(separator: "\n"), to: "data/2000.ndjson")
        let process = Program.prepare(
            ["store", "apply", "data", "--batch", "10", "--throttle", "300"], in: scratch.folder)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        while process.isRunning,
            try !Program.run("store", "status", "data", in: scratch).text.contains("continues after 1199.ndjson")
        {}
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 75)
        #expect(try Program.run("store", "status", "data", in: scratch).text.hasPrefix("running: 200 records"))
        #expect(try Program.run("store", "apply", "data", in: scratch).status == 0)
        #expect(
            try Program.run("store", "verify", "data", in: scratch).text
                == "3200 records read, 3200 proven, 0 rejected as before, 0 findings\n")
    }

    #if Gzip
    @Test func compressed() throws {
        try scratch.write(Self.lines, to: "e.ndjson")
        let gzip = Process()
        (gzip.executableURL, gzip.arguments, gzip.currentDirectoryURL) = (
            URL(fileURLWithPath: "/bin/gzip"), ["e.ndjson"], scratch.folder
        )
        try gzip.run()
        gzip.waitUntilExit()
        let before = try scratch.bytes("e.ndjson.gz")
        #expect(
            try Program.run("store", "plan", "e.ndjson.gz", in: scratch).text.contains(
                "warning: compressed files are compressed again"))
        #expect(try Program.run("store", "apply", "e.ndjson.gz", in: scratch).text.hasPrefix("2 records upgraded"))
        #expect(try Program.run("store", "verify", "e.ndjson.gz", in: scratch).status == 0)
        #expect(
            try Program.run("store", "rollback", "e.ndjson.gz", in: scratch).status == 0
                && scratch.bytes("e.ndjson.gz") == before)
    }
    #else
    @Test func whatIsNotInThisBuildIsSaid() throws {
        try scratch.write(Samples.oldEvent, to: "e.ndjson.gz")
        for (address, words) in [
            ("e.ndjson.gz", "--traits Gzip"), ("sqlite:a.sqlite?table=a&column=b", "--traits SQLite"),
            ("defaults:a.plist?sdk=3.12.0", "--traits AppData"),
        ] {
            let result = try Program.run("store", "plan", address, in: scratch)
            #expect(result.status == 64 && result.errors.contains(words), "\(address): \(result.errors)")
        }
    }
    #endif
}
