import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

// The JSON form: an object with the version and one member for each section that has rows.
//
// {"adapty_migration_report":1,
//  "records":{"columns":["outcome","count"],"limit":100,"rows":[["converted",2]],"others":[]}, …}
//
// A row consists of its cells and its count. For each group, `others` has the leading cells of the group and the total
// count of the rows beyond the limit.
extension MigrationReport {
    private static let versionName = "adapty_migration_report"

    /// The report as JSON, one section a line. The same report gives the same bytes.
    public var json: [UInt8] {
        var out: [UInt8] =
            [.openBrace] + JSONText.member(MigrationReport.versionName, String(MigrationReport.version).utf8)
        for section in ReportSection.allCases where !self[section].isEmpty {
            out += [.comma, .newline] + JSONText.member(section.rawValue, json(section))
        }
        return out + [.closeBrace, .newline]
    }

    private func json(_ section: ReportSection) -> [UInt8] {
        let table = self[section], columns = (section.columns + ["count"]).map { JSONText.encode($0) }
        func row(_ cells: ReportTable.Key, _ count: Int) -> [UInt8] {
            MigrationReport.array(cells.map(\.json) + [Array(String(count).utf8)])
        }
        return [.openBrace]
            + [
                JSONText.member("columns", MigrationReport.array(columns)),
                JSONText.member("limit", String(section.limit).utf8),
                JSONText.member("rows", MigrationReport.array(table.rows.map { row($0.key, $0.count) })),
                JSONText.member("others", MigrationReport.array(table.others.map { row($0.group, $0.count) })),
            ].joined(separator: [.comma]) + [.closeBrace]
    }

    private static func array(_ elements: [[UInt8]]) -> [UInt8] {
        [.openBracket] + elements.joined(separator: [.comma]) + [.closeBracket]
    }

    // MARK: Reading

    /// Reads a report from its JSON form.
    ///
    /// - Throws: ``MigrationError`` when the bytes are not a report, or a report of another version.
    public init(json: [UInt8]) throws(MigrationError) {
        let index = try JSONScanner.index(json)
        guard let version = index.member(0, MigrationReport.versionName) else {
            throw MigrationReport.refusal("this is not a report")
        }
        guard index.raw(version).elementsEqual(String(MigrationReport.version).utf8) else {
            throw MigrationReport.refusal("the report has another version")
        }
        for member in index.members(0) where member.value != version {
            let name = index.name(member.name)
            guard let section = ReportSection(rawValue: name) else {
                throw MigrationReport.refusal("it has a part \(name), which this version does not know")
            }
            try read(section, index, member.value)
        }
    }

    private mutating func read(_ section: ReportSection, _ index: JSONIndex, _ node: Int) throws(MigrationError) {
        guard let rows = index.member(node, "rows"), let others = index.member(node, "others") else {
            throw MigrationReport.refusal("\(section.rawValue) has no rows")
        }
        for row in index.elements(rows) {
            let (cells, count) = try MigrationReport.row(index, row, section)
            guard cells.count == section.columns.count else {
                throw MigrationReport.refusal("a row of \(section.rawValue) has \(cells.count) cells")
            }
            add(section, cells, count)
        }
        for row in index.elements(others) {
            let (group, count) = try MigrationReport.row(index, row, section)
            add(section, others: count, of: group)
        }
    }

    private static func row(_ index: JSONIndex, _ node: Int, _ section: ReportSection) throws(MigrationError) -> (
        ReportTable.Key, Int
    ) {
        var cells: ReportTable.Key = []
        for element in index.elements(node) {
            if let text = index.text(element) {
                cells.append(.text(text))
            } else if let number = Int(String(decoding: index.raw(element), as: UTF8.self)) {
                cells.append(.number(number))
            }
        }
        // Millions of such rows can be added without overflow.
        guard case .number(let count)? = cells.popLast(), count > 0, count < 1 << 40 else {
            throw refusal("a row of \(section.rawValue) has no count")
        }
        return (cells, count)
    }

    private static func refusal(_ message: String) -> MigrationError {
        MigrationError(
            MigrationError.Code(rawValue: "not-a-report"), message,
            remedy: "name a report.json that this version of adapty-migrate wrote, or the data itself")
    }
}
