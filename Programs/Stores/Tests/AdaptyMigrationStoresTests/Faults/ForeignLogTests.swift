#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// Many writes of other programs beside killed runs, in an order that a number decides. The log knows the last write of
/// each person. In the end every document is in its row, or is listed with its original kept.
@Suite("A log of foreign writers")
struct ForeignLogTests {
    private static let seeds: [UInt64] = Worker.isLong ? Array(1...40) : [1, 2, 7]

    /// Numbers that are the same each time (SplitMix64).
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
            return word ^ word >> 31
        }
    }

    /// A row, as the log knows it.
    private struct Entry {
        var key: Int
        /// The end of access that a program wrote last.
        var end = "2030-01-01"
        /// Whether an old program wrote it, so that it has an original.
        let isOld: Bool
        var isNull = false
        /// What programs wrote since both columns were in step, with the column.
        var writes: [(column: String, text: String?)] = []
    }

    private static let people = (1...24).map { Person(name: "person-\($0)") }

    /// The rows by name.
    private var rows: [String: Entry] = [:]
    private var numbers = Numbers(state: 0)
    private var nextKey = 1000
    private var dates = 0

    private mutating func begin(_ seed: UInt64) {
        numbers.state = seed
        for (place, person) in Self.people.enumerated() { rows[person.name] = Entry(key: place + 1, isOld: true) }
    }

    private mutating func anyone() -> String {
        rows.filter { !$0.value.isNull }.keys.sorted().randomElement(using: &numbers) ?? Self.people[0].name
    }

    private mutating func key() -> Int {
        nextKey += 1
        return nextKey
    }

    /// A date that nobody has written before.
    private mutating func date() -> String {
        dates += 1
        return "\(2031 + dates / 12)-\(1 + dates % 12 < 10 ? "0" : "")\(1 + dates % 12)-01"
    }

    // MARK: One column

    private mutating func writeInPlace(_ bench: TestTable) throws {
        let name = anyone(), end = date()
        guard var row = rows[name], let text = try bench.text(row.key) else { return }
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0...3:
            row.end = end
            try bench.write("body", row.key, text.until(end))
        case 4: try bench.write("body", row.key, text.replacing(#/"is_active": (true|1)/#, with: #""is_active": 0"#))
        case 5, 6:
            let moved = key()
            row.end = end
            try bench.run(
                "UPDATE TABLE_NAME SET id = \(moved), body = ?1 WHERE id = \(row.key)", .text(text.until(end)))
            row.key = moved
        case 7:
            row.end = end
            try bench.run("DELETE FROM TABLE_NAME WHERE id = \(row.key)")
            try bench.insert([Array(text.until(end).utf8)], from: row.key)
        case 8:
            guard row.isOld else { return }
            row.end = end
            try bench.write("body", row.key, Person(name: name).old.until(end))
        case 9:
            row.isNull = true
            try bench.set(row.key, nil)
        case 10:
            try bench.run("DELETE FROM TABLE_NAME WHERE id = \(row.key)")
            rows[name] = nil
            return
        default:
            let added = Person(name: "added-\(key())")
            rows[added.name] = Entry(key: nextKey, end: end, isOld: false)
            try bench.insert([Array(added.current.until(end).utf8)], from: nextKey)
        }
        rows[name] = row
    }

    @Test("in one column", arguments: Backend.texts, seeds)
    func inPlace(backend: Backend, seed: UInt64) throws {
        var log = self
        log.begin(seed)
        let bench = try TestTable.of(Self.people, backend), file = LostDocuments(bench)
        defer { file.remove() }
        func work(_ command: String) throws {
            for _ in 0..<4 {
                for _ in 0..<3 { try log.writeInPlace(bench) }
                _ = try Worker.points(
                    bench.countableAddress, command, until: Int.random(in: 1...120, using: &log.numbers))
            }
        }
        try work("apply")
        _ = try bench.open(TableRunTests.options(batch: 3)).apply()
        for _ in 0..<20 { try log.writeInPlace(bench) }
        _ = try bench.open(TableRunTests.options(batch: 3)).apply()
        for _ in 0..<12 { try log.writeInPlace(bench) }
        if try bench.open(file.options(isForced: false)).rollback().kept.count > 0 {
            _ = try bench.open(file.options()).rollback()
        }
        #expect(try bench.open().status().state == "none")
        try log.check(bench, file.records().compactMap(\.self))
    }

    private func check(_ bench: TestTable, _ kept: [String]) throws {
        for (name, row) in rows {
            let text = try bench.text(row.key)
            guard !row.isNull else {
                #expect(text == nil, "\(name): what was erased is back")
                continue
            }
            let all = (kept + [text ?? ""]).filter { $0.contains(#""\#(name)""#) }
            func has(_ part: String) -> Bool { all.contains { $0.contains(part) } }
            #expect(has(row.end), "\(name): the last edit is nowhere: \(text ?? "")")
            #expect(!row.isOld || has(#""type": "t""#), "\(name): what only the original had is nowhere")
        }
    }

    // MARK: Two columns

    /// A program writes one column or both, in one of the ways in which programs do that.
    private mutating func writePair(_ bench: TestTable) throws {
        let name = anyone(), end = date()
        guard var row = rows[name], let old = try bench.text(row.key), let new = try bench.text(row.key, "body_current")
        else { return }
        let isOld = Bool.random(using: &numbers), column = isOld ? "body" : "body_current"
        let text = (isOld ? old : new).until(end)
        let hasOther = row.writes.contains { $0.column != column }
        row.end = end
        row.writes.append((column, text))
        switch Int.random(in: 0..<10, using: &numbers) {
        // Of a row that is inserted with two new documents nobody knows which is the later one.
        case 0...3,
            6...7 where hasOther:
            try bench.write(column, row.key, text)
        case 4, 5:
            let moved = key()
            try bench.run("UPDATE TABLE_NAME SET id = \(moved), \(column) = ?1 WHERE id = \(row.key)", .text(text))
            row.key = moved
        case 6, 7:
            try bench.run("DELETE FROM TABLE_NAME WHERE id = \(row.key)")
            try bench.write(row.key, old: isOld ? text : old, new: isOld ? new : text)
        case 8:
            // The new column wins.
            row.writes.removeLast()
            let loser = old.until(date())
            row.writes += [("body", loser), ("body_current", new.until(end))]
            try bench.run(
                "UPDATE TABLE_NAME SET body = ?1, body_current = ?2 WHERE id = \(row.key)", .text(loser),
                .text(new.until(end)))
        default:
            row.writes.removeLast()
            row.writes.append((column, nil))
            row.isNull = true
            try bench.write(column, row.key, nil)
        }
        rows[name] = row
        if Int.random(in: 0..<4, using: &numbers) == 0 {
            let added = Person(name: "added-\(key())"), text = added.current.until(end)
            rows[added.name] = Entry(key: nextKey, end: end, isOld: false, writes: [("body_current", text)])
            try bench.write(nextKey, old: nil, new: text)
        }
    }

    /// What both columns say after everything was followed.
    private mutating func checkPairs(_ bench: TestTable) throws {
        let displaced = try bench.displaced().compactMap { $0[3].text }
        for (name, row) in rows {
            let texts = ["body": try bench.text(row.key), "body_current": try bench.text(row.key, "body_current")]
            if let last = row.writes.last {
                let other = last.column == "body" ? "body_current" : "body"
                #expect(
                    texts[last.column] == .some(last.text), "\(name): what a program wrote last stays: \(row.writes)")
                if let lost = row.writes.last(where: { $0.column == other })?.text {
                    let isKept = texts[other] == .some(lost) || displaced.contains(lost)
                    #expect(isKept, "\(name): what the other side wrote is nowhere: \(row.writes)")
                }
            }
            for (column, text) in texts {
                let says = row.isNull ? text == nil : text?.contains(row.end) == true
                #expect(says, "\(name): \(column) says \(text ?? "nothing")")
            }
            rows[name]?.writes = []
        }
    }

    /// Forgets the writes that a killed run has processed.
    private mutating func passOver(_ bench: TestTable) throws {
        let waiting = Set(try bench.run("SELECT key FROM adapty_migration_dirty").map { $0[0] })
        for (name, row) in rows where !waiting.contains(bench.key(row.key)) { rows[name]?.writes = [] }
    }

    @Test("in two columns, and after their end", arguments: Backend.texts, seeds)
    func pairs(backend: Backend, seed: UInt64) throws {
        var log = self
        log.begin(seed)
        let bench = try TestTable.of(Self.people, backend), file = LostDocuments(bench)
        defer { file.remove() }
        _ = try bench.open(TableRunTests.options(batch: 3)).twoVersions.expand()
        for _ in 0..<5 {
            for _ in 0..<8 { try log.writePair(bench) }
            _ = try Worker.points(bench.countableAddress, "follow", until: Int.random(in: 1...60, using: &log.numbers))
            try log.passOver(bench)
            for _ in 0..<3 { try log.writePair(bench) }
            #expect(try bench.follow(TableRunTests.options(batch: 3)).isComplete)
            try log.checkPairs(bench)
            let verified = try bench.open(TableRunTests.options()).verify()
            #expect(verified.isExplained, "\(verified.findings) \(verified.accessDiffers)")
        }
        _ = try bench.open(TableRunTests.options()).twoVersions.contract(.replace, acceptsRejects: false)
        for _ in 0..<10 {
            let name = log.anyone(), end = log.date()
            guard let key = log.rows[name]?.key, let text = try bench.text(key) else { continue }
            log.rows[name]?.end = end
            try bench.write("body", key, text.until(end))
        }
        #expect(try bench.open(file.options(isForced: false)).rollback().kept.isEmpty)
        #expect(try bench.open().status().state == "none")
        try log.check(bench, file.records().compactMap(\.self))
    }
}
#endif
