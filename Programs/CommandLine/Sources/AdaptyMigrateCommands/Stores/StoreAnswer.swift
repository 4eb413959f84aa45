import AdaptyMigrationStores
@_spi(Tools) import AdaptyMigrationTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a command on a store prints: words for people, or the same report as one JSON object for programs.
struct StoreAnswer {
    var words: String
    let report: any Encodable
    let status: ExitStatus

    init(_ report: any Encodable, _ words: String, _ status: ExitStatus = .success) {
        self.report = report
        self.words = words
        self.status = status
    }

    /// - Parameter asJSON: prints one line of JSON.
    func print(asJSON: Bool) throws(CommandFailure) { try Output.print(asJSON ? json() + "\n" : words) }

    private func json() throws(CommandFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        do { return String(decoding: try encoder.encode(report), as: UTF8.self) } catch {
            throw CommandFailure(.failedIO, "the report cannot be written as JSON: \(error)")
        }
    }
}

extension StoreAnswer {
    /// The report on the file of an app's data. The exit status shows whether somebody has to look at it.
    init(_ report: StoredReport) {
        let words = report.description.split(separator: "\n").map { Terminal.printable(String($0)) + "\n" }.joined()
        self.init(report, words, report.isClean ? .success : .rejects)
    }
}
