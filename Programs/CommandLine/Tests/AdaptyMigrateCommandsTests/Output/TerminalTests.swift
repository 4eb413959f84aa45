@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrateCommands

/// What people see on a terminal of 80 columns.
@Suite struct TerminalTests {
    @Test(
        "a time is told in its two largest units",
        arguments: [
            (0, "0 s"), (59, "59 s"), (59.1, "1 min 0 s"), (60, "1 min 0 s"), (3599, "59 min 59 s"),
            (3600, "1 h 0 min"), (3660, "1 h 1 min"),
        ])
    func duration(seconds: Double, text: String) { #expect(Text.duration(seconds) == text) }

    @Test(
        "a size is told in the unit that gives fewer than a thousand",
        arguments: [
            (999, "999 B"), (1000, "1.0 kB"), (999_900, "999.9 kB"), (1_000_000, "1.0 MB"),
            (1_000_000_000_000, "1.0 TB"), (1_000_000_000_000_000, "1000.0 TB"),
        ])
    func bytes(number: Int, text: String) { #expect(Text.bytes(number) == text) }

    @Test(
        "texts are broken between words, and inside of words that are too long",
        arguments: [
            ("required by sdk2, not in the source", 20, ["required by sdk2,", "not in the source"]),
            ("short", 20, ["short"]), ("   indented words that go on", 16, ["   indented", "words that go", "on"]),
            ("", 10, [""]), ("aaaaaaaaaaaaaaaaaaaaaaaaa b", 10, ["aaaaaaaaaa", "aaaaaaaaaa", "aaaaa b"]),
            ("/paid_access_levels/premium/id", 24, ["/paid_access_levels", "/premium/id"]),
            ("日本語の文字 日本", 8, ["日本語の", "文字", "日本"]),
            ("\u{1B}[31mred:\u{1B}[0m then", 9, ["\u{1B}[31mred:\u{1B}[0m then"]),
        ])
    func wrapped(text: String, width: Int, lines: [String]) {
        #expect(Text.wrapped(text, width) == lines)
        #expect(Text.wrapped(text, width).allSatisfy { Text.columns($0) <= width })
    }

    @Test(
        "the place of an error is quoted, with what led to it",
        arguments: [
            (#"{"a":1,}"#, 7, #"  {"a":1,}"#), ("{\n\t\"a\": x}", 8, #"   "a": x}"#), (#"{"a""#, 4, #"  {"a""#),
            ("", 0, "  "), (#"{"é":x}"#, 6, #"  {"é":x}"#),
        ])
    func excerpt(record: String, offset: Int, line: String) throws {
        let lines = Excerpt.lines(Array(record.utf8), at: offset, columns: 80)
        #expect(lines[0] == line)
        let place = try #require(lines[1].firstIndex(of: "^")).utf16Offset(in: lines[1])
        let before =
            String(decoding: Array(record.utf8)[..<offset], as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false
            ).last ?? ""
        #expect(place == 2 + before.count)
    }

    @Test("a place in a long line is quoted with both ends cut", arguments: [0, 50, 500, 999, 1000])
    func longExcerpt(offset: Int) {
        let lines = Excerpt.lines(Array(repeating: 0x61, count: 1000), at: offset, columns: 80)
        #expect(lines.allSatisfy { Text.columns($0) <= 80 })
        #expect(lines[0].hasPrefix("  …") == (offset > 60) && lines[0].hasSuffix("…") == (offset < 950))
    }

    @Test("progress fits, says what is left, and what is being read", arguments: [40, 60, 79, 200])
    func progress(columns: Int) {
        let line = ProgressState(
            unit: .bytes, done: 600_000_000, total: 1_200_000_000, seconds: 10, records: 1_000,
            input: "captures/2026/dump.ndjson"
        ).drawn(columns: columns)
        #expect(line.hasPrefix("[########--------]  50 %  600.0 MB, 60.0 MB/s  10 s left"))
        #expect(Text.columns(line) <= max(57, columns))
        if columns >= 79 { #expect(line.hasSuffix("dump.ndjson")) }
        let pipe = ProgressState(
            unit: .bytes, done: 1_000, total: 0, seconds: 1, records: 3, input: "standard input"
        ).drawn(columns: columns)
        #expect(pipe.hasPrefix("1.0 kB, 1.0 kB/s  3 records"))
    }

    @Test("a table of what happened fits, and tells once what happened to several fields for one reason")
    func table() throws {
        var options = MigrationOptions()
        options.keepsLedger = true
        let migration = try Migrator(options).upgrade(
            Array(#"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true}}}"#.utf8))
        for columns in [60, 80, 120] {
            let lines = LedgerTable.lines(migration.ledger.entries, columns: columns)
            #expect(lines.allSatisfy { Text.columns($0) <= columns })
            let text = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
            #expect(text.contains("missing  /paid_access_levels/premium → vendor_product_id, store, activated_at"))
            #expect(text.components(separatedBy: "required by").count == 2)
            for entry in migration.ledger.entries {
                #expect(text.contains(entry.target.map { String($0.split(separator: "/").last ?? "") } ?? entry.path))
            }
        }
    }

    #if os(Linux)
    /// `script` (util-linux) runs a program on a terminal of its own.
    @Test(
        "no line is longer than the terminal, in colour and without",
        arguments: [
            ["explain", "old"], ["upgrade", "old", "--dry-run"], ["upgrade", "old", "-o", "new"],
            ["upgrade", "broken.json", "-o", "mended.json"],
        ], [true, false])
    func onATerminal(arguments: [String], isColoured: Bool) throws {
        let scratch = Scratch()
        let longest = (0..<12).map {
            "\"a_member_with_a_long_name_\($0)\":\"\(String(repeating: "long value ", count: 12))\""
        }.joined(separator: ",")
        try scratch.write(
            "{\"profile_id\":\"p\",\"paid_access_levels\":{\"premium\":{\"id\":\"premium\",\"is_active\":1}},\(longest)}\n\(Samples.profile)\n",
            to: "old/profiles.ndjson")
        try scratch.write("{\"profile_id\":\"\(String(repeating: "x", count: 200))\",}", to: "broken.json")
        let command =
            "stty cols 80 rows 24; exec \(Program.executable.path) "
            + arguments.joined(separator: " ").replacingOccurrences(
                of: "explain old", with: "explain old/profiles.ndjson")
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
        process.arguments = ["-qec", command, "/dev/null"]
        process.currentDirectoryURL = scratch.folder
        process.environment = ["TERM": "xterm", "PATH": "/usr/bin:/bin"].merging(isColoured ? [:] : ["NO_COLOR": "1"]) {
            $1
        }
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let lines = output.split(separator: "\r\n").map { String($0.split(separator: "\r").last ?? "") }
        #expect(lines.count > 1)
        for line in lines { #expect(Text.columns(line) <= 80, "\(line)") }
        #expect(output.contains("\u{1B}[3") == isColoured)
        if arguments.contains("broken.json") {
            #expect(lines.contains { isColoured ? $0.contains("^\u{1B}") : $0.hasSuffix("^") }, "the place is quoted")
        }
    }
    #endif
}
