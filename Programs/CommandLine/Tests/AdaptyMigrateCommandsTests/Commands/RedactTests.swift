import Foundation
import Testing

@Suite struct RedactTests {
    private static let key = "0123456789abcdef0123456789abcdef"
    /// Not `monthly`, the product's id: it is a word of the vocabulary (a product type) too, and those are kept
    /// wherever they stand.
    private static let secrets = ["e44cc1ff", "d89416c5", "caf", "1000000843", "1000000831"]
    private static let event =
        #"{"event_type":"subscription_cancelled","email":"jane.doe@acme.com","profile_id":"e44cc1ff"}"#
    let scratch = Scratch()

    init() throws { try scratch.write(RedactTests.key + "\n", to: "key") }

    @Test func fixturesOfAFolderHaveNobodysData() throws {
        try scratch.write(Samples.profile, to: "in/sdk1-wire/profile/a.json")
        try scratch.write("\(RedactTests.event)\n\n\(Samples.newEvent)\r\n", to: "in/events.ndjson")
        let result = try Program.run("redact", "in", "-o", "out", "--key-file", "key", in: scratch)
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(
            result.errors.wholeMatch(
                of: /adapty-migrate: redacted 3 records with [0-9]+ stand-ins; look at each before you commit it\n/)
                != nil,
            "\(result.errors)")
        let profile = try scratch.text("out/sdk1-wire/profile/a.json"), events = try scratch.text("out/events.ndjson")
        for secret in RedactTests.secrets { #expect(!(profile + events).contains(secret), "\(secret) is left") }
        #expect(
            profile.split(separator: "\n").count == Samples.profile.split(separator: "\n").count
                && profile.contains(#""total_revenue_usd": 10.0"#))
        #expect(
            events.hasPrefix(#"{"event_type":"subscription_cancelled","email":""#) && events.contains(".example.com")
                && events.hasSuffix("\n\n\(Samples.newEvent)\r\n"))
        let id = try #require(events.split(separator: #""profile_id":""#).last?.prefix(8))
        #expect(profile.contains("\"id\": \"\(id)\""), "an id is the same in every file")
    }

    @Test func aRecordWithResidueStaysOne() throws {
        try scratch.write(Samples.profile, to: "a.json")
        #expect(try Program.run("upgrade", "a.json", "-o", "b.json", in: scratch).status == 0)
        let current = try Program.run("redact", "b.json", "--key-file", "key", in: scratch)
        for secret in RedactTests.secrets { #expect(!current.text.contains(secret), "\(secret) is left") }
        try scratch.write(current.output, to: "c.json")
        let back = try Program.run("downgrade", "c.json", in: scratch)
        #expect(try back.text == Program.run("redact", "a.json", "--key-file", "key", in: scratch).text)
    }

    @Test func theKeyComesFromAFileOrTheEnvironment() throws {
        let fromFile = try Program.run("redact", "--key-file", "key", in: scratch, input: RedactTests.event)
        let fromEnvironment = try Program.run(
            "redact", in: scratch, input: RedactTests.event, environment: ["ADAPTY_MIGRATE_KEY": RedactTests.key])
        #expect(fromFile.status == 0 && fromFile.text == fromEnvironment.text)
        let other = try Program.run(
            "redact", in: scratch, input: RedactTests.event, environment: ["ADAPTY_MIGRATE_KEY": RedactTests.key + "x"])
        #expect(other.status == 0 && other.text != fromFile.text)
    }

    @Test func aMissingOrWeakKeyIs64() throws {
        let missing = try Program.run("redact", in: scratch, input: RedactTests.event)
        #expect(
            missing.status == 64 && missing.errors.contains("--key-file")
                && missing.errors.contains("openssl rand -hex 32"))
        try scratch.write("short\n", to: "short")
        let short = try Program.run("redact", "--key-file", "short", in: scratch, input: RedactTests.event)
        #expect(short.status == 64 && short.errors.contains("short: the key has 5 bytes"))
        #expect(try Program.run("redact", "--key-file", "nowhere", in: scratch, input: RedactTests.event).status == 66)
        #expect(missing.output.isEmpty && short.output.isEmpty)
    }

    @Test func whatCannotBeRedactedIsLeftOutAndKeptNowhere() throws {
        try scratch.write(#"{"x":"Jane"}"# + "\n" + Samples.newEvent + "\n{\"event_type\":\n", to: "a.ndjson")
        let result = try Program.run("redact", "a.ndjson", "-o", "b.ndjson", "--key-file", "key", in: scratch)
        #expect(result.status == 65)
        #expect(try scratch.text("b.ndjson") == Samples.newEvent + "\n")
        #expect(
            result.errors.contains("a.ndjson:1:1: unrecognised") && result.errors.contains("a.ndjson:3:")
                && result.errors.contains("2 of 3 records"))
        #expect(scratch.names == ["a.ndjson", "b.ndjson", "key"])
    }

    @Test func anInputIsNeverOverwritten() throws {
        try scratch.write(RedactTests.event, to: "a.json")
        #expect(try Program.run("redact", "a.json", "-o", "a.json", "--key-file", "key", in: scratch).status == 64)
        #expect(try scratch.text("a.json") == RedactTests.event)
    }

    @Test func theResultIsTheSameWhateverTheJobs() throws {
        try scratch.write(
            (0..<400).map { #"{"event_type":"trial_cancelled","profile_id":"user-\#($0)"}"# }.joined(separator: "\n"),
            to: "a.ndjson")
        let one = try Program.run("redact", "a.ndjson", "--jobs", "1", "--key-file", "key", in: scratch)
        #expect(one.lines.count == 400 && Set(one.lines).count == 400)
        #expect(try Program.run("redact", "a.ndjson", "--jobs", "3", "--key-file", "key", in: scratch).text == one.text)
    }
}
