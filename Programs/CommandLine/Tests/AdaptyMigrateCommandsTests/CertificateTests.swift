import AdaptyMigrationTools
import Foundation
import Testing
@testable import AdaptyMigrateCommands

/// A certificate holds for the data it was made of, and for no other.
@Suite struct CertificateTests {
    let scratch = Scratch()
    private static let records = [
        Samples.oldEvent, Samples.newEvent, Samples.unknown, Samples.ownEvent,
        #"{"event_type":"AUTO_RENEW_OFF","profile_id":"p"}"#,
    ]
    private static var lines: String { records.map { $0 + "\n" }.joined() }

    /// Upgrades `old.ndjson` to `new.ndjson` with a certificate.
    private func certify(_ text: String = lines, _ options: String...) throws {
        try scratch.write(text, to: "old.ndjson")
        let result = try Program.run(
            ["upgrade", "old.ndjson", "-o", "new.ndjson", "--certificate", "run.json"] + options, in: scratch)
        #expect(result.status == (text.contains(Samples.unknown) ? 65 : 0))
    }

    private func check(_ source: String = "old.ndjson", target: String? = nil) throws -> Program.Result {
        try Program.run(
            ["verify", "--certificate", "run.json", source] + (target.map { ["--target", $0] } ?? []), in: scratch)
    }

    /// Checks in this process, which is quicker.
    private func findings(source: [UInt8], target: [UInt8]) throws -> [String] {
        try scratch.write(source, to: "a.ndjson")
        try scratch.write(target, to: "b.ndjson")
        var check = CertificateCheck(try Certificate(path: scratch.url("run.json").path))
        try check.run([scratch.url("a.ndjson").path], target: [scratch.url("b.ndjson").path], jobs: 1)
        return check.findings
    }

    @Test(
        "it holds, with and without the target, whatever the options",
        arguments: [
            [], ["--residue", "discard"], ["--residue", "sidecar=residue.ndjson"], ["--keep-rejected"], ["--strict"],
            ["--to", "webhook"], ["--jobs", "3"], ["--at", "2024-06-01"],
        ])
    func holds(options: [String]) throws {
        try scratch.write(CertificateTests.lines, to: "old.ndjson")
        _ = try Program.run(
            ["upgrade", "old.ndjson", "-o", "new.ndjson", "--certificate", "run.json"] + options, in: scratch)
        for target in [nil, "new.ndjson"] {
            let result = try check(target: target)
            #expect(result.status == 0, "\(result.text)\(result.errors)")
            #expect(result.text.hasSuffix("the certificate holds\n"))
        }
    }

    @Test("documents, arrays, folders and exports are certified as well")
    func otherInputs() throws {
        try scratch.write("[\(Samples.oldEvent), \(Samples.unknown) ,\(Samples.newEvent)]\n", to: "old/events.json")
        try scratch.write(Samples.profile, to: "old/profile.json")
        try scratch.write(
            "\n[\(Samples.oldEvent),\(Samples.newEvent)]\r\n\(Samples.oldEvent)", to: "old/below/lines.ndjson")
        try scratch.write(
            #"{"source":"a","line":1,"offset":0,"path":"","code":"truncated","reason":"r","record":"{\"event_type\":\"trial_cancelled\"}"}"#
                + "\n", to: "old/mended.rejects.ndjson")
        try scratch.write(
            "profile_id,event_type\np1,subscription_cancelled\n\"p,2\",subscription_renewed\n", to: "export.csv")
        for (source, target) in [("old", "new"), ("export.csv", "new.csv")] {
            _ = try Program.run("upgrade", source, "-o", target, "--certificate", "run.json", in: scratch)
            #expect(try check(source).status == 0)
            let result = try check(source, target: target)
            #expect(result.status == 0, "\(result.text)\(result.errors)")
        }
        try scratch.write(
            "profile_id,event_type,_adapty_migration\np1,subscription_expired,subscription_cancelled\n\"p,3\",subscription_renewed,\n",
            to: "new.csv")
        #expect(try check("export.csv", target: "new.csv").status == 65)
    }

