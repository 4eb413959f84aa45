import Foundation
import Testing

@Suite struct GoldenTests {
    let scratch = Scratch()

    init() throws {
        try scratch.write(Samples.profile, to: "legacy/sdk1-wire/profile/a.json")
        try scratch.write("\(Samples.oldEvent)\n\(Samples.newEvent)\n", to: "legacy/events.ndjson")
    }

    @Test func whatWasRecordedIsChecked() throws {
        let missing = try Program.run("golden", "check", "legacy", "current", in: scratch)
        #expect(
            missing.status == 65 && missing.text.contains("2 files: no golden file in current: ")
                && missing.text.contains("\n  sdk1-wire/profile/a.json\n"))
        let recorded = try Program.run("golden", "record", "legacy", "current", in: scratch)
        #expect(recorded.status == 65, "a run that records fails")
        #expect(
            recorded.text.contains(
                "git add --intent-to-add 'current' && git diff -- 'current'"))
        #expect(try scratch.text("current/events.ndjson") == "\(Samples.newEvent)\n\(Samples.newEvent)\n")
        let checked = try Program.run("golden", "check", "legacy", "current", in: scratch)
        #expect(checked.status == 0 && checked.errors.isEmpty)
        #expect(
            checked.text == "2 payload files with 3 records: every law holds, every golden file matches both ways\n"
        )
        #expect(
            try Program.run("golden", "record", "legacy", "current", in: scratch).status == 0,
            "there is nothing left to record")
    }

    @Test func aDifferenceIsShownWithItsPointer() throws {
        _ = try Program.run("golden", "record", "legacy", "current", in: scratch)
        let name = "current/sdk1-wire/profile/a.json"
        try scratch.write(
            try scratch.text(name).replacingOccurrences(of: #""is_active": true"#, with: #""is_active": false"#),
            to: name)
        let result = try Program.run("golden", "check", "legacy", "current", in: scratch)
        #expect(result.status == 65)
        #expect(
            result.text.contains("@@ /paid_access_levels/premium/is_active\n")
                && result.text.contains("\n+      \"is_active\": true,\n"))
        #expect(
            try Program.run("golden", "record", "legacy", "current", in: scratch).status == 65,
            "missing does not write what differs")
        #expect(try scratch.text(name).contains("\"is_active\": false"))
        #expect(try Program.run("golden", "record", "legacy", "current", "--mode", "failed", in: scratch).status == 65)
        #expect(try Program.run("golden", "check", "legacy", "current", in: scratch).status == 0)
    }

    @Test func nothingIsRecordedInCIOrByACheck() throws {
        let result = try Program.run("golden", "record", "legacy", "current", in: scratch, environment: ["CI": "true"])
        #expect(result.status == 65 && result.text.contains("not recorded where CI is set"))
        #expect(
            try Program.run(
                "golden", "check", "legacy", "current", in: scratch, environment: ["RECORD_FIXTURES": "all"]
            ).status == 65)
        #expect(!scratch.exists("current"))
    }

    @Test func leftOversAndWrongUsage() throws {
        _ = try Program.run("golden", "record", "legacy", "current", in: scratch)
        try scratch.write("{}", to: "current/left.json")
        let result = try Program.run("golden", "check", "legacy", "current", in: scratch)
        #expect(
            result.status == 65 && result.text.contains("current/left.json: this golden file has no payload"))
        #expect(try Program.run("golden", "check", "nowhere", "current", in: scratch).status == 66)
        try scratch.write("x", to: "empty/readme.txt")
        #expect(try Program.run("golden", "check", "empty", "current2", in: scratch).status == 66)
        #expect(try Program.run("golden", "check", "legacy", in: scratch).status == 64)
        #expect(try Program.run("golden", "record", "legacy", "current", "--mode", "never", in: scratch).status == 64)
    }
}
