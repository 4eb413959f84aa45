@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting

@Suite("The test kit: golden files")
struct GoldenFilesTests {
    private static let event = #"{"event_type":"subscription_cancelled","profile_id":"p"}"#
    private static let profile =
        #"{"data":{"id":"p","attributes":{"app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":1,"vendor_product_id":"month"}}}}}"#

    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func files(_ mode: RecordMode = .never, environment: [String: String] = [:]) -> GoldenFiles {
        GoldenFiles(
            legacy: workspace.path("legacy"), current: workspace.path("current"),
            choice: RecordChoice(code: mode) { environment[$0] })
    }

    /// Both payloads, one flat and one in folders, and their golden files.
    private func prepare() throws {
        try workspace.write(GoldenFilesTests.event + "\n" + GoldenFilesTests.event + "\r\n\n", "legacy/events.ndjson")
        try workspace.write(GoldenFilesTests.profile, "legacy/sdk1-wire/profile/flag.json")
        try workspace.write("not a payload", "legacy/README.md")
        #expect(files(.missing).report().recorded.count == 2)
    }

    @Test(
        "what was recorded passes, and every byte of it counts",
        arguments: [
            "legacy/events.ndjson", "legacy/sdk1-wire/profile/flag.json", "current/events.ndjson",
            "current/sdk1-wire/profile/flag.json",
        ])
    func changedByte(file: String) throws {
        try prepare()
        try files().check()
        let text = try #require(workspace.read(file))
        let changed = text.replacingOccurrences(of: #""p""#, with: #""q""#).replacingOccurrences(
            of: #""month""#, with: #""week""#)
        #expect(changed != text)
        try workspace.write(changed, file)
        let report = files().report()
        #expect(report.findings.map(\.reason) == [.differs])
    }

    @Test("a run that records fails, and says how to review")
    func recordingFails() throws {
        try workspace.write(GoldenFilesTests.event, "legacy/a's.json")
        let report = files(.missing).report()
        #expect(!report.holds && report.findings.isEmpty && report.recorded.count == 1)
        #expect(
            report.description.contains("git add --intent-to-add '\(workspace.path("current"))' && git diff -- '"))
        #expect(throws: GoldenReport.self) { try files(.all).check() }
        #expect(workspace.names("current") == ["a's.json"], "a temporary file was left")
        try files().check()
    }

    @Test(
        "the modes write what they say",
        arguments: zip(
            RecordMode.allCases,
            [[], ["new.json"], ["new.json", "wrong.json"], ["new.json", "right.json", "wrong.json"]]))
    func modes(mode: RecordMode, written: [String]) throws {
        for name in ["new", "wrong", "right"] { try workspace.write(GoldenFilesTests.event, "legacy/\(name).json") }
        _ = files(.missing).report()
        try FileManager.default.removeItem(atPath: workspace.path("current/new.json"))
        try workspace.write(GoldenFilesTests.event, "current/wrong.json")
        let report = files(mode).report()
        #expect(report.recorded.map { URL(fileURLWithPath: $0).lastPathComponent } == written)
        #expect(!report.holds)
    }

    @Test("recording is never done in CI, and asking for it there fails")
    func inCI() throws {
        let asked = RecordChoice(code: nil) { ["CI": "true", RecordMode.variable: "all"][$0] }
        #expect(asked.mode == .never && asked.objection != nil)
        let inCode = RecordChoice(code: .all) { ["CI": "1"][$0] }
        #expect(inCode.mode == .never && inCode.objection == nil)
        #expect(RecordChoice(code: .all) { ["CI": "false"][$0] }.mode == .all)
        try workspace.write(GoldenFilesTests.event, "legacy/a.json")
        let report = files(environment: ["CI": "true", RecordMode.variable: "missing"]).report()
        #expect(report.findings.map(\.reason) == [.refused, .missing])
        #expect(workspace.names("current").isEmpty)
    }

