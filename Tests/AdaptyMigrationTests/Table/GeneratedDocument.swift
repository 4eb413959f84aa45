import AdaptyMigrationTools
import Foundation
import Testing

/// MIGRATION.md, whose generated parts are checked, and written with `RECORD_DOCUMENTS=all`; a run that writes fails,
/// and CI never writes.
enum GeneratedDocument {
    private static let file = FixtureTree.legacy.root.deletingLastPathComponent().appendingPathComponent("MIGRATION.md")
    private static let isRecording =
        ProcessInfo.processInfo.environment["RECORD_DOCUMENTS"] == "all"
        && ProcessInfo.processInfo.environment["CI"] != "true"
    /// Suites run beside each other.
    private static let lock = NSLock()

    static func check(_ parts: [(name: String, text: String)], sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        try lock.withLock {
            let committed = try String(contentsOf: file, encoding: .utf8)
            for (name, _) in parts {
                #expect(
                    committed.contains(MigrationTables.markers(name).begin), "no place for \(name)",
                    sourceLocation: sourceLocation)
            }
            let fresh = MigrationTables.updating(committed, parts)
            if fresh == committed { return }
            if isRecording { try fresh.write(to: file, atomically: true, encoding: .utf8) }
            Issue.record(
                "MIGRATION.md is out of date: run `make generate`, review with git diff, run again",
                sourceLocation: sourceLocation)
        }
    }
}
