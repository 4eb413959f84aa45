import Testing

@Suite struct DryRunTests {
    let scratch = Scratch()

    @Test func itShowsADiffAndTheLedgerAndWritesNothing() throws {
        try scratch.write("\(Samples.oldEvent)\n\(Samples.ownEvent)\n\(Samples.unknown)\n", to: "events.ndjson")
        let result = try Program.run(
            "upgrade", "events.ndjson", "-o", "new.ndjson", "--summary", "run.json", "--residue", "beside=residue",
            "--dry-run", in: scratch)
        #expect(result.status == 65)
        #expect(scratch.names == ["events.ndjson"])
        #expect(result.lines.contains("--- events.ndjson:1  webhook-legacy event"))
        #expect(result.lines.contains(#"-  "event_type": "subscription_cancelled""#))
        #expect(result.lines.contains(#"+  "event_type": "subscription_expired""#))
        #expect(result.text.contains("recoded  /event_type"))
        #expect(result.text.contains("= events.ndjson:2"))
    }

    @Test func aFolderNeedsNoOutput() throws {
        try scratch.write(Samples.profile, to: "old/a.json")
        let result = try Program.run("upgrade", "old", "--dry-run", in: scratch)
        #expect(result.status == 0)
        #expect(result.text.contains(#"+  "custom_attributes": {}"#))
        #expect(result.text.contains("residue: "))
    }
}
