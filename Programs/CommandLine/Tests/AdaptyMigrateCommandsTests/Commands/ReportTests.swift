import Testing

/// `detect`, `explain`, `verify` and `schema`.
@Suite struct ReportTests {
    let scratch = Scratch()

    @Test func detectNamesEachRecord() throws {
        try scratch.write("\(Samples.oldEvent)\n\n\(Samples.unknown)\n", to: "events.ndjson")
        let result = try Program.run("detect", "events.ndjson", in: scratch)
        #expect(result.status == 0)
        #expect(result.lines.count == 2)
        #expect(result.lines[0].hasPrefix("events.ndjson:1\twebhook-legacy\tevent\t"))
        #expect(result.lines[1].hasPrefix("events.ndjson:2\tunrecognised\t-\t"))
    }

    @Test func detectSpeaksJSON() throws {
        try scratch.write("[\(Samples.oldEvent),\(Samples.unknown)]", to: "events.json")
        let result = try Program.run("detect", "--json", "events.json", in: scratch)
        let first = try scratch.object(result.lines[0]), second = try scratch.object(result.lines[1])
        #expect(Set(first.keys) == ["source", "record", "dialect", "kind", "also_fits", "evidence"])
        #expect(first["dialect"] as? String == "webhook-legacy")
        #expect(second["dialect"] as? String == "unrecognised")
        #expect(second["record"] as? Int == 2)
    }

    @Test func detectRefusesInvalidJSON() throws {
        try scratch.write(Samples.broken, to: "event.json")
        let result = try Program.run("detect", "event.json", in: scratch)
        #expect(result.status == 65)
        #expect(result.lines == ["event.json:1\ttruncated\t-\tthe document ends too early"])
        #expect(result.errors.contains("truncated"))
    }

    @Test func explainKnowsNamesAndFiles() throws {
        #expect(try Program.run("explain", "subscription_cancelled", in: scratch).text.contains("subscription_expired"))
        #expect(try Program.run("explain", "is_one_time", in: scratch).text.contains("is_consumable"))
        try scratch.write(Samples.profile, to: "old.json")
        let file = try Program.run("explain", "old.json", in: scratch)
        #expect(file.status == 0)
        #expect(file.text.hasPrefix("old.json:1  profile  sdk1-wire → sdk2\n"))
        #expect(file.text.contains("is_lifetime"))
    }

    @Test func verifyCountsAndExits() throws {
        try scratch.write("\(Samples.oldEvent)\n\(Samples.newEvent)\n", to: "events.ndjson")
        let good = try Program.run("verify", "events.ndjson", in: scratch)
        #expect(good.status == 0)
        #expect(good.text.hasPrefix("2 records, 0 rejected; 4 laws checked on 2: 0 failures\n"))
        let bad = try Program.run("verify", in: scratch, input: "\(Samples.oldEvent)\n\(Samples.unknown)\n")
        #expect(bad.status == 65)
        #expect(bad.text.contains("1 rejected"))
    }

    @Test func schemaIsJSON() throws {
        let result = try Program.run("schema", "sdk2", "profile", in: scratch)
        #expect(try scratch.object(result.text)["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        #expect(
            try Program.run("schema", "current", "event", in: scratch).text.contains(
                "urn:adapty-migration:webhook:event"))
    }
}
