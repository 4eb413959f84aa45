import AdaptyMigrationTools
import AdaptyMigrationFiles
import ArgumentParser

/// How a report is written.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
    /// One page, with nothing to be fetched.
    case html
    /// All of it, for programs; reports of parts are added up from it.
    case json
    case markdown

    /// What a file's name says; `nil` when it says nothing.
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
