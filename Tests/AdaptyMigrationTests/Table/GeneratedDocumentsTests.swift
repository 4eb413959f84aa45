@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

/// Generated text in committed files is what the rows say; `make generate` brings it up to date and fails the run that
/// did.
@Suite("Generated documents")
struct GeneratedDocumentsTests {
    @Test("the tables of MIGRATION.md are the rows")
    func migrationTables() throws { try GeneratedDocument.check(MigrationTables.parts) }

    @Test(
        "every schema is valid JSON with a property for every written name", arguments: Dialect.allCases,
        RecordKind.converted
    )
    func schemas(dialect: Dialect, kind: RecordKind) throws {
        guard let text = JSONSchema.document(dialect, kind) else {
            #expect(!kind.dialects.contains(dialect))
            return
        }
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        #expect((schema["$defs"] as? [String: Any])?.isEmpty == false)
    }
}
