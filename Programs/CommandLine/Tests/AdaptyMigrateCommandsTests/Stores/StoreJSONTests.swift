#if SQLite && PostgreSQL
import AdaptyMigrationSQL
import Foundation
import Testing

/// Every command on a store prints its report as JSON.
@Suite("Reports of stores as JSON")
struct StoreJSONTests {
    /// A command in the course of two upgrades of one table.
    struct Step: CustomTestStringConvertible {
        let command: String
        let status: Int32
        /// Members of the report, as dotted paths.
        let members: [String]

        init(_ command: String, status: Int32 = 0, _ members: [String]) {
            (self.command, self.status, self.members) = (command, status, members)
        }

        var verb: String { words[0] }
        var options: [String] { Array(words.dropFirst()) }
        private var words: [String] { command.split(separator: " ").map(String.init) }
        var testDescription: String { command }
    }

    static let steps = [
        Step("plan", ["rows", "changed", "kinds.webhook-legacy event", "is_complete", "bytes_before"]),
        Step("rehearse", ["progress.changed", "verification.proven", "samples"]),
        Step("apply", ["changed", "unchanged", "rejected", "is_complete"]),
        Step("status", ["state", "rows", "next"]),
        Step("verify", ["proven", "edited.count", "edited.first", "findings.count"]),
        Step("erase 1", ["originals", "rejects", "displaced"]),
        Step("rollback", ["restored", "is_complete", "deleted.first"]),
        Step("apply", ["changed"]),
        Step("finish", status: 64, ["verification.proven", "originals", "bytes", "is_done"]),
        Step("finish --yes", ["is_done"]),
        Step("apply --mode expand", ["upgraded", "conflicts.count", "is_complete"]),
        Step("status", ["two_columns.waiting", "two_columns.lag", "two_columns.into"]),
        Step("follow --once", ["downgraded"]),
        Step("apply --mode contract", ["upgraded"]),
    ]

    let scratch = Scratch()

    private func report(_ verb: String, _ store: String, _ options: [String], status: Int32) throws -> [String: Any] {
        let result = try Program.run(["store", verb, "--json", store] + options, in: scratch)
        #expect(result.status == status, "\(verb) \(options): \(result.text) \(result.errors)")
        #expect(result.lines.count == 1)
        return try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    }

    private func value(_ path: String, _ report: [String: Any]) -> Any? {
        path.components(separatedBy: ".").reduce(report as Any?) { ($0 as? [String: Any])?[$1] }
    }

    @Test("on a table")
    func table() throws {
        let connection = try SQLiteConnection(path: scratch.url("app.sqlite").path, creates: true)
        _ = try connection.rows("CREATE TABLE events (id INTEGER PRIMARY KEY, body TEXT)")
        for _ in 0..<2 { _ = try connection.rows("INSERT INTO events (body) VALUES (?1)", .text(Samples.oldEvent)) }
        let store = "sqlite:app.sqlite?table=events&column=body"
        for step in StoreJSONTests.steps {
            let report = try report(step.verb, store, step.options, status: step.status)
            for path in step.members { #expect(value(path, report) != nil, "\(step.command): \(path)") }
        }
        #expect(try report("status", "sqlite:app.sqlite", [], status: 0)["runs"] is [[String: Any]])
        _ = try connection.rows("DROP TABLE events")
        for (options, status) in [([], 64), (["--yes"], 0)] as [([String], Int32)] {
            let gone = try report(
                "finish", store.replacingOccurrences(of: "=body", with: "=body_current"), ["--forget"] + options,
                status: status)
            #expect(value("run.table", gone) as? String == "events" && gone["is_done"] as? Bool == (status == 0))
        }
    }

    @Test("the steps are of all commands")
    func all() throws {
        let help = try Program.run("--experimental-dump-help", in: scratch)
        let tool = try #require(try JSONSerialization.jsonObject(with: Data(help.output)) as? [String: Any])
        func subcommands(_ command: Any?) -> [[String: Any]] {
            (command as? [String: Any])?["subcommands"] as? [[String: Any]] ?? []
        }
        let store = subcommands(tool["command"]).first { $0["commandName"] as? String == "store" }
        let names = subcommands(store).compactMap { $0["commandName"] as? String }
        #expect(Set(names).subtracting(["help"]) == Set(StoreJSONTests.steps.map(\.verb)))
    }

    @Test("on the data of an app")
    func appData() throws {
        try scratch.write(
            "<map><string name=\"PURCHASER_INFO\">{&quot;profileId&quot;:&quot;p&quot;,&quot;accessLevels&quot;:{}}</string></map>",
            to: "a.xml")
        for (verb, options, status, member) in [
            ("plan", [], 0, "items"), ("rehearse", [], 0, "items"), ("apply", [], 0, "items"),
            ("status", [], 0, "sdk"), ("verify", [], 0, "items"), ("finish", [], 64, "check.items"),
            ("rollback", [], 0, "items"), ("apply", [], 0, "items"), ("finish", ["--yes"], 0, "is_done"),
            ("status", [], 0, "state"),
        ] as [(String, [String], Int32, String)] {
            let report = try report(verb, "sharedprefs:a.xml?sdk=3.12.0", options, status: status)
            #expect(value(member, report) != nil, "\(verb): \(report)")
        }
    }
}
#endif
