import Testing

@Suite struct RejectTests {
    let scratch = Scratch()

    @Test func rejectsAreKeptWithReasonAndPosition() throws {
        try scratch.write("\(Samples.ownEvent)\n\(Samples.broken)\n\(Samples.unknown)\n", to: "events.ndjson")
        let result = try Program.run("upgrade", "events.ndjson", "-o", "new.ndjson", in: scratch)
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        #expect(try scratch.text("new.ndjson") == "\(Samples.ownEvent)\n")
        let first = try scratch.object(try scratch.lines("new.ndjson.rejects.ndjson")[0])
        #expect(first["source"] as? String == "events.ndjson")
        #expect(first["line"] as? Int == 2)
        #expect(first["offset"] as? Int == Samples.ownEvent.utf8.count + 1)
        #expect(first["code"] as? String == "truncated")
        #expect(first["record"] as? String == Samples.broken)
        #expect((first["reason"] as? String)?.contains("line 2, column") == true)
        #expect(result.errors.contains("events.ndjson:2:"))
        #expect(result.errors.contains("2 of 3 records rejected; kept in new.ndjson.rejects.ndjson"))
    }

    @Test func bytesThatAreNoTextAreKeptAsBase64() throws {
        try scratch.write([0x22, 0xFF, 0x22, 0x0A], to: "events.ndjson")
        #expect(try Program.run("upgrade", "events.ndjson", "--rejects", "bad", in: scratch).status == 65)
        let reject = try scratch.object(try scratch.text("bad"))
        #expect(reject["record"] == nil)
        #expect(reject["record_base64"] as? String == "Iv8i")
        #expect(reject["code"] as? String == "invalid-utf8")
    }

    @Test func withoutAFileStandardErrorSaysHowToKeepThem() throws {
        try scratch.write("\(Samples.unknown)\n", to: "events.ndjson")
        let result = try Program.run("upgrade", "events.ndjson", in: scratch)
        #expect(result.status == 65)
        #expect(result.errors.contains("--rejects"))
        #expect(scratch.names == ["events.ndjson"])
    }

    @Test func noRejectsNoFile() throws {
        try scratch.write("\(Samples.oldEvent)\n", to: "events.ndjson")
        #expect(
            try Program.run("upgrade", "events.ndjson", "-o", "new.ndjson", "--rejects", "bad", in: scratch).status == 0
        )
        #expect(scratch.names == ["events.ndjson", "new.ndjson"])
    }

    @Test func rejectedLinesCanBeKeptInPlace() throws {
        let text = "\(Samples.unknown)\r\n\(Samples.broken)\n"
        try scratch.write(text, to: "events.ndjson")
        let result = try Program.run("upgrade", "events.ndjson", "--keep-rejected", in: scratch)
        #expect(result.status == 65)
        #expect(result.text == text)
    }

    @Test func aRefusedDocumentWritesNoOutput() throws {
        for content in [Samples.unknown, Samples.broken, "", " \n"] {
            try scratch.write(content, to: "event.json")
            #expect(
                try Program.run("upgrade", "event.json", "-o", "new.json", "--residue", "beside=residue", in: scratch)
                    .status == 65)
            #expect(scratch.names == ["event.json", "new.json.rejects.ndjson"])
        }
    }

    @Test(
        "rejects are records again",
        arguments: [
            ("upgrade", "new.ndjson.rejects.ndjson", [] as [String]), ("upgrade", "dead", ["--format", "rejects"]),
            ("detect", "new.ndjson.rejects.ndjson", []), ("verify", "new.ndjson.rejects.ndjson", []),
        ])
    func retried(command: String, name: String, options: [String]) throws {
        let level = #"{"profile_id":"p","customer_user_id":"ü\"\\","paid_access_levels":{"premium":{"id":"premium"}}}"#
        try scratch.write("\(level)\n\(Samples.broken)\n", to: "old.ndjson")
        let first = try Program.run(
            "upgrade", "old.ndjson", "--strict", "-o", "new.ndjson", "--rejects", name, in: scratch)
        #expect(try first.status == 65 && scratch.lines(name).count == 2, "\(first.errors)")
        let again = try Program.run([command, name] + options, in: scratch)
        #expect(
            again.status == 65 && again.errors.contains("\(name):2:") && again.errors.contains("truncated"),
            "\(again.errors)")
        switch command {
        case "upgrade":
            #expect(
                try again.text == Program.run("upgrade", "old.ndjson", in: scratch).text
                    && again.text.contains("\"premium\""))
        case "detect": #expect(again.text.contains("\(name):1\tsdk2\tprofile"))
        default:
            #expect(again.text.hasPrefix("2 records, 1 rejected") && again.text.contains("0 failures"), "\(again.text)")
        }
    }

    @Test func aRejectedDocumentBecomesALine() throws {
        let text = "{\n  \"profile_id\": \"p\",\n  \"paid_access_levels\": {\"premium\": {\"id\": \"premium\"}}\n}\n"
        try scratch.write(text, to: "old.json")
        #expect(try Program.run("upgrade", "old.json", "--strict", "-o", "new.json", in: scratch).status == 65)
        let again = try Program.run("upgrade", "new.json.rejects.ndjson", in: scratch)
        #expect(
            again.status == 0 && again.lines.count == 1 && again.text.hasPrefix("{   \"profile_id\": \"p\","),
            "\(again.text)\(again.errors)")
    }

    @Test func strictRefusesWhatLacksARequiredField() throws {
        let level =
            #"{"profile_id":"p","segment_hash":"x","customer_user_id":null,"custom_attributes":{},"paid_access_levels":{"premium":{"id":"premium"}}}"#
        try scratch.write(level, to: "profile.json")
        let result = try Program.run(
            "upgrade", "profile.json", "--from", "sdk1-wire", "--strict", "--rejects", "bad", in: scratch)
        #expect(result.status == 65)
        #expect(try scratch.object(try scratch.text("bad"))["code"] as? String == "missing-required")
    }

    @Test func theDepthIsLimited() throws {
        let deep =
            #"{"event_type":"own_event","x":"# + String(repeating: "[", count: 20) + String(repeating: "]", count: 20)
            + "}"
        try scratch.write(deep, to: "event.json")
        #expect(try Program.run("upgrade", "event.json", in: scratch).text == deep)
        #expect(try Program.run("upgrade", "event.json", "--max-depth", "10", in: scratch).status == 65)
    }
}
