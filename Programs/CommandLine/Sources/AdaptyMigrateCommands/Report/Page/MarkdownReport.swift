@_spi(Tools) import AdaptyMigrationTools

/// A report in GitHub's Markdown with tables, for tickets and terminals. Pictures are left out, because tables contain
/// the same data.
struct MarkdownReport {
    private let page: ReportPage

    init(_ report: MigrationReport) { page = ReportPage(report) }

    var text: String {
        let verdicts = page.verdicts.map { "- **\(MarkdownReport.mark($0.state)) \($0.title).** \($0.text)" }.joined(
            separator: "\n")
        return (["# Migration report", page.lead, verdicts] + page.parts.map(part)).joined(separator: "\n\n") + "\n"
    }

    private static func mark(_ state: ReportPage.Verdict.State) -> String {
        switch state {
        case .good: "✓"
        case .warm: "!"
        case .bad: "✕"
        }
    }

    private func part(_ part: ReportPage.Part) -> String {
        (["## \(part.title)"] + part.blocks.compactMap(block)).joined(separator: "\n\n")
    }

    private func block(_ block: ReportPage.Block) -> String? {
        switch block {
        case .heading(let text): "### \(MarkdownReport.escaped(text))"
        case .text(let text): MarkdownReport.escaped(text)
        case .table(let table): MarkdownReport.table(table)
        case .picture: nil
        case .command(let line): MarkdownReport.fenced(line)
        case .examples(let code, let examples):
            (["### \(MarkdownReport.code(code))"] + examples.map(MarkdownReport.example)).joined(separator: "\n\n")
        }
    }

    private static func example(_ example: ReportPage.Example) -> String {
        "\(code(example.place)): \(escaped(example.reason))\n\n\(fenced(example.record))"
    }

    private static func table(_ table: PageTable) -> String {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        let head = [
            line(table.columns.map { escaped($0.title) }), line(table.columns.map { $0.isNumber ? "--:" : ":--" }),
        ]
        return (head + table.rows.map { line($0.map(cell)) }).joined(separator: "\n")
            + (table.rest.isEmpty ? "" : "\n\n\(escaped(table.rest))")
    }

    private static func cell(_ cell: PageTable.Cell) -> String {
        if case .code(let text) = cell { return text.isEmpty ? "" : code(text) }
        return escaped(cell.plain)
    }

    /// Data between a sufficient number of backticks.
    private static func code(_ text: String) -> String {
        let text = Terminal.printable(text), fence = String(repeating: "`", count: longestRun(text) + 1)
        let isOnEdge = text.hasPrefix("`") || text.hasSuffix("`")
        return (fence + (isOnEdge ? " \(text) " : text) + fence).map { $0 == "|" ? "\\|" : String($0) }.joined()
    }

    private static func fenced(_ text: String) -> String {
        let text = Terminal.printable(text), fence = String(repeating: "`", count: max(3, longestRun(text) + 1))
        return "\(fence)\n\(text)\n\(fence)"
    }

    private static func longestRun(_ text: String) -> Int { text.split { $0 != "`" }.map(\.count).max() ?? 0 }

    private static func escaped(_ text: String) -> String {
        Terminal.printable(text).map { "\\`*_{}[]<>#|&".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
