@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Counts and sums on both sides of an upgrade.
struct Totals {
    private var before: AccessTotals
    private var after: AccessTotals
    private let maximumDepth: Int

    init(instants: [Int64], maximumDepth: Int) {
        before = AccessTotals(instants: instants)
        after = before
        self.maximumDepth = maximumDepth
    }

    /// Adds a record on either side. Bytes that are not JSON are not counted here, and are rejected elsewhere.
    mutating func add(before old: [UInt8]?, after new: [UInt8]?) {
        let goesByDates = [old, new].compactMap { $0 }.contains {
            AccessTotals.hasNoFlags($0, maximumDepth: maximumDepth)
        }
        if let old { try? before.add(old, goesByDates: goesByDates, maximumDepth: maximumDepth) }
        if let new { try? after.add(new, goesByDates: goesByDates, maximumDepth: maximumDepth) }
    }

    static func += (totals: inout Totals, other: Totals) {
        totals.before += other.before
        totals.after += other.after
    }

    var json: JSONObject {
        func object(_ totals: AccessTotals) -> JSONObject {
            var object = JSONObject()
            for line in totals.lines { object.add(line.name, line.value) }
            return object
        }
        var both = JSONObject()
        both.add("before", object(before))
        both.add("after", object(after))
        return both
    }

    var areEqual: Bool { before.lines == after.lines }

    /// A table in which different lines are marked.
    var lines: [String] {
        let old = Dictionary(uniqueKeysWithValues: before.lines.map { ($0.name, $0.value) }),
            new = Dictionary(uniqueKeysWithValues: after.lines.map { ($0.name, $0.value) })
        let names = before.lines.map(\.name) + after.lines.map(\.name).filter { old[$0] == nil }
        let width = max(7, names.map(\.count).max() ?? 0)
        func row(_ name: String, _ before: String, _ after: String, _ mark: String) -> String {
            "  \(Text.padded(Terminal.printable(name), width))  \(Text.padded(before, 16))  \(after)\(mark)"
        }
        return ["totals:", row("", "before", "after", "")]
            + names.map { name in
                let a = old[name] ?? "0", b = new[name] ?? "0"
                return row(name, a, b, a == b ? "" : "  differs")
            }
    }
}
