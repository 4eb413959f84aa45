import Testing

@Suite("Inputs: records inside other documents")
struct InsideTests {
    /// An event as a text in JSON, and as a text in CSV.
    private static let text = Samples.oldEvent.replacing("\"", with: "\\\""),
        field = "\"" + Samples.oldEvent.replacing("\"", with: "\"\"") + "\""
    private static let profile = Samples.profile.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n").replacing("/", with: "\\/")

    private struct Way: CustomTestStringConvertible {
        let name: String
        let pointer: String
        let document: String
        var testDescription: String { "\(name) \(pointer)" }
    }

    private static let ways = [
        Way(
            name: "in.json", pointer: "/data/*/payload",
            document: " { \"data\" : [ { \"n\": 1.0, \"payload\": \(Samples.oldEvent) } , {}, {\"payload\":null} ] }\n"),
        Way(
            name: "in.json", pointer: "/payload",
            document: "[\n {\"payload\": \(Samples.profile)},\n {\"payload\":\"\(profile)\"}]\n"),
        Way(
            name: "in.ndjson", pointer: "payload",
            document: "{\"payload\":\(Samples.oldEvent)}\n\n{\"payload\":\"\(text)\"}\r\n{\"payload\":\"\(profile)\"}"),
        Way(
            name: "in.ndjson", pointer: "/body/Message",
            document:
                "{\"body\":\"{\\\"Message\\\":\\\"\(text.replacing("\\\"", with: "\\\\\\\""))\\\",\\\"a\\\":1}\"}\n"),
        Way(name: "in.ndjson", pointer: "/list", document: "{\"list\":[\(Samples.oldEvent),\(Samples.unknown), 7]}\n"),
        Way(name: "in.ndjson", pointer: "/list", document: "{\"list\":\"[\(text), {}]\"}\n"),
        Way(
            name: "in.csv", pointer: "payload",
            document: "\u{FEFF}id,payload,\"a \"\"b\"\"\"\r\n1,\(field),\"x\ny\"\r\n2,,\r\n3,no,\"\"\r\n"),
        Way(
            name: "in.csv", pointer: "payload",
            document:
                "event_type,payload\nsubscription_cancelled,\(field)\n\"subscription_cancelled\",\(field)\nown,\(field)\n"
        ),
        Way(
            name: "in.csv", pointer: "row/payload",
            document: "row\n\"{\"\"payload\"\":\(field.dropFirst().dropLast())}\"\n"),
    ]

    #if Gzip
    private static let endings = ["", ".gz"]
    #else
    private static let endings = [""]
    #endif

    @Test("a record is upgraded where it is, and comes back byte for byte", arguments: ways, endings)
    private func thereAndBack(way: Way, ending: String) throws {
        let scratch = Scratch(), upgraded = "up-\(way.name)\(ending)"
        try scratch.write(way.document, to: way.name)
        let up = try Program.run(
            "upgrade", way.name, "-o", upgraded, "--summary", "run.json", "--inside", way.pointer, in: scratch)
        #expect(up.status == 0, "\(up.errors)")
        #expect(try scratch.object(scratch.text("run.json"))["with_residue"] as? Int ?? 0 > 0)
        let verified = try Program.run("verify", way.name, "--inside", way.pointer, in: scratch)
        #expect(verified.status == 0, "\(verified.text)")
        let compared = try Program.run(
            "verify", way.name, "--inside", way.pointer, "--upgraded", upgraded, in: scratch)
        #expect(compared.status == 0, "\(compared.text)")
        let down = try Program.run("downgrade", upgraded, "--inside", way.pointer, in: scratch)
        #expect(down.status == 0 && down.text == way.document, "\(down.errors)")
    }

    @Test("the output is the same whatever the number of threads, in many blocks")
    func jobs() throws {
        let scratch = Scratch()
        let lines = (0..<6000).map {
            $0 % 3 == 0 ? "{\"n\":\($0)}" : "{\"n\":\($0),\"payload\":\"\($0 % 3 == 1 ? InsideTests.text : "none")\"}"
        }
        try scratch.write(lines.joined(separator: "\n"), to: "in.ndjson")
        let outputs = try ["1", "4"].map { jobs in
            let run = try Program.run("upgrade", "in.ndjson", "--inside", "/payload", "--jobs", jobs, in: scratch)
            #expect(run.errors.contains("left as they are: 2000 values (invalid-json 2000), 2000 documents without"))
            return run.output
        }
        #expect(outputs[0] == outputs[1])
        try scratch.write(outputs[0], to: "up.ndjson")
        let down = try Program.run("downgrade", "up.ndjson", "--inside", "/payload", "--in-place", in: scratch)
        #expect(down.status == 0)
        #expect(try scratch.bytes("up.ndjson") == scratch.bytes("in.ndjson"))
    }

    @Test("what cannot be converted stays in its place, and is kept aside with its place")
    func rejects() throws {
        let scratch = Scratch()
        let ambiguous =
            #"{"access_levels":{"a":{"is_active":true}},"paid_access_levels":{"a":{"is_active":false}},"app_id":"a"}"#
        let lines = [
            "{\"p\":\(ambiguous)}", "{broken",
            "{\"p\":\"{\\\"event_type\\\":\\\"trial\\u005fcancelled\\\",\\\"profile_id\\\":\\\"a_b\\\"}\"}",
            "{\"p\":\(Samples.oldEvent)}",
        ]
        try scratch.write(lines.joined(separator: "\n"), to: "in.ndjson")
        let run = try Program.run("upgrade", "in.ndjson", "-o", "up.ndjson", "--inside", "/p", in: scratch)
        #expect(run.status == 65 && run.errors.contains("3 of 4 records rejected; kept in up.ndjson.rejects.ndjson"))
        #expect(try scratch.lines("up.ndjson").prefix(3) == lines[..<3])
        let rejects = try scratch.lines("up.ndjson.rejects.ndjson").map(scratch.object)
        #expect(rejects.map { $0["code"] as? String } == ["conflicting-spellings", "invalid-json", "inexact-text"])
        #expect(rejects.map { $0["path"] as? String } == ["/p/paid_access_levels", "", "/p"])
        #expect(rejects.map { $0["line"] as? Int } == [1, 2, 3])
        let verified = try Program.run("verify", "in.ndjson", "--inside", "/p", in: scratch)
        #expect(verified.status == 65 && verified.text.hasPrefix("4 records, 3 rejected"))
    }

    @Test(
        "where no record is at all, every command says so",
        arguments: ["upgrade", "downgrade", "detect", "explain", "verify"], ["/payload", "/n", "/x/*"])
    func nothing(command: String, pointer: String) throws {
        let scratch = Scratch()
        try scratch.write("{\"n\":1,\"x\":[{\"y\":2}]}\n", to: "in.ndjson")
        let run = try Program.run(command, "in.ndjson", "--inside", pointer, in: scratch)
        #expect(run.status == 65 && run.errors.contains("error: no record is at \(pointer): 1 "), "\(run.errors)")
    }

    @Test("a column that is not there is named with those that are")
    func noColumn() throws {
        let scratch = Scratch()
        try scratch.write("id,body\n1,x\n", to: "in.csv")
        let run = try Program.run("upgrade", "in.csv", "--inside", "payload", in: scratch)
        #expect(run.status == 65 && run.errors.contains("no column for /payload; its columns are id, body"))
    }

    @Test("detect says where each record is")
    func detect() throws {
        let scratch = Scratch()
        try scratch.write(
            "{\"r\":[{\"b\":\(Samples.oldEvent)},{\"b\":\"\(InsideTests.text)\"},{\"b\":\"x\"}]}", to: "in.json")
        let run = try Program.run("detect", "in.json", "--json", "--inside", "/r/*/b", in: scratch)
        let found = try run.lines.map(scratch.object)
        #expect(found.map { $0["path"] as? String } == ["/r/0/b", "/r/1/b", "/r/2/b"])
        #expect(found.map { $0["dialect"] as? String } == ["webhook-legacy", "webhook-legacy", "invalid-json"])
        #expect(run.status == 0)
    }

    @Test(
        "options that contradict it are refused",
        arguments: [["--residue", "beside=x"], ["--in-step", "--format", "ndjson"], ["--inside", "/a~2"]])
    func refused(options: [String]) throws {
        let run = try Program.run(["upgrade", "--inside", "/p"] + options, in: Scratch())
        #expect(run.status == 64, "\(run.errors)")
    }
}
