@_spi(Tools) import AdaptyMigrationTools

/// The OpenAPI 3.1 document: `openapi.json`, with what follows from the mapping table in the places of its names.
///
/// Worked example: `"every event": {}` becomes a media type for each dialect that has events, and `"every table": {}`
/// the schemas of all tables.
enum OpenAPIDocument {
    static let bytes = Array(
        parts.reduce(into: String(decoding: PackageResources.openapi_json, as: UTF8.self)) { text, part in
            text = text.replacing("\"\(part.name)\": {}", with: part.members.map(text(of:)).joined(separator: ","))
        }.utf8)

    private static func text(of member: (name: String, value: JSON)) -> String {
        String(decoding: JSON.object([member]).bytes.dropFirst().dropLast(), as: UTF8.self)
    }

    private static let parts: [(name: String, members: [(name: String, value: JSON)])] = [
        ("every record", mediaTypes(RecordKind.converted)), ("every event", mediaTypes([.event])),
        ("every profile", mediaTypes([.profile])), ("every paywall", mediaTypes([.paywall, .paywalls])),
        ("every table", choices + schemas),
    ]

    /// The media types of these kinds of records, each with the schemas of its dialect.
    private static func mediaTypes(_ kinds: [RecordKind]) -> [(name: String, value: JSON)] {
        Dialect.allCases.compactMap { dialect in
            let known = kinds.filter { $0.dialects.contains(dialect) }.map { reference(name(dialect, $0)) }
            guard !known.isEmpty else { return nil }
            return (dialect.mediaType, .object([("schema", .object([("anyOf", .list(known))]))]))
        }
    }

    // MARK: Schemas

    private static let prefix = "#/components/schemas/"

    private static func reference(_ name: String) -> JSON { .object([("$ref", .text(prefix + name))]) }

    /// `sdk1-wire.profile`
    static func name(_ dialect: Dialect, _ kind: RecordKind) -> String { "\(dialect.rawValue).\(kind.rawValue)" }

    private static let choices: [(name: String, value: JSON)] = [
        ("dialect", Dialect.allCases.map(\.rawValue)), ("kind", RecordKind.allCases.map(\.rawValue)),
    ].map { name, words in
        (name, .object([("type", .text("string")), ("enum", .list(words.map { .text($0) }))]))
    }

    private static var schemas: [(name: String, value: JSON)] {
        var schemas: [(name: String, value: JSON)] = [], known: Set<String> = []
        for (dialect, kind) in Dialect.allCases.flatMap({ dialect in RecordKind.allCases.map { (dialect, $0) } }) {
            let parts = JSONSchema.definitions(dialect, kind, prefix: "\(prefix)\(dialect.rawValue).")
            for (table, schema) in parts where known.insert("\(dialect.rawValue).\(table)").inserted {
                schemas.append(("\(dialect.rawValue).\(table)", .document(Array(schema.utf8))))
            }
            guard let entry = parts.first, known.insert(name(dialect, kind)).inserted else { continue }
            schemas.append((name(dialect, kind), list(of: "\(dialect.rawValue).\(entry.name)")))
        }
        return schemas
    }

    private static func list(of entry: String) -> JSON {
        .object([
            (
                "description",
                .text("A list document: an array, an object whose data is an array, or an object by placement.")
            ),
            ("type", .list([.text("array"), .text("object")])), ("items", reference(entry)),
        ])
    }
}
