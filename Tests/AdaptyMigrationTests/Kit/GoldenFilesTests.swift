@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

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
        #expect(report.findings.map(\.reason).contains(.differs))
    }

    @Test("a run that records fails, and says how to review")
    func recordingFails() throws {
        try workspace.write(GoldenFilesTests.event, "legacy/a's.json")
        let report = files(.missing).report()
        #expect(!report.holds && report.findings.isEmpty && report.recorded.count == 1)
        #expect(
            report.description.contains("git add --intent-to-add '")
                && report.description.contains(#"a'\''s.json' && git diff -- '"#))
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
        #expect(RecordChoice(code: .all) { ["CI": "1"][$0] } == RecordChoice(code: .never) { _ in nil })
        #expect(RecordChoice(code: .all) { ["CI": "false"][$0] }.mode == .all)
        try workspace.write(GoldenFilesTests.event, "legacy/a.json")
        let report = files(environment: ["CI": "true", RecordMode.variable: "missing"]).report()
        #expect(report.findings.map(\.reason) == [.refused, .missing])
        #expect(workspace.names("current").isEmpty)
    }

    @Test("the environment counts for more than the code, and a word that is no mode fails the run")
    func environment() {
        #expect(RecordChoice(code: .all) { [RecordMode.variable: "never"][$0] }.mode == .never)
        #expect(
            RecordChoice(code: nil) { [RecordMode.variable: "missing"][$0] }
                == RecordChoice(code: .missing) { _ in nil })
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
        let none = GoldenFiles(
            legacy: workspace.path("nowhere"), current: workspace.path("current"),
            choice: RecordChoice(code: nil) { _ in nil })
        #expect(none.report().findings.map(\.reason) == [.unusable])
    }

    @Test("a payload that is not what its folder says, or no payload at all, is a finding with its place")
    func astray() throws {
        try workspace.write(GoldenFilesTests.profile, "legacy/server-v2/profile/a.json")
        try workspace.write(GoldenFilesTests.event, "legacy/sdk1-wire/profile/b.json")
        try workspace.write("{\"event_type\":\"subscription_cancelled\"}\n{\"event_type\":}\n", "legacy/c.ndjson")
        try workspace.write("{\"x\":1}", "legacy/d.json")
        let report = files(.all).report()
        #expect(report.recorded.isEmpty, "what is wrong is not recorded")
        #expect(
            Set(report.findings.map(\.path)) == [
                "server-v2/profile/a.json", "sdk1-wire/profile/b.json", "c.ndjson", "d.json",
            ])
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
        #expect(self.files().report().findings.map(\.reason) == [.differs, .differs])
    }

    @Test("a failure shows a unified diff with JSON pointers")
    func diff() throws {
        try prepare()
        let name = "current/sdk1-wire/profile/flag.json"
        try workspace.write(
            try #require(workspace.read(name)).replacingOccurrences(
                of: #""is_active":true"#, with: #""is_active":false"#), name)
        let text = files().report().description
        #expect(text.contains("@@ -3,7 +3,7 @@ /paid_access_levels/premium/is_active\n"))
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
