import Foundation
import Testing

@_spi(Tools) @testable import AdaptyMigrationTesting

/// Compares bytes with an expected file, or records them: for the fixtures that are no pair of payload and upgrade.
enum GoldenExpectation {
    static func expect(
        _ actual: [UInt8], in tree: FixtureTree, at path: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let expected = try tree.read(path), choice = RecordChoice(code: nil, environment: Files.environment)
        if let objection = choice.objection { Issue.record("\(objection)", sourceLocation: sourceLocation) }
        if choice.mode.writes(expected: expected, actual: actual) {
            try FileManager.default.createDirectory(
                at: tree.file(path).deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(actual).write(to: tree.file(path))
            Issue.record("recorded; review with git diff and run again", sourceLocation: sourceLocation)
            return
        }
        guard let expected else {
            Issue.record(
                "no expected file: run with \(RecordMode.variable)=missing, review, and commit it",
                sourceLocation: sourceLocation)
            return
        }
        expectSame(actual, expected, sourceLocation: sourceLocation)
    }

    static func expectSame(_ actual: [UInt8], _ expected: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        if actual == expected { return }
        Issue.record(
            "\(DocumentDiff.unified(expected, actual).joined(separator: "\n"))", sourceLocation: sourceLocation)
    }
}
