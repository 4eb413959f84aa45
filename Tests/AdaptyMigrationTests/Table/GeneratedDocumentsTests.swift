import AdaptyMigration
import Foundation
import Testing

/// Generated text in committed files is what the rows say; `make generate` brings it up to date and fails the run that did.
@Suite("Generated documents")
struct GeneratedDocumentsTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let isRecording = ProcessInfo.processInfo.environment["RECORD_DOCUMENTS"] == "all" && ProcessInfo.processInfo.environment["CI"] != "true"

    @Test("the tables of MIGRATION.md are the rows")
    func migrationTables() throws {
        let file = GeneratedDocumentsTests.root.appendingPathComponent("MIGRATION.md")
        let committed = try String(contentsOf: file, encoding: .utf8)
        for (name, _) in MigrationTables.parts { #expect(committed.contains(MigrationTables.markers(name).begin), "no place for \(name)") }
        let fresh = MigrationTables.updating(committed)
        if fresh != committed, GeneratedDocumentsTests.isRecording { try fresh.write(to: file, atomically: true, encoding: .utf8) }
        #expect(fresh == committed, "MIGRATION.md is out of date: run `make generate`, review with git diff, run again")
    }

    @Test("every schema is valid JSON with a property for every written name", arguments: Dialect.allCases, Kind.allCases)
    func schemas(dialect: Dialect, kind: Kind) throws {
        guard let text = JSONSchema.document(dialect, kind) else {
            #expect(!kind.dialects.contains(dialect))
            return
        }
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        #expect((schema["$defs"] as? [String: Any])?.isEmpty == false)
    }
}