    @Test("the environment counts for more than the code, and a word that is no mode fails the run")
    func environment() {
        #expect(RecordChoice(code: .all) { [RecordMode.variable: "never"][$0] }.mode == .never)
        #expect(RecordChoice(code: nil) { [RecordMode.variable: "missing"][$0] }.mode == .missing)
        let wrong = RecordChoice(code: .all) { [RecordMode.variable: "yes"][$0] }
        #expect(wrong.mode == .never && wrong.objection?.contains("never, missing, failed, all") == true)
    }

    @Test("golden files without a payload, payloads without one, and an empty folder are findings")
    func inventory() throws {
        try prepare()
        try workspace.write("{}", "current/left.json")
        try workspace.write("{}", "current/to-sdk3/left.json")
        try workspace.write(GoldenFilesTests.event, "legacy/new.json")
        let report = files().report()
        #expect(report.findings.map(\.reason) == [.missing, .orphan, .orphan])
    }

    @Test(
        "no folder and a folder without a payload are findings, for a parameterised test too", arguments: [false, true])
    func empty(isThere: Bool) throws {
        if isThere { try workspace.write("not a payload", "legacy/README.md") }
        #expect(files().report().findings.map(\.reason) == [.unusable])
        let error = try #require(throws: GoldenReport.self) { try files().payloads() }
        #expect(error.findings.map(\.reason) == [.unusable])
    }

    @Test("a test with one case for each payload finds what one check of all finds")
    func parameterised() throws {
        try prepare()
        try workspace.write("{}", "current/left.json")
        try workspace.write("{}", "current/to-sdk3/sdk1-wire/profile/flag.json")
        try workspace.write(GoldenFilesTests.event, "legacy/new.json")
        let names = try files().payloads()
        #expect(names == ["events.ndjson", "new.json", "sdk1-wire/profile/flag.json", "left.json"])
        let found = names.flatMap { name in
            do throws(GoldenReport) {
                try files().check(name)
                return [GoldenReport.Finding]()
            } catch {
                return error.findings
            }
        }
        #expect(found == files().report().findings && found.map(\.reason) == [.missing, .differs, .orphan])
        let error = try #require(throws: GoldenReport.self) { try files().check("never.json") }
        #expect(error.findings.map(\.reason) == [.unusable])
    }

