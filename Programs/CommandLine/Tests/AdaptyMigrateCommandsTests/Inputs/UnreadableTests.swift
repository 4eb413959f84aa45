import Foundation
import Testing

#if Gzip
/// A file among others that cannot be read to its end.
@Suite struct UnreadableTests {
    enum Damage: String, CaseIterable {
        case cut, wrongSum, garbled

        func done(to bytes: [UInt8]) -> [UInt8] {
            switch self {
            case .cut: Array(bytes.prefix(bytes.count / 2))
            case .wrongSum: bytes.dropLast(8) + [bytes[bytes.count - 8] ^ 1] + bytes.suffix(7)
            case .garbled: bytes.prefix(bytes.count / 2) + Array(repeating: 0xFF, count: 64) + bytes.suffix(1000)
            }
        }

        /// What is said about the file.
        var words: String {
            switch self {
            case .cut: "the compressed file is cut off (byte "
            case .wrongSum: "the compressed file is damaged: incorrect data check (byte "
            case .garbled: "the compressed file is "
            }
        }
    }

    private static let remedy = "restore the file from a backup"
    let scratch = Scratch()

    /// Three compressed files, and damages the second one.
    private func make(_ damage: Damage = .cut) throws {
        try scratch.write("\(Samples.oldEvent)\n\(Samples.unknown)\n", to: "old/a.ndjson")
        // More than a block is read before the damage, and some of it is rejected.
        var generator = SystemRandomNumberGenerator()
        let lines = (0..<20_000).map { _ in "{\"event_type\":\"subscription_cancelled\",\"x\":\(generator.next())}" }
        try scratch.write((lines + [Samples.unknown]).joined(separator: "\n").appending("\n"), to: "old/b.ndjson")
        try scratch.write("\(Samples.unknown)\n\(Samples.oldEvent)\n", to: "old/c.ndjson")
        let whole = try scratch.text("old/b.ndjson")
        try scratch.write(Samples.unknown + "\n" + whole, to: "old/b.ndjson")
        for name in ["a", "b", "c"] { try scratch.gzip("old/\(name).ndjson") }
        try scratch.write(damage.done(to: try scratch.bytes("old/b.ndjson.gz")), to: "old/b.ndjson.gz")
    }

