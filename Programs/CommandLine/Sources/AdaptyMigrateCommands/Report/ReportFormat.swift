@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
import ArgumentParser

/// The format of a report.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
    /// One page without external files.
    case html
    /// The complete data, for programs. Reports of parts are added up from it.
    case json
    case markdown

    /// The format according to a file name; `nil` when the name does not show it.
    static func named(_ path: String) -> ReportFormat? {
        switch Path.suffix(of: path) {
        case "html", "htm": .html
        case "json": .json
        case "md", "markdown": .markdown
        default: nil
        }
    }

    func text(_ report: MigrationReport) -> [UInt8] {
        switch self {
        case .html: HTMLReport(report).bytes
        case .json: report.json
        case .markdown: Array(MarkdownReport(report).text.utf8)
        }
    }
}
