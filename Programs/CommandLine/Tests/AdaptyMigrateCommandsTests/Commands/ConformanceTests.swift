import Foundation
import Testing

/// `detect` exits 0 on JSON and 65 on everything else, however it is given; `Tests/Conformance` says what is which.
@Suite struct ConformanceTests {
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let file: URL
        var isAccepted: Bool { description.hasPrefix("accept/") }
        var isLines: Bool { description.hasPrefix("lines/") }
    }

    static let cases: [Case] = {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<6 { folder.deleteLastPathComponent() }
        folder.appendPathComponent("Tests/Conformance")
        let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
        // The tool takes a mark off a file's beginning, ``ConventionTests``; the library refuses it.
        return paths.filter { $0.hasSuffix(".json") && !$0.contains("byte-order-mark/") }.sorted().map {
            Case(description: $0, file: folder.appendingPathComponent($0))
        }
    }()

    private func status(_ arguments: [String], input: URL? = nil) throws -> Int32 {
        let scratch = Scratch(), process = Program.prepare(["detect"] + arguments, in: scratch.folder)
        process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        return process.terminationStatus
    }

    @Test func thereAreCases() { #expect(ConformanceTests.cases.count > 1_000) }

    /// A hundred files of one kind to a run, which names each that it refuses: to start a program for each takes longer
    /// than all it does.
    static let groups = [true, false].flatMap { isAccepted in
        let same = cases.filter { $0.isAccepted == isAccepted }
        return stride(from: 0, to: same.count, by: 100).map { Array(same[$0..<min($0 + 100, same.count)]) }
    }

    @Test(arguments: groups) func byFile(_ group: [Case]) throws {
        let isAccepted = group[0].isAccepted,
            result = try Program.run(["detect"] + group.map(\.file.path), in: Scratch()),
            errors = result.errors.split(separator: "\n")
        #expect(result.status == (isAccepted ? 0 : 65))
        for test in group { #expect(errors.contains { $0.hasPrefix(test.file.path + ":") } != isAccepted, "\(test)") }
    }

    /// One case in fifty, because each starts the program; `TEST_ALL=1` takes all.
    static let piped = stride(from: 0, to: cases.count, by: Program.step(50)).map { cases[$0] }

    /// Formats that are told apart, each with the command that makes it readable.
    private static let toldApart: Set = [
        "binary-plist", "comment-first", "event-stream", "gzip", "log-line", "record-separator", "utf-16be-mark-only",
        "utf-16be-with-mark", "utf-16le-mark-only", "utf-16le-with-mark", "utf-32le-with-mark",
    ]

    @Test(arguments: piped) func byStandardInput(_ test: Case) throws {
        let name = test.file.deletingPathExtension().lastPathComponent
        let refused: Int32 = ConformanceTests.toldApart.contains(name) ? 64 : 65
        #expect(try status([], input: test.file) == (test.isAccepted || test.isLines ? 0 : refused))
    }

    /// What is on one line means the same as a line; a blank line is no record.
    @Test func byLine() throws {
        let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        for isAccepted in [true, false] {
            let scratch = Scratch()
            var lines = 0
            for test in ConformanceTests.cases where test.isAccepted == isAccepted && !test.isLines {
                let bytes = Array(try Data(contentsOf: test.file))
                // A mark alone is a file of lines without one.
                if bytes.contains(0x0A) || bytes.allSatisfy(space.contains) || bytes == [0xEF, 0xBB, 0xBF] { continue }
                try scratch.write(bytes, to: "\(lines).ndjson")
                lines += 1
            }
            #expect(lines > 200)
            let result = try Program.run("detect", ".", in: scratch)
            #expect(result.status == (isAccepted ? 0 : 65))
            #expect(isAccepted || result.lines.count == lines)
            if isAccepted { #expect(result.errors.isEmpty) }
            #expect(isAccepted || result.errors.split(separator: "\n").count == lines)
        }
    }
}
