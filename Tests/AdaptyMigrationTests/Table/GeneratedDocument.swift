@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

/// Committed documents whose generated text is checked, and written with `RECORD_DOCUMENTS=all`; a run that writes
/// fails, and CI never writes.
enum GeneratedDocument {
    private static let root = FixtureTree.legacy.root.deletingLastPathComponent()
    private static let isRecording =
        ProcessInfo.processInfo.environment["RECORD_DOCUMENTS"] == "all"
        && ProcessInfo.processInfo.environment["CI"] != "true"
    /// Suites run beside each other.
    private static let lock = NSLock()

    /// Generated parts of MIGRATION.md, which is otherwise written by hand.
    static func check(_ parts: [(name: String, text: String)], sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        try check("MIGRATION.md", sourceLocation) { committed in
            for (name, _) in parts {
                #expect(
                    committed.contains(MigrationTables.markers(name).begin), "no place for \(name)",
                    sourceLocation: sourceLocation)
            }
            return MigrationTables.updating(committed, parts)
        }
    }

    /// A document that is generated as a whole.
    ///
    /// - Parameter path: the place of the document, from the root of the package.
    static func check(
        whole path: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try check(path, sourceLocation) { _ in text }
    }

    private static func check(
        _ path: String, _ sourceLocation: SourceLocation, _ update: (_ committed: String) -> String
    ) throws {
        let file = root.appendingPathComponent(path)
        try lock.withLock {
            let committed = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            let fresh = update(committed)
            if fresh == committed { return }
            if isRecording { try fresh.write(to: file, atomically: true, encoding: .utf8) }
            Issue.record(
                "\(path) is out of date: run `make generate`, review with git diff, run again",
                sourceLocation: sourceLocation)
        }
    }
}
