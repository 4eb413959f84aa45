@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing
@testable import AdaptyMigrateCommands

/// `report`, and `--report` on `upgrade`.
@Suite struct ReportPageTests {
    let scratch = Scratch()
    private static let hostile = #"<script>alert(1)</script>"#
    private static let lines = """
        \(Samples.oldEvent)
        {"event_type":"\(hostile)","event_datetime":"2023-02-01T00:00:00.000000+0000","\(hostile)":1}
        {"event_type":"SUBSCRIPTION_CANCELED","event_datetime":"2021-02-01T00:00:00.000000+0000"}
        {"email":"alice@example.com","\(hostile)":"bob"}
        {"profile_id":"p","paid_access_levels":{"\(hostile)":{"id":"x","is_active":1}},"app_id":"a"}

        """

    /// The digest of the rules changes with every row of the table, the version with every release.
    private func withoutRules(_ text: String) -> String {
        text.replacingOccurrences(of: MigrationTables.rulesHash, with: "RULES").replacingOccurrences(
            of: Version.number, with: "VERSION")
    }

    private func report(_ arguments: String...) throws -> Program.Result {
        try Program.run(["report", "--at", "2024-01-01"] + arguments, in: scratch)
    }

    @Test("the parts of a run add up to the whole", arguments: [1, 2, 3, 4])
    func partsAddUp(cut: Int) throws {
        let lines = ReportPageTests.lines.split(separator: "\n").map { $0 + "\n" }
        try scratch.write(lines.joined(), to: "whole.ndjson")
        try scratch.write(lines[..<cut].joined(), to: "1.ndjson")
        try scratch.write(lines[cut...].joined(), to: "2.ndjson")
        for name in ["whole", "1", "2"] {
            _ = try Program.run(
                "upgrade", "\(name).ndjson", "-o", "\(name).new", "--report", "\(name).json", in: scratch)
        }
        let sum = try MigrationReport(json: try report("1.json", "2.json", "--format", "json").output),
            whole = try MigrationReport(json: try scratch.bytes("whole.json"))
        for section in ReportSection.allCases where !section.columns.contains("source") && section != .runs {
            #expect(sum[section] == whole[section], "\(section)")
        }
        #expect(sum[.examples].total == whole[.examples].total && sum[.exceptions].total == whole[.exceptions].total)
        #expect(whole[.records].total == 5)
    }

    @Test("the number of threads changes nothing, nor does standard input", arguments: ["1", "4"])
    func jobs(jobs: String) throws {
        let text = String(repeating: ReportPageTests.lines, count: 800)
        try scratch.write(text, to: "a.ndjson")
        let one = try report("a.ndjson", "--format", "json", "--jobs", jobs),
            piped = try Program.run(
                ["report", "--at", "2024-01-01", "--format", "json", "--input-format", "ndjson"], in: scratch,
                input: text)
        let a = try MigrationReport(json: one.output), b = try MigrationReport(json: piped.output)
        for section in ReportSection.allCases where !section.columns.contains("source") && section != .runs {
            #expect(a[section] == b[section], "\(section)")
        }
        #expect(a[.examples].rows.map(\.key[2]) == [4, 9, 14, 19, 24], "the first of them, by their lines")
    }

    @Test("nothing of the data becomes markup", arguments: ["html", "markdown"])
    func nothingInjects(format: String) throws {
        try scratch.write(ReportPageTests.lines, to: "a.ndjson")
        let text = try report("a.ndjson", "--format", format, "--show-values").text
        // What stands between backticks or after a backslash is no markup.
        let markup =
            format == "html"
            ? text
            : text.replacingOccurrences(
                of: "```\\n[^\\n]*\\n```|`[^`\\n]*`|\\\\.", with: "", options: .regularExpression)
        #expect(!markup.contains("<script"))
        #expect(text.contains("alert(1)"))
    }

    @Test("examples show how a record is built, and what it says only when asked")
    func values() throws {
        try scratch.write(ReportPageTests.lines, to: "a.ndjson")
        let masked = try report("a.ndjson"), shown = try report("a.ndjson", "--show-values")
        #expect(!masked.text.contains("alice") && masked.text.contains(#"{"email":"…","…":"…"}"#))
        #expect(shown.text.contains("alice@example.com"))
        #expect(masked.status == 65)
    }

