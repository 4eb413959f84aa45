import Testing

@Suite struct ArrayTests {
    let scratch = Scratch()

    @Test func elementsAreConvertedAndWhiteSpaceStays() throws {
        let text = "[\n  \(Samples.oldEvent),\n\n  \(Samples.ownEvent)\n]\n"
        try scratch.write(text, to: "events.json")
        #expect(try Program.run("upgrade", "events.json", "-o", "new.json", in: scratch).status == 0)
        #expect(try scratch.text("new.json") == "[\n  \(Samples.upgradedEvent),\n\n  \(Samples.ownEvent)\n]\n")
        #expect(try Program.run("downgrade", "new.json", in: scratch).text == text)
    }

    @Test func aRejectedElementGoesWithItsComma() throws {
        try scratch.write("[ \(Samples.unknown), \(Samples.ownEvent), \(Samples.unknown) ]", to: "events.json")
        let result = try Program.run("upgrade", "events.json", "--rejects", "bad.ndjson", in: scratch)
        #expect(result.status == 65)
        #expect(result.text == "[ \(Samples.ownEvent) ]")
        let rejects = try scratch.lines("bad.ndjson")
        #expect(rejects.count == 2)
        #expect(try scratch.object(rejects[1])["path"] as? String == "/2")
        #expect(try scratch.object(rejects[1])["record"] as? String == Samples.unknown)
    }

    @Test func rejectedElementsCanBeKept() throws {
        let text = "[\(Samples.unknown), \(Samples.ownEvent)]"
        try scratch.write(text, to: "events.json")
        let result = try Program.run("upgrade", "events.json", "--keep-rejected", in: scratch)
        #expect(result.status == 65)
        #expect(result.text == text)
    }

    @Test func anEmptyArrayStaysAndAFullyRefusedOneWritesNothing() throws {
        try scratch.write("[ ]\n", to: "empty.json")
        #expect(try Program.run("upgrade", "empty.json", in: scratch).text == "[ ]\n")
        try scratch.write("[\(Samples.unknown)]", to: "bad.json")
        #expect(try Program.run("upgrade", "bad.json", "-o", "new.json", in: scratch).status == 65)
        #expect(!scratch.exists("new.json"))
        #expect(scratch.exists("new.json.rejects.ndjson"))
    }

    @Test func aSidecarCountsElements() throws {
        let text = "[\(Samples.unknown),\(Samples.ownEvent),\(Samples.oldEvent)]"
        try scratch.write(text, to: "events.json")
        #expect(
            try Program.run("upgrade", "events.json", "-o", "new.json", "--residue", "beside=residue", in: scratch)
                .status == 65)
        // The rejected element is not in the output, and the sidecar counts what is.
        #expect(try scratch.object(try scratch.text("residue"))["record"] as? Int == 2)
        #expect(
            try Program.run("downgrade", "new.json", "--residue", "beside=residue", in: scratch).text
                == "[\(Samples.ownEvent),\(Samples.oldEvent)]")
    }
}
