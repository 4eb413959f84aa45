import Foundation
import Testing

@Suite struct ExitStatusTests {
    let scratch = Scratch()

    @Test func wrongUsageIs64() throws {
        try scratch.write(Samples.oldEvent, to: "a.json")
        #expect(try Program.run("upgrade", "a.json", "--no-such-option", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "a.json", "--to", "sdk9", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "a.json", "--residue", "beside=", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "a.json", "--jobs", "0", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "a.json", "--at", "yesterday", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "a.json", "--summary", "-", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "-", "-", in: scratch).status == 64)
        #expect(try Program.run("explain", "no_such_name", in: scratch).status == 64)
        #expect(try Program.run("schema", "webhook", "profile", in: scratch).status == 64)
        #expect(try Program.run("frobnicate", in: scratch).status == 64)
    }

    @Test func noInputIs66() throws {
        #expect(try Program.run("upgrade", "nowhere.json", in: scratch).status == 66)
        #expect(try Program.run("detect", "nowhere.json", in: scratch).status == 66)
        try scratch.write("x", to: "empty/readme.txt")
        #expect(try Program.run("upgrade", "empty", "-o", "out", in: scratch).status == 66)
        #expect(!scratch.exists("out"))
    }

    @Test func anInputIsNeverOverwritten() throws {
        try scratch.write(Samples.oldEvent, to: "a.json")
        try FileManager.default.createSymbolicLink(
            at: scratch.url("link.json"), withDestinationURL: scratch.url("a.json"))
        #expect(try Program.run("upgrade", "a.json", "-o", "a.json", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "a.json", "-o", "./a.json", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "a.json", "-o", "link.json", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "link.json", "-o", "a.json", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "a.json", "-o", "b.json", "--rejects", "a.json", in: scratch).status == 64)
        #expect(try Program.run("upgrade", "a.json", "-o", "b.json", "--summary", "b.json", in: scratch).status == 64)
        #expect(try scratch.text("a.json") == Samples.oldEvent)
    }

    #if os(Linux)
    @Test func aFullDiskIs74() throws {
        try scratch.write(Samples.oldEvent, to: "a.json")
        #expect(try Program.run("upgrade", "a.json", in: scratch, output: "/dev/full").status == 74)
        #expect(try Program.run("upgrade", "a.json", "-o", "/dev/full", in: scratch).status == 74)
        #expect(
            try Program.run("upgrade", "a.json", "-o", "b.json", "--summary", "/dev/full", in: scratch).status == 74)
        #expect(try Program.run("detect", "a.json", in: scratch, output: "/dev/full").status == 74)
    }
    #endif

    @Test func aFolderThatIsNotThereIs64() throws {
        try scratch.write(Samples.oldEvent, to: "a.json")
        let result = try Program.run("upgrade", "a.json", "-o", "nowhere/b.json", in: scratch)
        #expect(result.status == 64)
        #expect(result.errors.contains("there is no folder nowhere") && !result.errors.contains(".tmp"))
    }

    @Test(
        "a signal's status is that of a shell, and all the tables have it", arguments: [(SIGINT, 130), (SIGTERM, 143)])
    func signals(signal: Int32, status: Int) throws {
        let process = Program.prepare(["upgrade", "-", "--format", "ndjson"], in: scratch.folder)
        let input = Pipe(), errors = Pipe()
        (process.standardInput, process.standardError) = (input, errors)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("\(Samples.unknown)\n".utf8))
        // Its message about this record shows that the run has begun.
        _ = errors.fileHandleForReading.availableData
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && 128 + Int(process.terminationStatus) == status)
        let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
        for page in ["README.md", "Manual/adapty-migrate.1"] {
            let text = try String(contentsOfFile: "\(package)/\(page)", encoding: .utf8)
            #expect(text.contains(page == "README.md" ? "\n| \(status) | " : "\(status) stopped by "), "\(page)")
        }
        for command in [["--help"], ["upgrade", "--help"], ["downgrade", "--help"]] {
            #expect(try Program.run(command, in: scratch).text.contains("\(status)"))
        }
    }

    @Test func helpIs0() throws {
        for command in ["upgrade", "downgrade", "detect", "explain", "verify", "redact", "golden", "schema"] {
            let help = try Program.run(command, "--help", in: scratch)
            #expect(help.status == 0)
            #expect(help.text.contains("EXAMPLES:"))
        }
        #expect(try Program.run("--generate-completion-script", "zsh", in: scratch).text.contains("sdk1-wire"))
    }
}
