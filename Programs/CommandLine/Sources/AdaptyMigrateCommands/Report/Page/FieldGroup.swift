@_spi(Tools) import AdaptyMigrationTools

/// The fields of one table between two dialects, with the actions on each.
struct FieldGroup {
    /// In the order of a heat map's columns. Other actions follow if they occur.
    static let actions = ["copied", "renamed", "recoded", "defaulted", "stashed", "missing", "repaired"]

    private struct Line {
        let old: String
        let new: String
        let row: String
        var counts: [String: Int]
        var total: Int { counts.values.reduce(0, +) }
    }

    let from: String
    let to: String
    let table: String
    private let lines: [Line]
    private let rest: Int

    static func all(_ report: MigrationReport) -> [FieldGroup] {
        let groups = Dictionary(grouping: report[.fields].rows) { Array($0.key[0...2]) }
        return groups.sorted { $0.key < $1.key }.map { FieldGroup($0.key, $0.value) }
    }

    private init(_ key: [ReportCell], _ rows: [(key: ReportTable.Key, count: Int)]) {
        (from, to, table) = (key[0].text, key[1].text, key[2].text)
        let lines = Dictionary(grouping: rows) { Array($0.key[3...5]) }.map { names, rows in
            Line(
                old: names[1].text, new: names[2].text, row: names[0].text,
                counts: Dictionary(rows.map { ($0.key[6].text, $0.count) }, uniquingKeysWith: +))
        }
        let sorted = lines.sorted { a, b in
            a.total == b.total ? (a.row, a.old, a.new) < (b.row, b.old, b.new) : a.total > b.total
        }
        self.lines = Array(sorted.prefix(80))
        rest = max(0, sorted.count - 80)
    }

    /// One for each field and action.
    var edges: [ReportPicture.Edge] {
        lines.flatMap { line in
            line.counts.sorted { a, b in a.value == b.value ? a.key < b.key : a.value > b.value }.map {
                action, count -> ReportPicture.Edge in
                .init(
                    old: line.old.isEmpty ? nil : line.old, new: line.new.isEmpty ? nil : line.new, action: action,
                    count: count)
            }
        }
    }

    var heatMap: PageTable {
        let seen = Set(lines.flatMap(\.counts.keys)),
            actions = FieldGroup.actions + seen.subtracting(FieldGroup.actions).sorted()
        return PageTable(
            caption: "\(table), \(from) → \(to): what happened to each field",
            columns: [.text("Came in as"), .text("Is now")]
                + actions.map { PageTable.Column(title: $0, isNumber: true, action: $0) },
            rows: lines.map { line in FieldGroup.row(line, actions) },
            rest: rest == 0 ? "" : "and \(Text.amount(rest, "field")) more in the JSON form")
    }

    private static func row(_ line: Line, _ actions: [String]) -> [PageTable.Cell] {
        let names: [PageTable.Cell] = [
            line.old.isEmpty ? .text("not in the source") : .code(line.old),
            line.new.isEmpty ? .text("residue") : .code(line.new),
        ]
        return names
            + actions.map { action in
                let count = line.counts[action] ?? 0
                return .share(count, Double(count) / Double(max(1, line.total)))
            }
    }
}
