import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// The result of a run as counted tables: the input, the actions on each field, rejected records with reasons, and the
/// proof.
///
/// The reports of the parts of a run add up to the report of the whole run, in any order and however it was split. The
/// memory is bounded for any input.
///
/// ```swift
/// var report = MigrationReport()
/// let inspector = RecordInspector(instants: [midnight])
/// for (number, record) in records.enumerated() {
///     inspector.inspect(record, .init(source: "dump", line: number + 1), into: &report)
/// }
/// try Data(report.json).write(to: url)
/// ```
@_spi(Tools) public struct MigrationReport: Sendable, Hashable {
    /// The version of the JSON form.
    public static let version = 1

    private var tables: [ReportSection: ReportTable] = [:]

    /// Creates a report of no records.
    public init() {}

    /// The rows of one section; without rows when nothing was counted.
    public subscript(section: ReportSection) -> ReportTable { tables[section] ?? section.empty }

    /// Adds to the count of one row.
    ///
    /// - Parameters:
    ///   - section: the table of the row.
    ///   - key: the cells, one for each column of the section.
    ///   - count: the number to add.
    public mutating func add(_ section: ReportSection, _ key: ReportTable.Key, _ count: Int = 1) {
        precondition(
            key.count == section.columns.count, "a row of \(section.rawValue) has \(section.columns.count) cells")
        tables[section, default: section.empty].add(key, count)
    }

    mutating func add(_ section: ReportSection, others count: Int, of group: ReportTable.Key) {
        tables[section, default: section.empty].add(others: count, of: group)
    }

    /// Adds the counts of another report, for example of another thread.
    public static func += (report: inout MigrationReport, other: MigrationReport) {
        for (section, table) in other.tables { report.tables[section, default: section.empty] += table }
    }

    /// The count of an outcome in a section, e.g. `records` `rejected`.
    public func count(_ section: ReportSection, _ outcome: ReportCell) -> Int {
        self[section].rows.first { $0.key == [outcome] }?.count ?? 0
    }
}
