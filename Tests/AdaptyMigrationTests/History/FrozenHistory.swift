@_spi(Tools) import AdaptyMigrationTools
import Foundation

/// `LegacyFixtures/FROZEN.txt`: what was promised, entry by entry. An entry is never edited; a later one says what was
/// added (`+`), changed (`~`) or taken away (`-`), and why. Each ends with the hash of itself and of the hash before
/// it, so that no earlier entry can be edited alone.
///
/// ```
/// ## 2 the vendor's id of a grace period was misspelled
/// ~ row accessLevel.grace_period 2c26b46b…
/// = fcde2b2e…
/// ```
struct FrozenHistory {
    static let file = "FROZEN.txt"
    static let url = FixtureTree.legacy.root.appendingPathComponent(file)

    struct Entry {
        let number: Int
        let reason: String
        var lines: [String] = []
        var chain = ""

        var header: String { "## \(number) \(reason)" }

        func expectedChain(after previous: String) -> String {
            SHA256Hash.hex(Array(([previous, header] + lines).joined(separator: "\n").utf8))
        }
    }

    /// What an item was when it was frozen last, and by which entry.
    struct Lock {
        let digest: String
        let entry: Int
    }

    private(set) var entries: [Entry] = []
    private(set) var locks: [String: Lock] = [:]
    /// What is wrong with the file itself, one sentence each.
    private(set) var damage: [String] = []

    init(_ text: String) {
        for line in text.split(separator: "\n") { read(line) }
        var previous = ""
        for entry in entries {
            if entry.chain != entry.expectedChain(after: previous) {
                damage.append(
                    "entry \(entry.number) (\(entry.reason)) was edited after it was written: restore \(FrozenHistory.file) with git; new entries are appended by `make freeze REASON=…`"
                )
            }
            previous = entry.chain
        }
    }

    private mutating func read(_ line: Substring) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch words[0] {
        case "##" where words.count > 2 && Int(words[1]) == entries.count + 1:
            entries.append(Entry(number: entries.count + 1, reason: words[2...].joined(separator: " ")))
        case "+", "~", "-": change(words, line)
        case "=" where words.count == 2 && !entries.isEmpty && entries[entries.count - 1].chain.isEmpty:
            entries[entries.count - 1].chain = words[1]
        case "#": break
        default: damage.append("“\(line)” is no line of \(FrozenHistory.file)")
        }
    }

    private mutating func change(_ words: [String], _ line: Substring) {
        guard !entries.isEmpty, words.count == (words[0] == "-" ? 3 : 4) else {
            return damage.append("“\(line)” is no line of \(FrozenHistory.file)")
        }
        let item = words[1] + " " + words[2]
        guard (words[0] == "+") == (locks[item] == nil) else {
            return damage.append("“\(line)” does not follow from the entries before it")
        }
        entries[entries.count - 1].lines.append(String(line))
        locks[item] = words[0] == "-" ? nil : Lock(digest: words[3], entry: entries.count)
    }

    // MARK: Against what there is

    struct Differences {
        var added: [String] = []
        var changed: [String] = []
        var removed: [String] = []

        var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
    }

    /// - Parameter items: the digest of everything that there is to freeze, by name.
    func differences(_ items: [String: String]) -> Differences {
        Differences(
            added: items.keys.filter { locks[$0] == nil }.sorted(),
            changed: items.filter { locks[$0.key].map(\.digest) ?? $0.value != $0.value }.keys.sorted(),
            removed: locks.keys.filter { items[$0] == nil }.sorted()
        )
    }

    /// What breaks a promise, with what to do about it.
    ///
    /// - Parameter isRelease: before a release nothing may be left unfrozen.
    func complaints(_ items: [String: String], isRelease: Bool) -> [String] {
        let found = differences(items)
        let remedy =
            "restore it with git; if it must change, run `make freeze REASON='why'`, review \(FrozenHistory.file) and commit it with the change"
        func origin(_ item: String) -> String {
            locks[item].map { "frozen by entry \($0.entry), \(entries[$0.entry - 1].reason)" } ?? ""
        }
        return damage + found.changed.map { "\($0) was edited (\(origin($0))): users' data may rely on it; \(remedy)" }
            + found.removed.map { "\($0) is gone (\(origin($0))): \(remedy)" }
            + (isRelease
                ? found.added.map {
                    "\($0) is not frozen, and CHANGELOG.md names a release: run `make freeze REASON='why'`"
                } : [])
    }

    /// The text of one more entry; `nil` when there is nothing to freeze.
    func entry(freezing items: [String: String], reason: String) -> String? {
        let found = differences(items)
        if found.isEmpty { return nil }
        var entry = Entry(number: entries.count + 1, reason: reason)
        func digests(_ sign: String, _ names: [String]) -> [String] { names.map { "\(sign) \($0) \(items[$0] ?? "")" } }
        entry.lines = digests("+", found.added) + digests("~", found.changed) + found.removed.map { "- \($0)" }
        return ([entry.header] + entry.lines + ["= " + entry.expectedChain(after: entries.last?.chain ?? "")]).joined(
            separator: "\n") + "\n"
    }
}
