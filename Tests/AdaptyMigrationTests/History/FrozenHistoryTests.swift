@_spi(Tools) @testable import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationCore

/// `make freeze REASON=…` appends an entry and fails the run that did; CI never freezes.
@Suite("Frozen history")
struct FrozenHistoryTests {
    private static let reason = ProcessInfo.processInfo.environment["FREEZE_REASON"]
    private static let isCI = ProcessInfo.processInfo.environment["CI"] == "true"

    private static func text() throws -> String { try String(contentsOf: FrozenHistory.url, encoding: .utf8) }

    @Test("nothing that was frozen has changed without a new entry")
    func unchanged() throws {
        let text = try FrozenHistoryTests.text()
        let history = FrozenHistory(text), items = try FrozenItems.all()
        if let reason = FrozenHistoryTests.reason, history.damage.isEmpty {
            return try freeze(history, items, text, reason)
        }
        for complaint in history.complaints(items, isRelease: try FrozenHistoryTests.isRelease()) {
            Issue.record(Comment(rawValue: complaint))
        }
        #expect(!history.locks.isEmpty)
    }

    private func freeze(_ history: FrozenHistory, _ items: [String: String], _ text: String, _ reason: String) throws {
        guard !FrozenHistoryTests.isCI else {
            Issue.record("a machine that judges changes does not freeze them: FREEZE_REASON is refused where CI=true")
            return
        }
        let reason = reason.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !reason.isEmpty else {
            Issue.record("say why: make freeze REASON='why'")
            return
        }
        guard let entry = history.entry(freezing: items, reason: reason) else { return }
        try (text + entry).write(to: FrozenHistory.url, atomically: true, encoding: .utf8)
        Issue.record("frozen; review with git diff and run again")
    }

    /// The newest heading of CHANGELOG.md is a version.
    private static func isRelease() throws -> Bool {
        let url = FixtureTree.legacy.root.deletingLastPathComponent().appendingPathComponent("CHANGELOG.md")
        let heading = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").first { $0.hasPrefix("## ") }
        return try #require(heading) != "## Unreleased"
    }

    // MARK: The guard itself

    private static let items = ["fixture a.json": "11", "row t.b": "22", "alias c": "33"]

    private static func frozen() throws -> String {
        try #require(FrozenHistory("").entry(freezing: items, reason: "first"))
    }

    @Test("what is frozen and as it was is no complaint; so is what is new, until a release")
    func silent() throws {
        let history = FrozenHistory(try FrozenHistoryTests.frozen())
        #expect(history.complaints(FrozenHistoryTests.items, isRelease: true) == [])
        let more = FrozenHistoryTests.items.merging(["row t.d": "44"]) { $1 }
        #expect(history.complaints(more, isRelease: false) == [])
        #expect(history.complaints(more, isRelease: true).count == 1)
    }

    @Test(
        "an edit, a removal, and both are named with the entry and the remedy",
        arguments: [
            (
                ["fixture a.json": "12", "row t.b": "22", "alias c": "33"],
                ["fixture a.json was edited (frozen by entry 1, first)"]
            ),
            (["fixture a.json": "11", "row t.b": "22"], ["alias c is gone (frozen by entry 1, first)"]),
            (
                ["fixture a.json": "11", "row t.b": "23"],
                ["row t.b was edited (frozen by entry 1, first)", "alias c is gone (frozen by entry 1, first)"]
            ),
        ])
    func edits(items: [String: String], expected: [String]) throws {
        let complaints = FrozenHistory(try FrozenHistoryTests.frozen()).complaints(items, isRelease: false)
        #expect(complaints.count == expected.count)
        for (complaint, start) in zip(complaints, expected) {
            #expect(complaint.hasPrefix(start))
            #expect(complaint.contains("make freeze REASON="))
        }
    }

    @Test("a second entry makes the edit good, and the chain holds both")
    func appended() throws {
        let first = try FrozenHistoryTests.frozen()
        let items = ["fixture a.json": "12", "row t.b": "22", "row t.d": "44"]
        let entry = try #require(FrozenHistory(first).entry(freezing: items, reason: "it was wrong"))
        #expect(entry.hasPrefix("## 2 it was wrong\n+ row t.d 44\n~ fixture a.json 12\n- alias c\n= "))
        let history = FrozenHistory(first + entry)
        #expect(history.complaints(items, isRelease: true) == [])
        #expect(history.entry(freezing: items, reason: "again") == nil)
    }

    @Test(
        "an entry edited in place breaks the chain",
        arguments: [
            ("11", "12"), ("first", "fist"), ("+ alias c 33\n", ""), ("## 1", "## 2"), ("= ", "= 0"),
            ("+ row", "~ row"), ("+ row", "* row"),
        ])
    func chain(old: String, new: String) throws {
        let text = try FrozenHistoryTests.frozen().replacingOccurrences(of: old, with: new)
        #expect(!FrozenHistory(text).damage.isEmpty)
    }

    @Test("an edited first entry cannot be mended by its own hash alone")
    func laterLinks() throws {
        let first = try FrozenHistoryTests.frozen()
        let second = try #require(FrozenHistory(first).entry(freezing: [:], reason: "second"))
        let forged = try #require(
            FrozenHistory("").entry(
                freezing: FrozenHistoryTests.items.merging(["alias c": "34"]) { $1 }, reason: "first"))
        #expect(FrozenHistory(forged).damage.isEmpty)
        #expect(!FrozenHistory(forged + second).damage.isEmpty)
    }

    @Test("a row's digest follows its names, codec and requirements, not its sentences")
    func rows() {
        func digest(_ row: Row) -> String? { FrozenItems.rows([Table(.period, [row])]).values.first }
        let row = digest(Row("a", .text, .sdk("a"), "x"))
        #expect(row == digest(Row("a", .text, .sdk("a"), "reworded", note: "and noted")))
        #expect(row != digest(Row("a", .number, .sdk("a"), "x")))
        #expect(digest(Row("a", .flag, .sdk("a"), "x")) != digest(Row("a", .sandbox, .sdk("a"), "x")))
        #expect(
            digest(Row("a", .entries(.product, .list), .sdk("a"), "x"))
                != digest(Row("a", .entries(.product, .products), .sdk("a"), "x")))
        #expect(row != digest(Row("a", .text, .sdk("b"), "x")))
        #expect(row != digest(Row("a", .text, .sdk("a"), required: .sdk3, "x")))
        #expect(row != digest(Row("a", .text, .sdk("a").leftover([.serverV1], "a"), "x")))
    }

    @Test(
        "the digest is SHA-256",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (String(repeating: "a", count: 1_000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
        ])
    func digest(text: String, expected: String) { #expect(SHA256Hash.hex(Array(text.utf8)) == expected) }
}
