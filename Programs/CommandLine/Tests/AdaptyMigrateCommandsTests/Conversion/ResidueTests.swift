import Testing

@Suite struct ResidueTests {
    let scratch = Scratch()

    @Test func aSidecarHasOneLineForEachRecordWithResidue() throws {
        let text = "\(Samples.ownEvent)\n\(Samples.oldEvent)\n\n\(Samples.oldEvent)\n"
        try scratch.write(text, to: "old.ndjson")
        #expect(
            try Program.run("upgrade", "old.ndjson", "-o", "new.ndjson", "--residue", "beside=residue", in: scratch)
                .status == 0)
        #expect(try scratch.text("new.ndjson") == "\(Samples.ownEvent)\n\(Samples.newEvent)\n\n\(Samples.newEvent)\n")
        let lines = try scratch.lines("residue")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix(#"{"record":2,"source":"old.ndjson","residue":{"v":1,"#))
        let back = try Program.run("downgrade", "new.ndjson", "--residue", "beside=residue", in: scratch)
        #expect(back.text == text)
        #expect(back.errors.isEmpty)
    }

    @Test func aSidecarMayBeWrittenAnew() throws {
        // Another tool may have changed white space and the order of the members.
        try scratch.write(Samples.newEvent, to: "new.json")
        try scratch.write(
            #"{ "residue" : {"original":"{\u0022event_type\":\"subscription_cancelled\"}","kind":"event","from":"webhook-legacy","hash":"b2d594bb862eaae1","to":"webhook", "v":1}, "note": "\"record\":9", "record" : 1 }"#,
            to: "residue")
        #expect(
            try Program.run("downgrade", "new.json", "--residue", "beside=residue", in: scratch).text
                == Samples.oldEvent)
    }

    @Test func aWrongSidecarIsNoticed() throws {
        try scratch.write(Samples.newEvent, to: "new.json")
        try scratch.write(
            #"{"record":5,"source":"x","residue":{"v":1,"from":"webhook-legacy","to":"webhook","kind":"event","hash":"0000000000000000","original":"{}"}}"#,
            to: "residue")
        #expect(
            try Program.run("downgrade", "new.json", "--residue", "beside=residue", in: scratch).errors.contains(
                "record 5"))
        try scratch.write("nonsense\n", to: "residue")
        #expect(try Program.run("downgrade", "new.json", "--residue", "beside=residue", in: scratch).status == 66)
        #expect(try Program.run("downgrade", "new.json", "--residue", "beside=nowhere", in: scratch).status == 66)
    }

    @Test func discardedResidueIsGone() throws {
        try scratch.write(Samples.oldEvent, to: "old.json")
        #expect(try Program.run("upgrade", "old.json", "--residue", "discard", in: scratch).text == Samples.newEvent)
    }

    @Test func aForeignMemberIsRefused() throws {
        try scratch.write(#"{"event_type":"subscription_cancelled","_adapty_migration":true}"#, to: "old.json")
        let result = try Program.run("upgrade", "old.json", "--rejects", "bad", in: scratch)
        #expect(result.status == 65)
        #expect(try scratch.object(try scratch.text("bad"))["code"] as? String == "foreign-residue")
    }
}