    @Test("the page is whole by itself")
    func fetchesNothing() throws {
        try scratch.write(ReportPageTests.lines, to: "a.ndjson")
        let text = try report("a.ndjson", "--format", "html").text
        #expect(text.range(of: #"(src|href)="(?!#|data:)"#, options: .regularExpression) == nil)
        #expect(!text.contains("@import") && !text.contains("url("))
    }

    @Test(
        "passwords are not told",
        arguments: [
            ("postgres://me:secret@host/db?table=t", "postgres://me:…@host/db?table=t"),
            ("postgres://host/db?password=secret&table=t", "postgres://host/db?password=…&table=t"), ("a b", "a b"),
        ])
    func passwords(argument: String, told: String) {
        #expect(EvidenceCommand([argument]).line == "adapty-migrate '\(told)'")
    }

    @Test("the digests are those of the files")
    func digests() throws {
        try scratch.write("\u{FEFF}" + ReportPageTests.lines, to: "a.ndjson")
        try scratch.write("\u{FEFF}profile_id,event_type\np1,subscription_cancelled\n", to: "b.csv")
        for (old, new) in [("a.ndjson", "a.new"), ("b.csv", "b.new")] {
            _ = try Program.run("upgrade", old, "-o", new, "--report", "r.json", "--summary", "s.json", in: scratch)
            let summary = try scratch.object(try scratch.text("s.json"))
            #expect(summary["rules"] as? String == MigrationTables.rulesHash)
            let files = try MigrationReport(json: try scratch.bytes("r.json"))[.files].rows.map { $0.key.map(\.text) }
            #expect(
                files
                    == [[old, "source"], [old, "target"]].map { file in
                        let bytes = (try? scratch.bytes(file[1] == "source" ? old : new)) ?? []
                        return file + [String(bytes.count), SHA256Hash.hex(bytes)]
                    })
        }
    }

    @Test(
        "a report goes to a file that is nobody else's",
        arguments: [
            ["--report", "old.json"], ["--report", "new.json"], ["--report", "a.json", "--summary", "a.json"],
            ["--dry-run", "--report", "a.json"], ["--report", "missing/a.json"],
        ])
    func places(options: [String]) throws {
        try scratch.write(Samples.oldEvent, to: "old.json")
        #expect(try Program.run(["upgrade", "old.json", "-o", "new.json"] + options, in: scratch).status == 64)
        #expect(scratch.names == ["old.json"], "it is found out before the work")
    }

    @Test("a report lies outside of the records", arguments: ["new/run.json", "old/run.json"])
    func amongRecords(path: String) throws {
        try scratch.write(Samples.oldEvent + "\n", to: "old/a.ndjson")
        let result = try Program.run("upgrade", "old", "-o", "new", "--report", path, in: scratch)
        #expect(result.status == 64)
        #expect(!scratch.exists("new"), "it is found out before the work")
    }

    /// What comes of a block is written in parts where it is much.
    @Test("a record is told with its line, however much stands before it", arguments: ["1", "3"])
    func lines(jobs: String) throws {
        let long = Samples.oldEvent.replacingOccurrences(
            of: "{\"", with: "{\"x\":\"\(String(repeating: "x", count: 40_000))\",\"")
        let lines =
            (0..<120).map { [17, 90, 119].contains($0) ? Samples.unknown : long } + [
                "[\(Samples.unknown),\(Samples.oldEvent)]"
            ]
        try scratch.write(lines.joined(separator: "\n"), to: "old.ndjson")
        _ = try Program.run(
            "upgrade", "old.ndjson", "-o", "new.ndjson", "--jobs", jobs, "--report", "run.report.json", in: scratch)
        let rows = try MigrationReport(json: Array(try scratch.bytes("run.report.json")))[.exceptions].rows.filter {
            $0.key[3].text == "rejected"
        }
        #expect(Set(rows.map(\.key[1].text)) == ["18", "91", "120", "121"], "\(rows)")
    }

    @Test("an odd name of an output is refused", arguments: [["--report", "r.txt"], ["--report", "-"]])
    func refusals(options: [String]) throws {
        try scratch.write(ReportPageTests.lines, to: "a.ndjson")
        #expect(try Program.run(["upgrade", "a.ndjson", "-o", "new"] + options, in: scratch).status == 64)
        try scratch.write(#"{"adapty_migration_report":7}"#, to: "r.json")
        #expect(try report("r.json").status == 66)
    }

    /// Recorded with `RECORD_REPORTS=all`, which fails the run that records.
    @Test(
        "reports are as recorded",
        arguments: ["generations-of-events", "rejected-records", "repaired-and-missing-fields"])
    func golden(name: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Reports")
        try scratch.write(
            Array(try Data(contentsOf: folder.appendingPathComponent("\(name).ndjson"))), to: "\(name).ndjson")
        for format in ["json", "markdown"] {
            let expected = folder.appendingPathComponent("\(name).\(format == "json" ? "json" : "md")")
            let text = withoutRules(try report("\(name).ndjson", "--format", format).text)
            let environment = ProcessInfo.processInfo.environment
            if environment["RECORD_REPORTS"] == "all", environment["CI"] != "true" {
                try Data(text.utf8).write(to: expected)
                Issue.record("recorded \(expected.lastPathComponent); review with git diff and rerun")
            } else {
                #expect(text == String(decoding: try Data(contentsOf: expected), as: UTF8.self))
            }
        }
    }

    @Test(
        "a report writes over nothing that it tells of",
        arguments: [
            ["a.ndjson", "-o", "a.ndjson"], ["old", "-o", "old/b.ndjson"], ["part.json", "-o", "part.json"],
            ["old", "-o", "old/new.json"], ["a.ndjson", "-o", "no/a.html"],
        ])
    func neverOverInputs(arguments: [String]) throws {
        for name in ["a.ndjson", "old/b.ndjson"] { try scratch.write(Samples.oldEvent + "\n", to: name) }
        try scratch.write(try report("a.ndjson", "--format", "json").output, to: "part.json")
        let before = try scratch.bytes(arguments[0] == "old" ? "old/b.ndjson" : arguments[0])
        let result = try Program.run(["report"] + arguments + ["--format", "json"], in: scratch)
        #expect(result.status == 64, "\(result.errors)")
        #expect(try scratch.bytes(arguments[0] == "old" ? "old/b.ndjson" : arguments[0]) == before)
    }

    @Test("keys that may be data are hidden in reasons too", arguments: ["html", "json", "markdown"])
    func maskedReasons(format: String) throws {
        let lines = ["jane.doe@example.com", "Jane Secret15", "a/Secret15 b", "(Secret15"].map {
            #"{"profile_id":"p1","subscriptions":{"\#($0)":{"isActive":true,"is_active":1,"vendor_product_id":"a"}}}"#
                + "\n"
        }
        try scratch.write(lines.joined(), to: "a.ndjson")
        for more in [[], ["--from", "sdk1-stored"]] {
            let text = try Program.run(["report", "a.ndjson", "--format", format] + more, in: scratch).text
            #expect(!text.contains("jane.doe") && !text.contains("Secret15"))
        }
    }

    @Test("what is discarded is told, and no report is taken for proof then")
    func discarded() throws {
        try scratch.write(ReportPageTests.lines, to: "a.ndjson")
        _ = try Program.run(
            "upgrade", "a.ndjson", "-o", "b.ndjson", "--residue", "discard", "--report", "part.json", in: scratch)
        let result = try report("part.json")
        #expect(result.status == 65)
        #expect(result.text.contains("would not come back") && !result.text.contains("travel with the record"))
    }

    @Test("parts of numbers beyond measure are refused")
    func largeCounts() throws {
        let rows = (0..<1100).map { _ in #"["converted",9007199254740991]"# }.joined(separator: ",")
        try scratch.write(
            #"{"adapty_migration_report":1,"records":{"columns":["outcome","count"],"limit":100,"rows":[\#(rows)],"others":[]}}"#,
            to: "part.json")
        #expect(try report("part.json").status == 66)
    }

    @Test("where nothing was converted nothing is called proven", arguments: ["", "{\"a\":1}\n"])
    func nothing(text: String) throws {
        try scratch.write(text, to: "a.ndjson")
        let found = try report("a.ndjson").text
        #expect(!found.contains("Every record comes back") && !found.contains("Nobody's access changes"))
    }
}
