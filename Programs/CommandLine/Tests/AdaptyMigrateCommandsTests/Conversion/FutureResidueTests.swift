import Testing

/// A residue of a later version: refused with its reason and what to do, never read as if it were ours.
@Suite struct FutureResidueTests {
    let scratch = Scratch()

    private static let residue = #"{"v":2,"steps":[{"from":"webhook-legacy","to":"webhook"}]}"#
    private static let record =
        #"{"event_type":"subscription_expired","event_properties":{},"_adapty_migration":\#(residue)}"#

    private func expectReject(_ reject: String, _ line: Int) throws {
        let object = try scratch.object(reject)
        #expect(object["code"] as? String == "unknown-residue-version")
        #expect(object["line"] as? Int == line)
        let reason = try #require(object["reason"] as? String)
        #expect(reason.contains("version 2") && reason.contains("use a newer version of adapty-migrate"))
        #expect(object["record"] as? String == FutureResidueTests.record)
    }

    @Test(arguments: ["upgrade", "downgrade"]) func aLineIsKeptAsideAndTheRestGoesOn(command: String) throws {
        try scratch.write("\(Samples.ownEvent)\n\(FutureResidueTests.record)\n\(Samples.ownEvent)\n", to: "in.ndjson")
        let result = try Program.run(command, "in.ndjson", "--rejects", "bad", in: scratch)
        #expect(result.status == 65)
        #expect(result.text == "\(Samples.ownEvent)\n\(Samples.ownEvent)\n")
        try expectReject(try scratch.text("bad"), 2)
    }

    @Test(arguments: ["upgrade", "downgrade"]) func aDocumentIsNotWritten(command: String) throws {
        try scratch.write(FutureResidueTests.record, to: "in.json")
        let result = try Program.run(command, "in.json", "-o", "out.json", in: scratch)
        #expect(result.status == 65)
        #expect(!scratch.exists("out.json"))
    }

    @Test func aSidecarIsRefused() throws {
        try scratch.write(Samples.newEvent, to: "new.json")
        try scratch.write(#"{"record":1,"source":"x","residue":\#(FutureResidueTests.residue)}"#, to: "residue")
        let result = try Program.run("downgrade", "new.json", "--residue", "beside=residue", in: scratch)
        #expect(result.status == 66)
        #expect(result.text.isEmpty)
        #expect(result.errors.contains("version 2") && result.errors.contains("use a newer version of adapty-migrate"))
    }

    @Test(arguments: ["verify", "detect"]) func theOtherCommandsSaySo(command: String) throws {
        try scratch.write(FutureResidueTests.record + "\n", to: "in.ndjson")
        let result = try Program.run(command, "in.ndjson", in: scratch)
        #expect(result.status == 65)
        #expect((result.text + result.errors).contains("unknown-residue-version"))
    }
}
