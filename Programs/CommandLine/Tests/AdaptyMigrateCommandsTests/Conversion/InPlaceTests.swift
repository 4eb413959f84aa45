import AdaptyMigrationFiles
import Foundation
import Testing

@testable import AdaptyMigrateCommands

/// `upgrade --in-place` and `downgrade --in-place`.
@Suite struct InPlaceTests {
    let scratch = Scratch()

    private static let lines = [Samples.oldEvent, Samples.newEvent, "", Samples.oldEvent].joined(separator: "\n")
    private static let export = "profile_id,event_type\np1,subscription_cancelled\np2,own\n"

    private func write(_ files: [String: String]) throws {
        for (name, text) in files { try scratch.write(text, to: name) }
    }

    private func texts(_ files: [String: String]) throws -> [String: String] {
        try files.keys.reduce(into: [:]) { $0[$1] = try scratch.text($1) }
    }

    @Test(
        "files are upgraded, and taken back byte for byte",
        arguments: [
            (["events.ndjson": lines], ["events.ndjson"], 1),
            (["event.json": Samples.oldEvent, "profile.json": Samples.profile], ["event.json", "profile.json"], 2),
            (["e.json": "[\(Samples.oldEvent),\n \(Samples.newEvent)]\n"], ["e.json"], 1),
            (["data/events.ndjson": "\u{FEFF}" + lines, "data/x/e.json": Samples.oldEvent], ["data"], 2),
            (["e.csv": export, "new.ndjson": Samples.newEvent], ["e.csv", "new.ndjson"], 1),
        ])
    func roundTrip(files: [String: String], inputs: [String], changed: Int) throws {
        try write(files)
        let result = try Program.run(["upgrade", "--in-place=.orig"] + inputs, in: scratch)
        #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
        let after = try texts(files), copies = after.keys.filter { scratch.exists($0 + ".orig") }
        #expect(copies.count == changed && after.count { $0.value != files[$0.key] } == changed)
        for name in copies { #expect(try scratch.text(name + ".orig") == files[name]) }
        for (name, text) in files where after[name] != text {
            let elsewhere = try Program.run("upgrade", name + ".orig", "--format", format(name), in: scratch)
            #expect(name.hasSuffix(".csv") || elsewhere.text == after[name], "the same as elsewhere")
        }
        #expect(try Program.run(["upgrade", "--in-place=.orig"] + inputs, in: scratch).status == 0)
        #expect(try texts(files) == after, "a second run changes nothing")
        let back = try Program.run(["downgrade"] + inputs + ["--in-place"], in: scratch)
        #expect(back.status == 0, "\(back.errors)")
        #expect(try texts(files) == files)
        #expect(!scratch.names.contains { $0.hasSuffix(".tmp") })
    }

    private func format(_ name: String) -> String { name.hasSuffix(".ndjson") ? "ndjson" : "json" }

    @Test("rejected records stay where they are")
    func rejects() throws {
        try scratch.write("\(Samples.oldEvent)\n\(Samples.broken)\n", to: "e.ndjson")
        try scratch.write(Samples.unknown, to: "e.json")
        let result = try Program.run("upgrade", "e.ndjson", "e.json", "--in-place", "--rejects", "r", in: scratch)
        #expect(result.status == 65)
        #expect(try scratch.lines("e.ndjson") == [Samples.upgradedEvent, Samples.broken])
        #expect(try scratch.text("e.json") == Samples.unknown)
        #expect(try scratch.lines("r").count == 2 && scratch.names == ["e.json", "e.ndjson", "r"])
    }

    @Test("edits that were made since come through")
    func edits() throws {
        try scratch.write(Samples.oldEvent, to: "e.json")
        #expect(try Program.run("upgrade", "--in-place", "e.json", in: scratch).status == 0)
        let edited = Samples.upgradedEvent.replacingOccurrences(of: "{\"event_type\"", with: "{\"a\":1,\"event_type\"")
        try scratch.write(edited, to: "e.json")
        #expect(try Program.run("downgrade", "--in-place", "e.json", in: scratch).status == 0)
        #expect(try scratch.text("e.json") == #"{"event_type":"subscription_cancelled","a":1}"#)
    }

    @Test("what nothing changes in is not written; a link stays a link; the mode stays")
    func attributes() throws {
        try write(["new.json": Samples.newEvent, "folder/old.json": Samples.oldEvent])
        let path = scratch.url("folder/old.json").path, before = FileStatus.of(scratch.url("new.json").path)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.url("link.json").path, withDestinationPath: "folder/old.json")
        let result = try Program.run("upgrade", "new.json", "link.json", "--in-place=.orig", in: scratch)
        #expect(result.status == 0, "\(result.errors)")
        let after = FileStatus.of(scratch.url("new.json").path)
        #expect(before?.identity == after?.identity && before?.modified == after?.modified)
        #expect(Posix.isLink(scratch.url("link.json").path) && scratch.exists("folder/old.json.orig"))
        #expect(
            try FileStatus.of(path).map { $0.mode & 0o777 } == 0o640
                && scratch.text("folder/old.json") != Samples.oldEvent)
    }

    @Test("a copy is never written over")
    func copies() throws {
        try write(["e.json": Samples.oldEvent, "e.json.orig": "mine"])
        let result = try Program.run("upgrade", "e.json", "--in-place=.orig", in: scratch)
        #expect(result.status == 64 && result.errors.contains("e.json.orig is already there"))
        #expect(try scratch.text("e.json") == Samples.oldEvent && scratch.text("e.json.orig") == "mine")
    }

    @Test("a file that another program writes to meanwhile is left as it is")
    func meanwhile() throws {
        try scratch.write(Samples.oldEvent, to: "e.json")
        let path = scratch.url("e.json").path, file = try InPlaceFile(path, suffix: "")
        var standardOutput: Output?
        let output = try OutputSlot(path, isFolder: true, standardOutput: &standardOutput)
        try output.write(Array(Samples.newEvent.utf8))
        try scratch.write(Samples.oldEvent + "\n", to: "e.json")
        let failure = #expect(throws: CommandFailure.self) { try file.replace(by: output) }
        #expect(failure?.status == .failedIO)
        #expect(try scratch.text("e.json") == Samples.oldEvent + "\n")
    }

    @Test(
        "what cannot be is refused before anything is written",
        arguments: [
            ["--in-place"], ["--in-place", "-"], ["--in-place", "e.json", "-o", "x.json"],
            ["--in-place", "e.json", "--residue", "discard"], ["--in-place", "e.json", "--residue", "beside=s"],
            ["--in-place=.json", "e.json"], ["--in-place=a/b", "e.json"], ["--in-place", "e.json", "./e.json"],
            ["--in-place", "e.json", "--rejects", "e.json"], ["--in-place", "x.rejects.ndjson"],
        ])
    func refusals(arguments: [String]) throws {
        let files = ["e.json": Samples.oldEvent, "x.rejects.ndjson": Samples.oldEvent + "\n"]
        try write(files)
        let result = try Program.run(["upgrade"] + arguments, in: scratch, input: Samples.oldEvent)
        #expect(result.status == 64, "\(result.errors)")
        #expect(try texts(files) == files && scratch.names == files.keys.sorted())
    }

    @Test("a dry run writes nothing; without originals, copies are kept")
    func withoutOriginals() throws {
        try scratch.write(Samples.oldEvent, to: "e.json")
        #expect(try Program.run("upgrade", "--in-place", "--dry-run", "e.json", in: scratch).status == 0)
        #expect(try scratch.text("e.json") == Samples.oldEvent)
        let arguments = ["upgrade", "--residue", "discard", "--in-place=.orig", "e.json"]
        #expect(try Program.run(arguments, in: scratch).status == 0)
        #expect(try scratch.text("e.json") == Samples.newEvent && scratch.text("e.json.orig") == Samples.oldEvent)
    }

    #if Gzip
    @Test("compressed files are read and written as such, in place and elsewhere", arguments: [true, false])
    func compressed(isInPlace: Bool) throws {
        try scratch.write(Self.lines, to: "a/e.ndjson")
        try scratch.write(Self.export, to: "e.csv")
        for name in ["a/e.ndjson", "e.csv"] { try scratch.gzip(name) }
        let inputs = ["a", "e.csv.gz"], output = isInPlace ? ["--in-place"] : ["-o", "new"]
        #expect(try Program.run(["upgrade"] + inputs + output, in: scratch).status == 0)
        let made = isInPlace ? inputs : ["new/a", "new/e.csv.gz"]
        let content = try scratch.gzip("-dc", isInPlace ? "a/e.ndjson.gz" : "new/a/e.ndjson.gz")
        #expect(content.split(separator: "\n").first.map(String.init) == Samples.upgradedEvent)
        #expect(try Program.run(["downgrade"] + made + ["--in-place"], in: scratch).status == 0)
        #expect(try scratch.gzip("-dc", isInPlace ? "a/e.ndjson.gz" : "new/a/e.ndjson.gz") == Self.lines)
        #expect(try scratch.gzip("-dc", isInPlace ? "e.csv.gz" : "new/e.csv.gz") == Self.export)
        #expect(try Program.run("verify", "a", in: scratch).status == 0)
    }

    @Test("a compressed file that is cut off is left as it is")
    func damaged() throws {
        try scratch.write(String(repeating: Self.lines, count: 100), to: "e.ndjson")
        try scratch.gzip("e.ndjson")
        let half = Array(try scratch.bytes("e.ndjson.gz").dropLast(20))
        try scratch.write(half, to: "e.ndjson.gz")
        let result = try Program.run("upgrade", "--in-place", "e.ndjson.gz", in: scratch)
        #expect(result.status == 65 && result.errors.contains("e.ndjson.gz: the compressed file is cut off"))
        #expect(try scratch.bytes("e.ndjson.gz") == half && scratch.names == ["e.ndjson.gz"])
    }
    #else
    @Test("what is compressed needs a trait", arguments: ["e.ndjson.gz", "folder"])
    func withoutTrait(input: String) throws {
        try write(["e.ndjson.gz": "", "folder/e.ndjson.gz": ""])
        let result = try Program.run("upgrade", "--in-place", input, in: scratch)
        #expect(result.status != 0 && result.errors.contains("--traits Gzip"))
    }
    #endif
}
