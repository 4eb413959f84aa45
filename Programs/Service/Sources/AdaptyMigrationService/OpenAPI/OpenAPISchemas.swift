import AdaptyMigrationTools

/// The schemas under `components`: those of the mapping table and those of the service.
enum OpenAPISchemas {
    private static let prefix = "#/components/schemas/"

    static func reference(_ name: String) -> JSON { .object([("$ref", .text(prefix + name))]) }

    /// `sdk1-wire.profile`
    static func name(_ dialect: Dialect, _ kind: RecordKind) -> String { "\(dialect.rawValue).\(kind.rawValue)" }

    static var all: [(name: String, value: JSON)] { records + own }

    // MARK: The table's

    private static var records: [(name: String, value: JSON)] {
        var schemas: [(name: String, value: JSON)] = [], known: Set<String> = []
        for dialect in Dialect.allCases {
            for kind in RecordKind.allCases {
                let parts = JSONSchema.definitions(dialect, kind, prefix: "\(prefix)\(dialect.rawValue).")
                for (table, schema) in parts where known.insert("\(dialect.rawValue).\(table)").inserted {
                    schemas.append(("\(dialect.rawValue).\(table)", .document(Array(schema.utf8))))
                }
                guard let entry = parts.first, known.insert(name(dialect, kind)).inserted else { continue }
                schemas.append(
                    (
                        name(dialect, kind),
                        .object([
                            (
                                "description",
                                .text(
                                    "A list document: an array, an object whose data is an array, or an object by placement."
                                )
                            ),
                            ("type", .list([.text("array"), .text("object")])),
                            ("items", reference("\(dialect.rawValue).\(entry.name)")),
                        ])
                    ))
            }
        }
        return schemas
    }

    // MARK: The service's own

    private static let text = JSON.object([("type", .text("string"))])
    private static let textOrNull = JSON.object([("type", .list([.text("string"), .text("null")]))])
    private static let flag = JSON.object([("type", .text("boolean"))])
    private static let flagOrNull = JSON.object([("type", .list([.text("boolean"), .text("null")]))])
    private static let number = JSON.object([("type", .text("integer"))])
    private static let numberOrNull = JSON.object([("type", .list([.text("integer"), .text("null")]))])
    private static let anything = JSON.object([("description", .text("A document, unchanged."))])
    private static func list(_ items: JSON) -> JSON { .object([("type", .text("array")), ("items", items)]) }
    static func choice(_ names: [String]) -> JSON {
        .object([("type", .text("string")), ("enum", .list(names.map { .text($0) }))])
    }
    static let dialect = choice(Dialect.allCases.map(\.rawValue))
    static let kind = choice(RecordKind.allCases.map(\.rawValue))

    private static func object(_ required: [(String, JSON)], optional: [(String, JSON)] = []) -> JSON {
        .object([
            ("type", .text("object")), ("properties", .object((required + optional).map { (name: $0.0, value: $0.1) })),
            ("required", .list(required.map { .text($0.0) })),
        ])
    }

    private static let own: [(name: String, value: JSON)] = [
        (
            "problem",
            object(
                [("type", text), ("title", text), ("status", number), ("detail", text), ("code", text)],
                optional: [("remedy", text), ("pointer", text), ("line", number), ("column", number)])
        ),
        (
            "detection",
            object([
                ("dialect", dialect), ("kind", kind), ("mediaType", text), ("alsoFits", list(dialect)),
                ("targets", list(dialect)),
                ("evidence", list(object([("fact", text), ("pointer", textOrNull)]))),
            ])
        ),
        (
            "conversion",
            object([("document", anything), ("residue", .object([("type", .list([.text("object"), .text("null")]))]))])
        ),
        (
            "document",
            object([("dialect", dialect), ("mediaType", text), ("text", text), ("bytes", number), ("sha256", text)])
        ),
        (
            "lineage",
            object([
                ("action", text), ("sources", list(text)), ("targets", list(text)), ("table", textOrNull),
                ("row", textOrNull), ("codec", textOrNull),
                ("summary", textOrNull), ("history", textOrNull), ("note", text),
            ])
        ),
        (
            "explanation",
            object([
                ("detection", reference("detection")), ("source", reference("document")),
                ("target", reference("document")), ("residue", textOrNull), ("lineage", list(reference("lineage"))),
                (
                    "ledger",
                    object([
                        ("counts", .object([("type", .text("object")), ("additionalProperties", number)])),
                        (
                            "losses",
                            list(object([("action", text), ("path", text), ("target", textOrNull), ("note", text)]))
                        ),
                    ])
                ),
                ("roundTrip", object([("isExact", flag), ("sha256", textOrNull), ("bytes", numberOrNull)])),
                ("access", object([("at", text), ("isSame", flag), ("differences", list(text))])),
            ])
        ),
        (
            "receipt",
            // A ping is answered with an empty object, or with the text that it asks for.
            object(
                [],
                optional: [
                    ("status", text), ("sequence", number), ("event_type", textOrNull), ("meaning", text),
                    ("adapty_check_response", text),
                ])
        ),
        (
            "write",
            object([
                ("status", text), ("kind", kind), ("dialect", dialect), ("stored_as", dialect), ("lost", list(text)),
            ])
        ),
        (
            "access",
            object([
                ("profile_id", text), ("at", text), ("active", flag), ("access_levels", list(reference("accessEntry"))),
                ("events", number),
            ])
        ),
        (
            "accessEntry",
            object([
                ("access_level_id", textOrNull), ("vendor_product_id", textOrNull), ("active", flag),
                ("starts_at", textOrNull), ("expires_at", textOrNull), ("will_renew", flagOrNull),
                ("is_lifetime", flag), ("is_refund", flag), ("meaning", textOrNull), ("evidence", text),
            ])
        ),
        (
            "events",
            object([
                (
                    "events",
                    list(
                        object(
                            [
                                ("sequence", number), ("received_at", text), ("kind", text), ("meaning", text),
                                ("event", anything),
                            ], optional: [("conflicts", list(anything))]))
                ), ("next", number),
            ])
        ),
        (
            "openapi",
            object([
                ("openapi", text), ("info", .object([("type", .text("object"))])),
                ("paths", .object([("type", .text("object"))])),
            ])
        ),
        (
            "registration",
            object(
                [("url", text)],
                optional: [
                    ("dialect", choice(RecordKind.event.dialects.map(\.rawValue))), ("secret", text), ("after", number),
                ])
        ),
        (
            "subscriber",
            object([("id", text), ("url", text), ("dialect", dialect), ("secret", text), ("after", number)])
        ),
        ("retry", object([("retried", number)])),
        (
            "subscribers",
            object([
                (
                    "subscribers",
                    list(
                        object([
                            ("id", text), ("url", text), ("dialect", dialect), ("planned", number),
                            ("delivered", number), ("pending", number), ("parked", number), ("failure", textOrNull),
                        ]))
                )
            ])
        ),
    ]
}