    @Test("the same run gives the same certificate, with any number of threads")
    func isDeterministic() throws {
        try certify(String(repeating: CertificateTests.lines, count: 1500), "--jobs", "1")
        let first = try scratch.bytes("run.json")
        try certify(String(repeating: CertificateTests.lines, count: 1500), "--jobs", "4")
        #expect(try scratch.bytes("run.json") == first)
        #expect(try scratch.object(try scratch.text("run.json"))["adapty_migration_certificate"] as? Int == 1)
    }

    @Test("a change of any byte of any record is found, in the source and in the target")
    func everyByte() throws {
        try certify("\(Samples.oldEvent)\n\(Samples.newEvent)\n\(Samples.unknown)\n")
        let source = try scratch.bytes("old.ndjson"), target = try scratch.bytes("new.ndjson")
        #expect(try findings(source: source, target: target).isEmpty)
        for position in stride(from: 0, to: source.count, by: Program.step(50)) where source[position] != 0x0A {
            var changed = source
            changed[position] ^= 1
            #expect(try !findings(source: changed, target: target).isEmpty, "source byte \(position)")
        }
        for position in stride(from: 0, to: target.count, by: Program.step(50)) where target[position] != 0x0A {
            var changed = target
            changed[position] ^= 1
            #expect(try !findings(source: source, target: changed).isEmpty, "target byte \(position)")
        }
    }

