@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
import ArgumentParser
import Foundation
import Testing
@testable import AdaptyMigrateCommands

/// Blocks and threads change no byte of any output.
@Suite struct BlockTests {
    let scratch = Scratch()

    /// What the contract says of each line, record by record through the general converter.
    private static func expected(_ text: [UInt8], upgrades: Bool = true, keepsRejected: Bool = false) -> [UInt8] {
        var out: [UInt8] = []
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let isLast = number == lines.count - 1
            if isLast, line.isEmpty { break }
            let hasReturn = !isLast && line.last == 0x0D
            let content = Array(hasReturn ? line.dropLast() : line)
            var result: [UInt8]? = content
            if content.contains(where: { !$0.isSpace }) {
                result =
                    try? upgrades
                    ? Migrator().upgrade(content).document
                    : Migrator().downgrade(content).document
                if result == nil, keepsRejected { result = content }
            }
            guard let result else { continue }
            out += result + (hasReturn ? [0x0D] : []) + (isLast ? [] : [0x0A])
        }
        return out
    }

    private func run(_ direction: Direction, _ blockSize: Int, _ arguments: [String]) throws
        -> AdaptyMigrateCommands.ExitStatus
    {
        try ConversionRun(try ConversionOptions.parse(arguments), direction, blockSize: blockSize).run()
    }

    private var mixed: String {
        (0..<600).map { number in
            switch number % 9 {
            case 0: Samples.oldEvent + "\r"
            case 1: #"{"event_type":"trial_cancelled","profile_id":"\#(number)"}"#
            case 2: Samples.unknown
            case 3: number % 2 == 0 ? "" : " \t\r"
            case 4: String(repeating: " ", count: number % 40) + Samples.ownEvent + " "
            case 5: Samples.broken
            case 6: #"{"event_type":"subscription_cancelled","note":"\#(String(repeating: "x", count: number * 3))"}"#
            case 7:
                #"{"profile_id":"p\#(number)","paid_access_levels":{"premium":{"id":"premium","is_active":1,"will_renew":0}}}"#
            default: "{\"event_type\":\"a\r\"}"
            }
        }.joined(separator: "\n")
    }

    @Test(arguments: [1, 2, 3, 8])
    func everyByteIsTheSame(_ jobs: Int) throws {
        try scratch.write(mixed, to: "old.ndjson")
        let bytes = Array(mixed.utf8), old = scratch.url("old.ndjson").path, new = scratch.url("new").path,
            rejects = scratch.url("rejects").path
        let up = BlockTests.expected(bytes), kept = BlockTests.expected(bytes, keepsRejected: true)
        let down = BlockTests.expected(up, upgrades: false)
        var first: (rejects: [UInt8], summary: [UInt8])?
        for blockSize in [1, 7, 100, 1000, 4099, 1 << 18] {
            let summary = scratch.url("summary").path, all = ["--jobs", "\(jobs)"]
            #expect(
                try run(.upgrade, blockSize, all + [old, "-o", new, "--rejects", rejects, "--summary", summary])
                    == .rejects)
            #expect(try scratch.bytes("new") == up)
            let made = (rejects: try scratch.bytes("rejects"), summary: try scratch.bytes("summary"))
            #expect(made.rejects == first?.rejects ?? made.rejects)
            #expect(made.summary == first?.summary ?? made.summary)
            first = made
            try scratch.write(up, to: "up.ndjson")
            #expect(
                try run(.downgrade, blockSize, all + [scratch.url("up.ndjson").path, "-o", scratch.url("down").path])
                    == .success)
            #expect(try scratch.bytes("down") == down)
            #expect(
                try run(.upgrade, blockSize, all + [old, "-o", new, "--rejects", rejects, "--keep-rejected"])
                    == .rejects)
            #expect(try scratch.bytes("new") == kept)
        }
    }

    @Test(arguments: [1, 3])
    func rejectsKeepTheirOrderAndPlaces(_ jobs: Int) throws {
        try scratch.write(mixed, to: "old.ndjson")
        let bytes = Array(mixed.utf8), rejects = scratch.url("rejects").path
        _ = try run(
            .upgrade, 300,
            ["--jobs", "\(jobs)", scratch.url("old.ndjson").path, "-o", scratch.url("new").path, "--rejects", rejects])
        let lines = try scratch.lines("rejects")
        #expect(lines.count > 100)
        var previous = 0
        for text in lines {
            let reject = try scratch.object(text)
            let line = try #require(reject["line"] as? Int), offset = try #require(reject["offset"] as? Int)
            let record = Array(try #require(reject["record"] as? String).utf8)
            #expect(line > previous)
            previous = line
            #expect(bytes[..<offset].count { $0 == 0x0A } == line - 1)
            #expect(offset == 0 || bytes[offset - 1] == 0x0A)
            #expect(Array(bytes[offset..<offset + record.count]) == record)
        }
    }

    @Test func moreRejectsThanABlockHoldsAreStillInOrder() throws {
        let count = 30_000
        try scratch.write(String(repeating: "{}\n", count: count), to: "old.ndjson")
        let result = try Program.run("upgrade", "old.ndjson", "-o", "new.ndjson", "--jobs", "2", in: scratch)
        #expect(result.status == 65)
        #expect(try scratch.bytes("new.ndjson").isEmpty)
        let lines = try scratch.lines("new.ndjson.rejects.ndjson")
        #expect(lines.count == count)
        #expect(try scratch.object(lines[count - 1])["line"] as? Int == count)
        #expect(try scratch.object(lines[count / 2])["offset"] as? Int == count / 2 * 3)
    }

    @Test func manyShortLines() throws {
        try scratch.write(String(repeating: Samples.oldEvent + "\n", count: 20_000), to: "old.ndjson")
        let one = try Program.run("upgrade", "old.ndjson", "--jobs", "1", in: scratch),
            two = try Program.run("upgrade", "old.ndjson", "--jobs", "2", in: scratch)
        #expect(one.status == 0 && two.status == 0)
        #expect(one.output == Array(String(repeating: Samples.upgradedEvent + "\n", count: 20_000).utf8))
        #expect(one.output == two.output)
    }

    @Test func linesOfManyBlocks() throws {
        let long =
            #"{"event_type":"subscription_cancelled","note":""# + String(repeating: "é", count: 3_000_000) + "\"}"
        let text = "\(Samples.oldEvent)\n\(long)\n\(Samples.oldEvent)\n\(long)"
        try scratch.write(text, to: "old.ndjson")
        let result = try Program.run("upgrade", "old.ndjson", "--jobs", "3", in: scratch)
        #expect(result.output == BlockTests.expected(Array(text.utf8)))
    }

    @Test(arguments: ["detect", "verify"])
    func reportsAreTheSameWhateverTheNumberOfJobs(_ command: String) throws {
        try scratch.write(String(repeating: mixed + "\n", count: 12), to: "old.ndjson")
        let one = try Program.run(command, "old.ndjson", "--jobs", "1", in: scratch),
            many = try Program.run(command, "old.ndjson", "--jobs", "5", in: scratch)
        #expect(one.status == 65)
        #expect(!one.output.isEmpty)
        #expect(one.output == many.output)
        #expect(one.errors == many.errors)
    }
}