    @Test("is named with its place and its remedy, and the others are converted", arguments: Damage.allCases, [1, 2])
    func folder(damage: Damage, jobs: Int) throws {
        try make(damage)
        let arguments = ["upgrade", "old", "-o", "new", "--summary", "run.json", "--jobs", "\(jobs)"]
        // A rerun goes as far.
        for _ in 0..<2 {
            let result = try Program.run(arguments, in: scratch)
            #expect(result.status == 65, "\(result.errors)")
            let line = result.errors.split(separator: "\n").first { $0.contains("warning: old/b.ndjson.gz: ") } ?? ""
            #expect(
                line.contains(damage.words) && line.contains(" of its content); \(Self.remedy)"), "\(result.errors)")
            #expect(line.hasSuffix("; nothing of it was written"))
            #expect(result.errors.contains("2 of 4 records rejected; kept in new.rejects.ndjson"), "\(result.errors)")
        }
        #expect(scratch.names == ["new", "new.rejects.ndjson", "old", "run.json"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.url("new").path).sorted() == [
                "a.ndjson.gz", "c.ndjson.gz",
            ])
        for name in ["a", "c"] {
            #expect(try scratch.gzip("-dc", "new/\(name).ndjson.gz") == Samples.upgradedEvent + "\n")
        }
        let rejects = try scratch.lines("new.rejects.ndjson").map { try scratch.object($0)["source"] as? String }
        #expect(rejects == ["old/a.ndjson.gz", "old/c.ndjson.gz"])
    }

    @Test("counts for nothing in the summary, which names it")
    func summary() throws {
        try make()
        #expect(try Program.run("upgrade", "old", "-o", "new", "--summary", "with", in: scratch).status == 65)
        let whole = ["old/a.ndjson.gz", "old/c.ndjson.gz"]
        #expect(try Program.run(["upgrade"] + whole + ["-o", "x", "--summary", "without"], in: scratch).status == 65)
        var with = try scratch.object(try scratch.text("with")),
            without = try scratch.object(try scratch.text("without"))
        let skipped = with.removeValue(forKey: "skipped") as? [String]
        #expect(skipped?.count == 1 && skipped?[0].hasPrefix("old/b.ndjson.gz: the compressed file is cut off") == true)
        (with["rejects"], without["rejects"]) = (nil, nil)
        #expect(NSDictionary(dictionary: with) == NSDictionary(dictionary: without))
    }

    @Test("keeps a compressed rejects file whole")
    func compressedRejects() throws {
        try make()
        #expect(try Program.run("upgrade", "old", "-o", "new", "--rejects", "bad.ndjson.gz", in: scratch).status == 65)
        #expect(try scratch.gzip("-dc", "bad.ndjson.gz").split(separator: "\n").count == 2)
    }

    @Test("stays as it is in place, and the others do not", arguments: ["upgrade", "downgrade"])
    func inPlace(command: String) throws {
        try make()
        let before = try scratch.bytes("old/b.ndjson.gz")
        let result = try Program.run(command, "old", "--in-place", in: scratch)
        #expect(result.status == 65 && result.errors.contains("; it was left as it is\n"), "\(result.errors)")
        #expect(try scratch.bytes("old/b.ndjson.gz") == before)
        #expect(try scratch.gzip("-dc", "old/a.ndjson.gz").contains("subscription_expired") == (command == "upgrade"))
    }

    @Test("has only whole records on standard output, which are counted, and the others follow")
    func standardOutput() throws {
        try make()
        let inputs = ["a", "b", "c"].map { "old/\($0).ndjson.gz" }
        let result = try Program.run(["upgrade"] + inputs + ["--residue", "beside=residue"], in: scratch)
        #expect(result.status == 65)
        let count = result.lines.count - 2
        #expect(count > 1000 && result.lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
        // One of them was rejected.
        #expect(result.errors.contains("; of it, only \(count + 1) records were read\n"), "\(result.errors)")
        // The residues are those of the output.
        try scratch.write(result.output, to: "all.ndjson")
        let back = try Program.run("downgrade", "all.ndjson", "--residue", "beside=residue", in: scratch)
        #expect(back.status == 0 && back.errors.isEmpty, "\(back.errors)")
        #expect(back.lines.count == count + 2 && back.lines.allSatisfy { $0.contains("subscription_cancelled") })
        // Residues of inputs that were read together cannot be told apart after a gap.
        let lost = try Program.run(["downgrade"] + inputs + ["--residue", "beside=residue"], in: scratch)
        #expect(lost.status == 65 && lost.errors.contains("the sidecar is that of all inputs"), "\(lost.errors)")
    }

    @Test("has no sidecar, and its sidecar does not stop the way back of the others")
    func sidecars() throws {
        try make()
        let residue = ["--residue", "beside=residue"]
        #expect(try Program.run(["upgrade", "old", "-o", "new"] + residue, in: scratch).status == 65)
        #expect(scratch.exists("residue/a.ndjson.gz.residue.ndjson"))
        #expect(!scratch.exists("residue/b.ndjson.gz.residue.ndjson"))
        try scratch.write(try scratch.bytes("old/b.ndjson.gz"), to: "new/b.ndjson.gz")
        try scratch.write(
            try scratch.bytes("residue/a.ndjson.gz.residue.ndjson"), to: "residue/b.ndjson.gz.residue.ndjson")
        let back = try Program.run(["downgrade", "new", "-o", "back"] + residue, in: scratch)
        #expect(back.status == 65 && !scratch.exists("back/b.ndjson.gz"))
        #expect(try scratch.gzip("-dc", "back/c.ndjson.gz") == Samples.oldEvent + "\n", "\(back.errors)")
    }

    @Test(
        "stops no other command",
        arguments: [
            ["verify", "old"], ["detect", "old"], ["explain", "old"], ["upgrade", "old", "--dry-run"],
            ["report", "old", "-o", "report.json"],
        ])
    func commands(arguments: [String]) throws {
        try make()
        let result = try Program.run(arguments, in: scratch)
        #expect(
            result.status == 65 && result.errors.contains("warning: old/b.ndjson.gz: the compressed file is cut off"))
        #expect(result.errors.contains(Self.remedy))
        switch arguments[0] {
        case "verify": #expect(result.text.contains(" records, 3 rejected; "), "\(result.text)")
        case "report":
            let text = try scratch.text("report.json")
            #expect(text.contains("truncated") && text.contains(Self.remedy) && text.contains("old/c.ndjson.gz"))
        default: #expect(result.text.contains("old/c.ndjson.gz"), "\(result.text.suffix(300))")
        }
    }

    @Test("does not stop the comparison with an upgrade")
    func upgraded() throws {
        try make()
        #expect(try Program.run("upgrade", "old", "-o", "new", in: scratch).status == 65)
        let arguments = ["verify", "old", "--upgraded", "new", "--rejects", "new.rejects.ndjson"]
        let result = try Program.run(arguments, in: scratch)
        #expect(result.status == 65 && result.errors.contains("warning: old/b.ndjson.gz: "), "\(result.errors)")
        // The records of the other files are compared, and what was read of this one is missing.
        #expect(result.text.contains("; 2 laws checked on 2: 0 failures"), "\(result.text.prefix(500))")
        #expect(result.text.contains("old/b.ndjson.gz:2: missing from the upgraded data"))
    }

    @Test("is not redacted in part")
    func redact() throws {
        try make()
        let environment = ["ADAPTY_MIGRATE_KEY": "0123456789abcdef0123"]
        let result = try Program.run("redact", "old", "-o", "new", in: scratch, environment: environment)
        #expect(result.status == 65 && result.errors.contains("; nothing of it was written\n"), "\(result.errors)")
        #expect(!scratch.exists("new/b.ndjson.gz") && scratch.exists("new/c.ndjson.gz"))
    }

    @Test("ends the run if it is all that was named", arguments: [["-o", "new.ndjson"], ["--in-place"], []])
    func alone(output: [String]) throws {
        try make()
        let before = try scratch.bytes("old/b.ndjson.gz")
        let result = try Program.run(["upgrade", "old/b.ndjson.gz"] + output, in: scratch)
        #expect(result.status == 65 && result.errors.contains("error: old/b.ndjson.gz: the compressed file is cut off"))
        #expect(scratch.names == ["old"])
        #expect(try scratch.bytes("old/b.ndjson.gz") == before)
    }
}
#endif
