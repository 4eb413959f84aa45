import AdaptyMigrationTools

/// The OpenAPI 3.1 document, built from ``OpenAPIOperation/all`` and the schemas of the mapping table.
enum OpenAPIDocument {
    static let json = JSON.object([
        ("openapi", .text("3.1.0")),
        (
            "info",
            .object([
                ("title", .text("Adapty migration service")), ("version", .text("1")),
                ("license", .object([("name", .text("Apache 2.0")), ("identifier", .text("Apache-2.0"))])),
                (
                    "description",
                    .text(
                        "Accepts Adapty payloads of every generation, and answers each client in its own version."
                    )
                ),
            ])
        ),
        ("servers", .list([.object([("url", .text("/"))])])),
        ("paths", .object(paths)),
        (
            "components",
            .object([
                ("securitySchemes", .object(OpenAPISecurity.allCases.map { ($0.rawValue, $0.json) })),
                ("schemas", .object(OpenAPISchemas.all)),
            ])
        ),
    ])

    private static var paths: [(name: String, value: JSON)] {
        var order: [String] = [], byPath: [String: [(name: String, value: JSON)]] = [:]
        for operation in OpenAPIOperation.all {
            if byPath[operation.path] == nil { order.append(operation.path) }
            byPath[operation.path, default: []].append((operation.method, operation.json))
        }
        return order.map { ($0, .object(byPath[$0] ?? [])) }
    }
}

/// The required authorisation.
enum OpenAPISecurity: String, CaseIterable, Sendable {
    case webhook, admin

    var json: JSON {
        .object([
            ("type", .text("http")), ("scheme", .text("bearer")),
            (
                "description",
                .text(
                    self == .webhook
                        ? "The secret entered in Adapty's dashboard, with or without Bearer before it; production and sandbox have one each."
                        : "The admin secret. It protects personal data and every request that changes the service.")
            ),
        ])
    }
}
