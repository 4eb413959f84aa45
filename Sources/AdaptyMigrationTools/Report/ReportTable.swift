import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
import AdaptyMigrationStreams
import AdaptyStoredData

/// Counted rows, of which a bounded number is kept one by one: the first in order. What comes after them is counted
/// together.
///
/// The sum of two tables is the table of all their rows, however they were split: a row that is among the first of the
/// whole is among the first of every part that has it, so its count is never lost on the way. The same holds for a row
/// that is put away once there are twice as many as may be: so many came before it that it cannot come back.
///
/// ```
/// limit 2    b b a c  +  a d    =    b b a c a d    =    a 2, b 2, others 2
/// ```
public struct ReportTable: Sendable, Hashable {
    /// A row without its count.
    public typealias Key = [ReportCell]

    /// Rows that share their leading cells; each group has its own limit.
    private struct Group: Sendable {
        /// Up to twice as many as may be, so that sorting them is rare.
        var counts: [Key: Int] = [:]
        var others = 0

        mutating func add(_ key: Key, _ count: Int, limit: Int) {
            counts[key, default: 0] += count
            guard counts.count > 2 * limit else { return }
            let (rows, others) = settled(limit)
            counts = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.count) })
            self.others = others
        }

        /// The rows that count, in order, and all others together.
        func settled(_ limit: Int) -> (rows: [(key: Key, count: Int)], others: Int) {
            let sorted = counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
                (key: $0.key, count: $0.value)
            }
            return (Array(sorted.prefix(limit)), sorted.dropFirst(limit).reduce(others) { $0 + $1.count })
        }
    }

    private let grouped: Int
    private let limit: Int
    private var groups: [Key: Group] = [:]

    /// - Parameters:
    ///   - grouped: how many leading cells make a group. They must be of a vocabulary that is small by itself.
    ///   - limit: rows that are kept of each group.
    init(grouped: Int, limit: Int) {
        self.grouped = grouped
        self.limit = limit
    }

    public mutating func add(_ key: Key, _ count: Int = 1) {
        if count > 0 { groups[Array(key.prefix(grouped)), default: Group()].add(key, count, limit: limit) }
    }

    /// Rows of a group that are counted together.
    mutating func add(others count: Int, of group: Key) {
        if count > 0 { groups[group, default: Group()].others += count }
    }

    public static func += (table: inout ReportTable, other: ReportTable) {
        for (key, group) in other.groups {
            table.add(others: group.others, of: key)
            for (row, count) in group.counts { table.add(row, count) }
        }
    }

    /// The rows that are kept, in order.
    public var rows: [(key: Key, count: Int)] {
        groups.values.flatMap { $0.settled(limit).rows }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }

    /// By group, what is counted together; only groups that have such.
    var others: [(group: Key, count: Int)] {
        groups.map { (group: $0.key, count: $0.value.settled(limit).others) }.filter { $0.count > 0 }.sorted {
            $0.group.lexicographicallyPrecedes($1.group)
        }
    }

    public var isEmpty: Bool { groups.isEmpty }
    /// What is counted together in all groups.
    public var othersTotal: Int { others.reduce(0) { $0 + $1.count } }
    /// The sum of all counts.
    public var total: Int { groups.values.reduce(0) { $0 + $1.others + $1.counts.values.reduce(0, +) } }

    public static func == (a: ReportTable, b: ReportTable) -> Bool {
        a.rows.elementsEqual(b.rows) { $0 == $1 } && a.others.elementsEqual(b.others) { $0 == $1 }
    }

    public func hash(into hasher: inout Hasher) {
        for (key, count) in rows {
            hasher.combine(key)
            hasher.combine(count)
        }
    }
}
