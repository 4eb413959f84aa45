import Foundation
import Testing

/// What the program says to people who mistype, pipe and name things as they do elsewhere.
@Suite("Conventions")
struct ConventionTests {
    let scratch = Scratch()

    @Test(
        "a mistyped name is answered with the nearest",
        arguments: [
            (["upgrad", "a.json"], "there is no command upgrad; did you mean upgrade?"),
            (["frobnicate"], "there is no command frobnicate (adapty-migrate --help lists them)"),
            (["explain", "subscription_canceld"], "did you mean subscription_cancelled?"),
            (["explain", "is_activ"], "did you mean is_active?"),
            (["explain", "qqqqqqqq"], "names are matched exactly"),
            (["upgrade", "--to", "skd2", "a.json"], "did you mean --to sdk2?"),
            (["downgrade", "--to", "3.5.0", "a.json"], "profiles in sdk3 and paywalls in sdk2"),
            (["detect", "a.json", "--from", "webhook-legcy"], "did you mean --from webhook-legacy?"),
            (["detect", "a.json", "--from", "qqqqqqqq"], "Please provide one of the following"),
        ])
    func nearest(arguments: [String], advice: String) throws {
        let result = try Program.run(arguments, in: scratch)
        #expect(result.status == 64)
        #expect(result.errors.contains(advice), "\(result.errors)")
    }

    @Test(
        "a word of an earlier build for a residue is answered with today's",
        arguments: [
            ("sidecar", "=new/", "write beside=new/"), ("sidecar", "", "write beside=PATH"),
            ("journal", "", "write beside"),
        ])
    func retired(word: String, path: String, advice: String) throws {
        let result = try Program.run("upgrade", "a.json", "--residue", word + path, in: scratch)
        #expect(result.status == 64)
        #expect(result.errors.contains("there is no --residue \(word + path); \(advice)"), "\(result.errors)")
    }

    @Test("the output as a second name, as cp has it, is told apart from an input that is missing")
    func copyHabit() throws {
        try scratch.write(Samples.oldEvent, to: "old.json")
        let result = try Program.run("upgrade", "old.json", "new.json", in: scratch)
        #expect(result.status == 66 && result.output.isEmpty)
        #expect(result.errors.contains("to write to it, put -o before the name: -o new.json"))
        let missing = try Program.run("upgrade", "missing.json", in: scratch)
        #expect(missing.status == 66 && !missing.errors.contains("-o"))
    }

    @Test(
        "a version of the SDK stands for the dialect that it reads",
        arguments: [("3.12.0", "sdk3"), ("1.17.0", "sdk1-wire")])
    func version(version: String, dialect: String) throws {
        try scratch.write(
            Array(#"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":true}}}"#.utf8), to: "a.json")
        let direction = dialect == "sdk3" ? "upgrade" : "downgrade"
        let byVersion = try Program.run(direction, "a.json", "--to", version, in: scratch)
        let byDialect = try Program.run(direction, "a.json", "--to", dialect, in: scratch)
        #expect(byVersion.status == 0 && byVersion.output == byDialect.output && !byVersion.output.isEmpty)
        let of = try Program.run("upgrade", "a.json", "--from", version, in: scratch)
        let same = try Program.run("upgrade", "a.json", "--from", dialect, in: scratch)
        #expect(of.status == 0 && of.output == same.output)
    }

    @Test(
        "a level is not active before it starts, and an activation is no start",
        arguments: ["activated_at", "starts_at"])
    func start(name: String) throws {
        let level = #""is_active":true,"\#(name)":"2024-06-01T00:00:00.000000+0000","is_lifetime":true"#
        try scratch.write(
            Array(#"{"profile_id":"p","paid_access_levels":{"a":{"id":"a",\#(level)}}}"#.utf8), to: "a.json")
        let totals = try Program.run(
            "verify", "a.json", "--totals", "--at", "2024-01-01", "--at", "2025-01-01", in: scratch)
        #expect(totals.text.contains("access level a, active at 2025"), "\(totals.text)")
        #expect(
            totals.text.contains("access level a, active at 2024") == (name == "activated_at"), "\(totals.text)")
    }

    @Test("a CSV export on standard input is named as such")
    func csv() throws {
        let result = try Program.run(
            "upgrade", "-", in: scratch, input: "profile_id,event_type\np1,subscription_cancelled\n")
        #expect(result.status == 64 && result.errors.contains("is a CSV export of events"))
    }

    @Test("gzip is named as such, whatever the file is called")
    func gzip() throws {
        try scratch.write([0x1F, 0x8B, 0x08, 0x00], to: "a.data")
        let result = try Program.run("upgrade", "a.data", in: scratch)
        #expect(result.status == 64 && result.errors.contains("compressed with gzip"))
    }

    @Test("a byte order mark is no reject, and comes back", arguments: ["json", "ndjson"])
    func byteOrderMark(format: String) throws {
        let record = #"{"event_type":"subscription_cancelled","profile_id":"p"}"#
        let text = [0xEF, 0xBB, 0xBF] + Array((format == "json" ? record : record + "\n" + record + "\n").utf8)
        try scratch.write(text, to: "old.\(format)")
        let upgraded = try Program.run("upgrade", "old.\(format)", "-o", "new.\(format)", in: scratch)
        #expect(upgraded.status == 0, "\(upgraded.errors)")
        #expect(try scratch.bytes("new.\(format)").starts(with: [0xEF, 0xBB, 0xBF, 0x7B]))
        let back = try Program.run("downgrade", "new.\(format)", in: scratch)
        #expect(back.status == 0 && back.output == text)
        #expect(try Program.run("verify", "old.\(format)", in: scratch).status == 0)
        #expect(try Program.run("detect", "old.\(format)", in: scratch).status == 0)
    }

    @Test("who closes the pipe is told nothing", arguments: ["upgrade", "detect"])
    func closedPipe(command: String) throws {
        try scratch.write(
            Array(
                String(repeating: #"{"event_type":"subscription_cancelled","profile_id":"p"}"# + "\n", count: 20_000)
                    .utf8),
            to: "events.ndjson")
        let process = Program.prepare([command, "events.ndjson"], in: scratch.folder)
        let output = Pipe(), errors = Pipe()
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        try output.fileHandleForReading.close()
        process.waitUntilExit()
        #expect(try errors.fileHandleForReading.readToEnd()?.isEmpty ?? true)
        #expect(process.terminationStatus == 141)
    }
}
