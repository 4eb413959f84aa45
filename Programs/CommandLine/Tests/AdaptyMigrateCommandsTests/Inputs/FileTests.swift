import Testing

@Suite struct FileTests {
    let scratch = Scratch()

    @Test func aFileGoesToStandardOutputAndNothingElseDoes() throws {
        try scratch.write(Samples.oldEvent, to: "event.json")
        let result = try Program.run("upgrade", "event.json", in: scratch)
        #expect(result.status == 0)
        #expect(result.text == Samples.upgradedEvent)
        #expect(result.errors.isEmpty)
        #expect(scratch.names == ["event.json"])
    }

    @Test func upAndBackGivesTheSameBytes() throws {
        try scratch.write(Samples.profile, to: "old.json")
        #expect(try Program.run("upgrade", "old.json", "-o", "new.json", in: scratch).status == 0)
        #expect(try scratch.text("new.json") != Samples.profile)
        #expect(try Program.run("downgrade", "new.json", "-o", "back.json", in: scratch).status == 0)
        #expect(try scratch.text("back.json") == Samples.profile)
    }

    @Test func anOutputFolderKeepsTheName() throws {
        try scratch.write(Samples.oldEvent, to: "event.json")
        #expect(try Program.run("upgrade", "event.json", "-o", "out/", in: scratch).status == 0)
        #expect(try scratch.text("out/event.json") == Samples.upgradedEvent)
    }

    @Test func severalFilesGoToStandardOutputInOrder() throws {
        try scratch.write(Samples.oldEvent, to: "b.json")
        try scratch.write(Samples.ownEvent + "\n", to: "a.json")
        let result = try Program.run("upgrade", "b.json", "a.json", in: scratch)
        #expect(result.lines == [Samples.upgradedEvent, Samples.ownEvent])
    }

    @Test func severalFilesGoToAFolder() throws {
        try scratch.write(Samples.oldEvent, to: "a.json")
        try scratch.write(Samples.oldEvent, to: "b.json")
        #expect(try Program.run("upgrade", "a.json", "b.json", "-o", "out", in: scratch).status == 0)
        #expect(try scratch.text("out/a.json") == Samples.upgradedEvent)
        #expect(try scratch.text("out/b.json") == Samples.upgradedEvent)
    }

    @Test(arguments: ["event.json", "event.ndjson"])
    func aTargetCanBeNamed(_ name: String) throws {
        try scratch.write(Samples.newEvent, to: name)
        #expect(
            try Program.run("downgrade", name, "--to", "webhook-legacy", "--residue", "discard", in: scratch)
                .text == Samples.oldEvent)
        #expect(try Program.run("upgrade", name, "--to", "current", in: scratch).text == Samples.newEvent)
    }

    @Test func withoutTargetAndResidueADowngradeChangesNothing() throws {
        try scratch.write(Samples.newEvent, to: "event.json")
        #expect(try Program.run("downgrade", "event.json", in: scratch).text == Samples.newEvent)
    }

    @Test func theSummaryCounts() throws {
        try scratch.write(
            [Samples.oldEvent, Samples.ownEvent, Samples.unknown].joined(separator: "\n"), to: "events.ndjson")
        #expect(
            try Program.run("upgrade", "events.ndjson", "-o", "new.ndjson", "--summary", "run.json", in: scratch).status
                == 65)
        let summary = try scratch.object(try scratch.text("run.json"))
        #expect(summary["records"] as? Int == 3)
        #expect(summary["converted"] as? Int == 1)
        #expect(summary["unchanged"] as? Int == 1)
        #expect(summary["rejected"] as? Int == 1)
        #expect(summary["exit_status"] as? Int == 65)
        #expect(summary["rejects"] as? String == "new.ndjson.rejects.ndjson")
    }
}
