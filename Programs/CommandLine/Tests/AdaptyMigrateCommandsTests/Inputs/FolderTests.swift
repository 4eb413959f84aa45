import Foundation
import Testing

@Suite struct FolderTests {
    let scratch = Scratch()

    @Test func aFolderKeepsItsLayoutAndComesBack() throws {
        try scratch.write(Samples.profile, to: "old/a/profile.json")
        try scratch.write(Samples.oldEvent + "\r\n" + Samples.ownEvent, to: "old/events.jsonl")
        try scratch.write("not data", to: "old/readme.txt")
        #expect(try Program.run("upgrade", "old", "-o", "new", in: scratch).status == 0)
        #expect(!scratch.exists("new/readme.txt"))
        #expect(try scratch.text("new/events.jsonl") == Samples.upgradedEvent + "\r\n" + Samples.ownEvent)
        #expect(try Program.run("downgrade", "new/", "-o", "back/", in: scratch).status == 0)
        #expect(try scratch.text("back/a/profile.json") == Samples.profile)
        #expect(try scratch.text("back/events.jsonl") == Samples.oldEvent + "\r\n" + Samples.ownEvent)
    }

    @Test func aSidecarOfAFolderIsAFolder() throws {
        try scratch.write(Samples.profile, to: "old/a/profile.json")
        try scratch.write(Samples.ownEvent + "\n" + Samples.oldEvent + "\n", to: "old/events.ndjson")
        #expect(try Program.run("upgrade", "old", "-o", "new", "--residue", "beside=residue", in: scratch).status == 0)
        #expect(try scratch.text("new/events.ndjson") == Samples.ownEvent + "\n" + Samples.newEvent + "\n")
        #expect(scratch.exists("residue/a/profile.json.residue.ndjson"))
        #expect(
            try Program.run("downgrade", "new", "-o", "back", "--residue", "beside=residue", in: scratch).status == 0)
        #expect(try scratch.text("back/a/profile.json") == Samples.profile)
        #expect(try scratch.text("back/events.ndjson") == Samples.ownEvent + "\n" + Samples.oldEvent + "\n")
    }

    @Test func oneRefusedDocumentDoesNotStopTheRest() throws {
        try scratch.write(Samples.unknown, to: "old/a.json")
        try scratch.write(Samples.oldEvent, to: "old/b.json")
        #expect(try Program.run("upgrade", "old", "-o", "new", in: scratch).status == 65)
        #expect(!scratch.exists("new/a.json"))
        #expect(scratch.exists("new/b.json"))
        #expect(try scratch.lines("new.rejects.ndjson").count == 1)
    }

    @Test func aFolderNeedsAFolder() throws {
        try scratch.write(Samples.oldEvent, to: "old/a.json")
        try scratch.write("", to: "file")
        #expect(try Program.run("upgrade", "old", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "old", "-o", "file", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "old", "-o", "old", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "old", "-o", "old/new", in: scratch).status == 64)
        #expect(try scratch.text("old/a.json") == Samples.oldEvent)
    }

    @Test func twoInputsMayNotBecomeOneFile() throws {
        try scratch.write(Samples.oldEvent, to: "x/a.json")
        try scratch.write(Samples.oldEvent, to: "y/a.json")
        let result = try Program.run("upgrade", "x/a.json", "y/a.json", "-o", "out", in: scratch)
        #expect(result.status == 64)
        #expect(!scratch.exists("out"))
        // Folders go below the output folder under their own names.
        #expect(try Program.run("upgrade", "x", "y", "-o", "out", in: scratch).status == 0)
        #expect(scratch.exists("out/x/a.json") && scratch.exists("out/y/a.json"))
    }

    @Test(
        "what is no file is passed by and named, and the rest goes on",
        arguments: [["upgrade", "in", "-o", "out"], ["detect", "in"], ["verify", "in"], ["report", "in"]])
    func passedBy(arguments: [String]) throws {
        try scratch.write(Samples.oldEvent, to: "in/a.json")
        #expect(mkfifo(scratch.url("in/pipe.json").path, 0o600) == 0)
        #expect(symlink("nowhere.json", scratch.url("in/link.ndjson").path) == 0)
        // A name that is no UTF-8.
        let odd: [CChar] = (scratch.url("in").path + "/").utf8CString.dropLast() + [-1] + ".json".utf8CString
        let descriptor = open(odd, O_CREAT | O_WRONLY, 0o600)
        #expect(descriptor >= 0 && close(descriptor) == 0)
        let result = try Program.run(arguments, in: scratch)
        #expect(result.status == 65)
        for name in [
            "pipe.json is skipped: it is not a regular file", "link.ndjson is skipped: No such file",
            ".json is skipped: No such file",
        ] {
            #expect(result.errors.contains(name), "\(result.errors)")
        }
        if arguments[0] == "upgrade" { #expect(try scratch.text("out/a.json") == Samples.upgradedEvent) }
    }
}
