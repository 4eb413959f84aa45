import Foundation
import Testing

@Suite struct AtomicityTests {
    let scratch = Scratch()

    @Test(arguments: [1, 2]) func anInterruptedRunLeavesNothing(_ jobs: Int) throws {
        try scratch.write("before", to: "new.ndjson")
        let process = Program.prepare(
            ["upgrade", "-", "--format", "ndjson", "-o", "new.ndjson", "--rejects", "bad", "--jobs", "\(jobs)"],
            in: scratch.folder)
        let input = Pipe()
        process.standardInput = input
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        // More than a batch, so that the output is begun; then no end.
        let line = Data("\(Samples.oldEvent)\n\(Samples.unknown)\n".utf8)
        for _ in 0..<40_000 { try input.fileHandleForWriting.write(contentsOf: line) }
        let deadline = Date(timeIntervalSinceNow: 30)
        while scratch.names.count < 3, Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
        #expect(scratch.names.count == 3)
        process.terminate()
        process.waitUntilExit()
        #expect(scratch.names == ["new.ndjson"])
        #expect(try scratch.text("new.ndjson") == "before")
        let said = try errors.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
        #expect(
            said?.hasSuffix("adapty-migrate: stopped; nothing was written to new.ndjson; run the command again\n")
                == true)
    }

    @Test(
        "an interruption says what is where",
        arguments: [
            (["upgrade", "-"], "standard output has only the first records"),
            (["verify", "-"], "every file that was written is whole"),
        ])
    func interruption(arguments: [String], sentence: String) throws {
        let process = Program.prepare(arguments + ["--format", "ndjson"], in: scratch.folder)
        let input = Pipe(), errors = Pipe()
        (process.standardInput, process.standardError) = (input, errors)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("\(Samples.unknown)\n".utf8))
        // Its message about this record shows that the run has begun.
        let first = errors.fileHandleForReading.availableData
        process.interrupt()
        process.waitUntilExit()
        let rest = try errors.fileHandleForReading.readToEnd() ?? Data()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(
            String(decoding: first + rest, as: UTF8.self).hasSuffix(
                "\nadapty-migrate: stopped; \(sentence); run the command again\n"))
    }

    @Test func anInterruptionAtAnyMomentLeavesNothing() throws {
        try scratch.write(
            String(repeating: "\(Samples.oldEvent)\n\(Samples.unknown)\n", count: 40_000), to: "old/a.ndjson")
        for number in 0..<40 {
            let process = Program.prepare(
                ["upgrade", "old/a.ndjson", "-o", "new.ndjson", "--jobs", "2"], in: scratch.folder)
            process.standardError = FileHandle.nullDevice
            try process.run()
            Thread.sleep(forTimeInterval: Double(number) * 0.003)
            process.interrupt()
            process.waitUntilExit()
            #expect(process.terminationReason == .uncaughtSignal)
            #expect(scratch.names == ["old"])
        }
    }

    @Test("what a killed run left is written over, what another one writes is not", arguments: [false, true])
    func leftOver(isInUse: Bool) throws {
        let name = ".new.ndjson.0.tmp", rest = String(repeating: "left over\n", count: 1000)
        try scratch.write("\(Samples.oldEvent)\n", to: "events.ndjson")
        try scratch.write(rest, to: name)
        let descriptor = open(scratch.url(name).path, O_RDONLY)
        defer { close(descriptor) }
        if isInUse { #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0) }
        #expect(try Program.run("upgrade", "events.ndjson", "-o", "new.ndjson", in: scratch).status == 0)
        #expect(try scratch.text("new.ndjson") == "\(Samples.upgradedEvent)\n")
        #expect(scratch.names == (isInUse ? [name] : []) + ["events.ndjson", "new.ndjson"])
        if isInUse { #expect(try scratch.text(name) == rest) }
    }

    @Test func aKilledRunLeavesNothingOnceItIsDoneAgain() throws {
        let process = Program.prepare(["upgrade", "-", "--format", "ndjson", "-o", "new.ndjson"], in: scratch.folder)
        let input = Pipe()
        process.standardInput = input
        try process.run()
        for _ in 0..<20_000 { try input.fileHandleForWriting.write(contentsOf: Data("\(Samples.oldEvent)\n".utf8)) }
        let deadline = Date(timeIntervalSinceNow: 30)
        while scratch.names.isEmpty, Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(scratch.names == [".new.ndjson.0.tmp"])
        #expect(try Program.run("upgrade", "-", "-o", "new.ndjson", in: scratch, input: Samples.oldEvent).status == 0)
        #expect(try scratch.names == ["new.ndjson"] && scratch.text("new.ndjson") == Samples.upgradedEvent)
    }

    #if os(Linux)
    @Test func aFailedRunLeavesNothing() throws {
        try scratch.write((0..<20_000).map { _ in Samples.unknown }.joined(separator: "\n"), to: "old.ndjson")
        #expect(
            try Program.run("upgrade", "old.ndjson", "-o", "new.ndjson", "--rejects", "/dev/full", in: scratch).status
                == 74)
        #expect(scratch.names == ["old.ndjson"])
    }
    #endif

    @Test func aReplacedFileKeepsItsPermissionsAndItsLink() throws {
        try scratch.write(Samples.oldEvent, to: "old.json")
        try scratch.write("before", to: "real.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: scratch.url("real.json").path)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.url("new.json").path, withDestinationPath: "real.json")
        #expect(try Program.run("upgrade", "old.json", "-o", "new.json", in: scratch).status == 0)
        #expect(try scratch.text("real.json") == Samples.upgradedEvent)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.url("new.json").path) == "real.json")
        #expect(
            try FileManager.default.attributesOfItem(atPath: scratch.url("real.json").path)[.posixPermissions] as? Int
                == 0o600)
    }
}
