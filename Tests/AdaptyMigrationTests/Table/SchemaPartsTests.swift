@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@Suite("Schemas in parts")
struct SchemaPartsTests {
    @Test("they are those of the whole, under the references asked for", arguments: RecordKind.converted)
    func parts(_ kind: RecordKind) throws {
        for dialect in kind.dialects {
            let parts = JSONSchema.definitions(dialect, kind, prefix: "#/schemas/x.")
            let text = try #require(JSONSchema.document(dialect, kind)).replacing("#/$defs/", with: "#/schemas/x.")
            let whole = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            let definitions = try #require(whole["$defs"] as? NSDictionary)
            #expect(Set(parts.map(\.name)) == Set(definitions.allKeys.compactMap { $0 as? String }))
            for part in parts {
                let schema = try JSONSerialization.jsonObject(with: Data(part.schema.utf8)) as? NSDictionary
                #expect(schema == definitions[part.name] as? NSDictionary, "\(dialect) \(part.name)")
            }
        }
    }

    @Test("a dialect without the kind has none")
    func none() { #expect(JSONSchema.definitions(.webhook, .profile, prefix: "").isEmpty) }
}