    @Test(
        "records that are added, dropped, doubled or swapped are found",
        arguments: ["added", "dropped", "doubled", "swapped"], [true, false])
    func records(change: String, inSource: Bool) throws {
        try certify()
        let name = inSource ? "old.ndjson" : "new.ndjson"
        var lines = try scratch.lines(name)
        switch change {
        case "added": lines.append(Samples.newEvent)
        case "dropped": lines.remove(at: 1)
        case "doubled": lines.insert(lines[0], at: 0)
        default: lines.swapAt(0, 1)
        }
        try scratch.write(lines.map { $0 + "\n" }.joined(), to: name)
        let result = try check(target: "new.ndjson")
        #expect(result.status == 65)
        #expect(result.text.contains(inSource ? "✕ source: 5 records certified" : "✕ target: 4 records certified"))
        #expect(
            result.text.contains(
                "the first difference is in record \(change == "added" ? inSource ? 6 : 5 : change == "dropped" ? 2 : change == "doubled" ? 2 : 1)."
            ))
    }

    @Test("of many records the very one is named that was edited in the target", arguments: [1, 777, 2000])
    func place(number: Int) throws {
        try certify(
            (1...2000).map { #"{"event_type":"subscription_cancelled","profile_id":"p\#($0)"}"# + "\n" }.joined())
        var lines = try scratch.lines("new.ndjson")
        lines[number - 1] = lines[number - 1].replacingOccurrences(of: "expired", with: "renewed")
        try scratch.write(lines.map { $0 + "\n" }.joined(), to: "new.ndjson")
        #expect(
            try check(target: "new.ndjson").text.contains(
                "the first difference is in record \(number == 2000 ? "2,000" : String(number))."))
    }

    @Test("of standard input, which is not read twice, no record is named", arguments: [[], ["-"]])
    func standardInput(paths: [String]) throws {
        let text = (1...2000).map { #"{"event_type":"subscription_cancelled","profile_id":"p\#($0)"}"# + "\n" }.joined()
        try certify(text)
        var lines = try scratch.lines("new.ndjson")
        lines[779] = lines[779].replacingOccurrences(of: "expired", with: "renewed")
        try scratch.write(lines.map { $0 + "\n" }.joined(), to: "new.ndjson")
        let result = try Program.run(
            ["verify", "--certificate", "run.json"] + paths + ["--target", "new.ndjson"], in: scratch, input: text)
        #expect(result.status == 65)
        #expect(result.text.contains("the first difference is among records "), "\(result.text)")
    }

    @Test("other rules say so, and the target can still be checked")
    func otherRules() throws {
        try certify()
        let text = try scratch.text("run.json")
        let rules = try #require(try scratch.object(text)["rules"] as? String)
        try scratch.write(text.replacingOccurrences(of: rules, with: String(rules.reversed())), to: "run.json")
        let result = try check(target: "new.ndjson")
        #expect(result.status == 65)
        #expect(result.text.contains("✕ rules: the certificate was made with rules"))
        #expect(result.text.contains("target  4 records, as certified"))
    }

    @Test("every exception has its reason")
    func exceptions() throws {
        try certify("\(Samples.unknown)\n{\"profile_id\":\"p\",\"customAttributes\":[],\"accessLevels\":{}}\n")
        let certificate = try Certificate(path: scratch.url("run.json").path)
        #expect(
            certificate.report[.exceptions].rows.contains {
                $0.key.map(\.text) == ["old.ndjson", "1", "1", "rejected", "", "unrecognised", ""]
            })
        let reasons = try #require(try scratch.object(try scratch.text("run.json"))["reasons"] as? [String: String])
        for row in certificate.report[.exceptions].rows { #expect(reasons[row.key[3].text]?.isEmpty == false) }
        #expect(reasons["unrecognised"] == "Valid JSON of no known shape")
    }

    @Test(
        "a certificate that was edited does not hold",
        arguments: [
            (#"["exact",4]"#, #"["exact",5]"#), (#""bytes":"#, #""bytes":1"#), ("unrecognised", "truncated"),
            (#""records":1,"#, #""records":2,"#),
        ])
    func edited(old: String, new: String) throws {
        try certify()
        let text = try scratch.text("run.json")
        #expect(text.contains(old))
        try scratch.write(text.replacingOccurrences(of: old, with: new), to: "run.json")
        #expect(try check().status == 65)
    }

    @Test(
        "what is no certificate is refused",
        arguments: [
            "", "{}", "[]", #"{"adapty_migration_certificate":2}"#, #"{"adapty_migration_certificate":1}"#, "{",
        ])
    func refusals(text: String) throws {
        try scratch.write(Samples.oldEvent, to: "old.ndjson")
        try scratch.write(text, to: "run.json")
        let result = try check()
        #expect(result.status == 66)
        #expect(result.errors.contains("run.json: "))
    }

    @Test(
        "it goes to a file that is nobody else's",
        arguments: [
            ["--certificate", "old.ndjson"], ["--certificate", "new.ndjson"], ["--certificate", "-"],
            ["--certificate", "a.json", "--report", "a.json"], ["--dry-run", "--certificate", "a.json"],
        ])
    func places(options: [String]) throws {
        try scratch.write(CertificateTests.lines, to: "old.ndjson")
        #expect(try Program.run(["upgrade", "old.ndjson", "-o", "new.ndjson"] + options, in: scratch).status == 64)
        #expect(scratch.names == ["old.ndjson"])
    }

    @Test(
        "what was written is read in the order of the source, and laid out as the source is",
        arguments: [
            (["b.ndjson", "a.ndjson"], "new", []), (["old", "a.ndjson"], "new", []),
            (["lines.json"], "new.json", ["--format", "ndjson"]), (["array.json"], "new.ndjson", []),
            (["x.csv"], "x.txt", []),
            (["x.csv", "y.csv"], "exports", []), (["deep.json"], "deeper.json", ["--max-depth", "2000"]),
        ] as [([String], String, [String])])
    func layouts(sources: [String], target: String, options: [String]) throws {
        for name in ["a.ndjson", "b.ndjson", "old/z.ndjson", "lines.json"] {
            try scratch.write(
                Samples.oldEvent + "\n" + Samples.newEvent.replacingOccurrences(of: "{", with: "{\"\(name)\":1,")
                    + "\n", to: name)
        }
        try scratch.write("[\n\(Samples.oldEvent),\n\(Samples.newEvent)\n]\n", to: "array.json")
        for name in ["x.csv", "y.csv"] {
            try scratch.write("profile_id,event_type\n\(name),subscription_cancelled\n", to: name)
        }
        try scratch.write(
            "{\"event_type\":\"subscription_cancelled\",\"x\":\(String(repeating: "[", count: 900))\(String(repeating: "]", count: 900))}",
            to: "deep.json")
        let run = try Program.run(
            ["upgrade"] + sources + ["-o", target, "--certificate", "run.json"] + options, in: scratch)
        #expect(run.status == 0, "\(run.errors)")
        let result = try Program.run(
            ["verify", "--certificate", "run.json"] + sources + ["--target", target], in: scratch)
        #expect(result.status == 0, "\(result.text)\(result.errors)")
    }

    /// What comes of a block is written in parts where it is much.
    @Test("a record is told with its line, however much stands before it", arguments: ["1", "3"])
    func lines(jobs: String) throws {
        let long = Samples.oldEvent.replacingOccurrences(
            of: "{\"", with: "{\"x\":\"\(String(repeating: "x", count: 40_000))\",\"")
        let lines =
            (0..<120).map { [17, 90, 119].contains($0) ? Samples.unknown : long } + [
                "[\(Samples.unknown),\(Samples.oldEvent)]"
            ]
        try scratch.write(lines.joined(separator: "\n"), to: "old.ndjson")
        _ = try Program.run(
            "upgrade", "old.ndjson", "-o", "new.ndjson", "--jobs", jobs, "--certificate", "run.json", "--report",
            "run.report.json", in: scratch)
        let rows = try MigrationReport(json: Array(try scratch.bytes("run.report.json")))[.exceptions].rows.filter {
            $0.key[3].text == "rejected"
        }
        #expect(Set(rows.map(\.key[1].text)) == ["18", "91", "120", "121"], "\(rows)")
        #expect(try check().status == 0)
    }

    @Test("a file that the run did not write is found among what it wrote")
    func otherFile() throws {
        try scratch.write(Samples.oldEvent + "\n", to: "old/a.ndjson")
        _ = try Program.run("upgrade", "old", "-o", "new", "--certificate", "run.json", in: scratch)
        try scratch.write(Samples.newEvent + "\n", to: "new/b.ndjson")
        let result = try check("old", target: "new")
        #expect(result.status == 65 && result.text.contains("new/b.ndjson"))
    }

    @Test("exceptions cannot be taken out by hand, whatever the inputs are called")
    func removedExceptions() throws {
        try certify()
        let text = try scratch.text("run.json")
        for names in [#""inputs":[]"#, #""inputs":["b.ndjson"]"#] {
            var edited = text.replacingOccurrences(of: #""inputs":["old.ndjson"]"#, with: names)
            #expect(edited != text)
            try scratch.write(edited, to: "run.json")
            #expect(try check().status == 0, "another name is no edit of what was found")
            let start = try #require(edited.range(of: #""exceptions":{"columns""#)),
                end = try #require(edited.range(of: "}", range: start.upperBound..<edited.endIndex))
            edited.replaceSubrange(
                start.lowerBound..<end.upperBound,
                with: #""exceptions":{"columns":[],"limit":1000,"rows":[],"others":[]}"#)
            try scratch.write(edited, to: "run.json")
            #expect(try check().status != 0)
        }
    }

    @Test(
        "what is told lies outside of the records, in a folder that is there",
        arguments: ["new/run.json", "old/run.json", "missing/run.json"])
    func places(path: String) throws {
        try scratch.write(Samples.oldEvent + "\n", to: "old/a.ndjson")
        let result = try Program.run("upgrade", "old", "-o", "new", "--certificate", path, in: scratch)
        #expect(result.status == 64)
        #expect(!scratch.exists("new"), "it is found out before the work")
    }
}