    @Test("the code of one call can ask for recording, but not against the environment or in CI")
    func recordingInCode() throws {
        try workspace.write(GoldenFilesTests.event, "legacy/a.json")
        for environment in [["CI": "true"], [RecordMode.variable: "never"]] {
            let error = try #require(throws: GoldenReport.self) {
                try files(environment: environment).check("a.json", record: .all)
            }
            #expect(error.findings.map(\.reason) == [.missing] && error.recorded.isEmpty)
        }
        let error = try #require(throws: GoldenReport.self) { try files().check("a.json", record: .missing) }
        #expect(error.recorded == [workspace.path("current/a.json")])
        try files().check("a.json", record: .missing)
        let all = try #require(throws: GoldenReport.self) { try files().check(record: .all) }
        #expect(all.recorded.count == 1)
    }

    @Test("missing golden files are one line of the report, and a list")
    func missing() throws {
        for number in 10..<35 { try workspace.write(GoldenFilesTests.event, "legacy/\(number).json") }
        let report = files().report()
        #expect(report.findings.count == 25)
        let lines = report.description.split(separator: "\n")
        let line =
            "25 files: no golden file in \(workspace.path("current")): run with RECORD_FIXTURES=missing, review and commit"
        #expect(lines[0] == "25 payload files with 25 records: 25 findings" && lines[1] == line)
        #expect(lines[2] == "  10.json" && lines[21] == "  29.json" && lines[22...] == ["  … and 5 more"])
    }

    @Test(
        "a folder that states nothing is said, and one in the place of a dialect is a finding",
        arguments: [
            ("ios/a.json", "the folder ios is no dialect, so its 2 files had to be recognised by the contents"),
            ("webhook-legacy/old/a.json", "the folder webhook-legacy/old is no kind, so its 2 files had to be"),
            ("webhook-legacy/event/old/a.json", ""), ("webhook-legacy/a.json", ""), ("a.json", ""),
            ("webhooks/event/a.json", "2 files: the folder webhooks is no dialect; the dialects are "),
        ])
    func unstated(path: String, remark: String) throws {
        try workspace.write(GoldenFilesTests.event, "legacy/\(path)")
        try workspace.write(GoldenFilesTests.event, "legacy/\(path.replacing("a.json", with: "b.json"))")
        let report = files(.missing).report(), isFinding = remark.hasPrefix("2 files")
        #expect(report.findings.map(\.reason) == (isFinding ? [.rejected, .rejected] : []))
        #expect(report.recorded.count == (isFinding ? 0 : 2))
        #expect(
            remark.isEmpty ? !report.description.contains("the folder") : report.description.contains("\n\(remark)"))
        if !isFinding { try files().check() }
    }

    @Test("a law is named in words", arguments: [1, 2, 3, 5, 6, 7, 8])
    func lawInWords(law: Int) {
        #expect(Laws.title(law).contains(" "))
        #expect(
            Laws.Failure(law: law, message: "why").description
                == "\"\(Laws.title(law))\" does not hold (law \(law)): why")
    }

    @Test("a payload that is not what its folder says, or no payload at all, is a finding with its place")
    func astray() throws {
        try workspace.write(GoldenFilesTests.profile, "legacy/server-v2/profile/a.json")
        try workspace.write(GoldenFilesTests.event, "legacy/sdk1-wire/profile/b.json")
        try workspace.write("{\"event_type\":\"subscription_cancelled\"}\n{\"event_type\":}\n", "legacy/c.ndjson")
        try workspace.write("{\"x\":1}", "legacy/d.json")
        let report = files(.all).report()
        #expect(report.recorded.isEmpty, "what is wrong is not recorded")
        // A finding each: that the laws of another dialect do not hold is no news.
        #expect(
            report.findings.map(\.path) == [
                "c.ndjson", "d.json", "sdk1-wire/profile/b.json", "server-v2/profile/a.json",
            ])
        #expect(report.findings.allSatisfy { $0.reason == .rejected })
        #expect(report.findings.contains { $0.path == "c.ndjson" && $0.text.hasPrefix("record 2: invalid-json") })
    }

    @Test("a golden file for another target is compared where it is there")
    func otherTarget() throws {
        try workspace.write(#"{"profile_id":"p","paid_access_levels":{}}"#, "legacy/sdk2/profile/a.json")
        let files = files(.missing)
        #expect(files.report().recorded.count == 1)
        #expect(throws: GoldenReport.self) { try files.check("sdk2/profile/a.json", to: .sdk3) }
        #expect(workspace.read("current/to-sdk3/sdk2/profile/a.json") != nil)
        try self.files().check()
        try workspace.write("{}", "current/to-sdk3/sdk2/profile/a.json")
        #expect(self.files().report().findings.map(\.reason) == [.differs])
    }

    @Test("a failure shows a unified diff with JSON pointers")
    func diff() throws {
        try prepare()
        let name = "current/sdk1-wire/profile/flag.json"
        try workspace.write(
            try #require(workspace.read(name)).replacingOccurrences(
                of: #""is_active":true"#, with: #""is_active":false"#), name)
        let text = files().report().description
        #expect(text.contains("@@ -4,7 +4,7 @@ /paid_access_levels/premium/is_active\n"))
        #expect(text.contains("\n-      \"is_active\": false,\n+      \"is_active\": true,\n"))
    }

    @Test("a difference in lines names its record and its line, and leaves the others out")
    func lines() throws {
        let lines = ["", "1", "2", "3"].map {
            $0.isEmpty ? "" : #"{"event_type":"trial_cancelled","profile_id":"p\#($0)"}"#
        }
        try workspace.write(lines.joined(separator: "\n") + "\n", "legacy/webhook-legacy/event/e.ndjson")
        #expect(files(.missing).report().recorded.count == 1)
        let name = "current/webhook-legacy/event/e.ndjson"
        let golden = try #require(workspace.read(name))
        try workspace.write(golden.replacingOccurrences(of: #""p2""#, with: #""q""#), name)
        let text = files().report().description
        #expect(text.contains("\nrecord 2, line 3\n@@ -1,4 +1,4 @@ /profile_id\n"), "\(text)")
        #expect(!text.contains("p1") && !text.contains("p3"))
    }
}
