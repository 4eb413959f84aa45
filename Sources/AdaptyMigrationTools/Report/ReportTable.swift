import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// Counted rows. A bounded number of rows is kept individually, the first in sort order. All later rows are counted
/// together.
///
/// The sum of two tables is the table of all their rows, however they were split. A row among the first of the whole is
/// also among the first of every part that has it, so its count is never lost. The same holds for a row that is dropped
/// when there are twice as many as allowed: there are so many rows before it that it cannot return.
///
/// ```
/// limit 2    b b a c  +  a d    =    b b a c a d    =    a 2, b 2, others 2
/// ```
@_spi(Tools) public struct ReportTable: Sendable, Hashable {
    /// A row without its count.
    public typealias Key = [ReportCell]

    /// Rows with the same leading cells. Each group has its own limit.
    private struct Group: Sendable {
        /// Contains up to twice as many rows as allowed, so that sorting is rare.
        var counts: [Key: Int] = [:]
        var others = 0

        mutating func add(_ key: Key, _ count: Int, limit: Int) {
            counts[key, default: 0] += count
            guard counts.count > 2 * limit else { return }
            let (rows, others) = settled(limit)
            counts = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.count) })
            self.others = others
        }

        /// The kept rows in order, and the total count of all others.
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
    ///   - grouped: the number of leading cells that form a group. Their vocabulary must be small.
    ///   - limit: the number of rows that are kept in each group.
    init(grouped: Int, limit: Int) {
        self.grouped = grouped
        self.limit = limit
    }

    /// Adds to the count of one row. A count of 0 adds no row.
    public mutating func add(_ key: Key, _ count: Int = 1) {
        if count > 0 { groups[Array(key.prefix(grouped)), default: Group()].add(key, count, limit: limit) }
    }

    /// Adds to the rows of a group that are counted together.
    mutating func add(others count: Int, of group: Key) {
        if count > 0 { groups[group, default: Group()].others += count }
    }

    /// Adds the counts of another table with the same columns.
    public static func += (table: inout ReportTable, other: ReportTable) {
        for (key, group) in other.groups {
            table.add(others: group.others, of: key)
            for (row, count) in group.counts { table.add(row, count) }
        }
    }

    /// The kept rows, in order.
    public var rows: [(key: Key, count: Int)] {
        groups.values.flatMap { $0.settled(limit).rows }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }

    /// By group, the count of the other rows; only for groups that have some.
    var others: [(group: Key, count: Int)] {
        groups.map { (group: $0.key, count: $0.value.settled(limit).others) }.filter { $0.count > 0 }.sorted {
            $0.group.lexicographicallyPrecedes($1.group)
        }
    }

    /// Whether nothing was counted.
    public var isEmpty: Bool { groups.isEmpty }
    /// The count of the other rows in all groups.
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
