import AdaptyMigrationTools

/// One route as the OpenAPI document describes it.
struct OpenAPIOperation: Sendable {
    /// The form of a body.
    enum Body: Sendable {
        /// A record of these kinds in any of their dialects, by media type, and as plain JSON.
        case records([RecordKind])
        /// JSON with a schema under `components`.
        case json(String)
        /// Another media type.
        case text(String)
    }

    struct Parameter: Sendable {
        var name: String
        /// `query`, `path` or `header`.
        var place = "query"
        var about: String
        /// A JSON Schema.
        var schema: JSON = .object([("type", .text("string"))])

        var json: JSON {
            .object([
                ("name", .text(name)), ("in", .text(place)), ("required", .flag(place == "path")),
                ("description", .text(about)), ("schema", schema),
            ])
        }
    }

    var method: String
    var path: String
    var summary: String
    var about = ""
    var security: OpenAPISecurity?
    var parameters: [Parameter] = []
    var request: Body?
    /// An example of a request body. The tests send it.
    var example: String?
    /// By status.
    var answers: [(status: Int, about: String, body: Body?)]
    /// Statuses that have a problem document.
    var problems: [Int] = []

    var json: JSON {
        var members: [(name: String, value: JSON)] = [("operationId", .text(id)), ("summary", .text(summary))]
        if !about.isEmpty { members.append(("description", .text(about))) }
        if let security { members.append(("security", .list([.object([(security.rawValue, .list([]))])]))) }
        if !parameters.isEmpty { members.append(("parameters", .list(parameters.map(\.json)))) }
        if let request {
            members.append(
                ("requestBody", .object([("required", .flag(true)), ("content", request.content(example))])))
        }
        members.append(("responses", .object(responses)))
        return .object(members)
    }

    /// `put /profiles/{id}` → `put-profiles-id`
    private var id: String { ([method] + path.split { !$0.isLetter }.map(String.init)).joined(separator: "-") }

    private var responses: [(name: String, value: JSON)] {
        answers.map { status, about, body in
            (
                String(status),
                .object([("description", .text(about))] + (body.map { [("content", $0.content(nil))] } ?? []))
            )
        }
            + problems.map { status in
                (
                    String(status),
                    .object([
                        ("description", .text(OpenAPIOperation.problem[status] ?? "Refused.")),
                        (
                            "content",
                            .object([
                                (ProblemDocument.mediaType, .object([("schema", OpenAPISchemas.reference("problem"))]))
                            ])
                        ),
                    ])
                )
            }
    }

    private static let problem = [
        400: "Invalid request, or not JSON.", 401: "Authorization is missing or wrong.", 404: "Not found.",
        406: "None of the requested dialects has this record.", 409: "Another kind of record is stored.",
        412: "The record has changed since.", 413: "The body is too long.",
        415: "The Content-Type of the body is not JSON.",
        422: "The JSON cannot be converted; the answer says what is wrong, where, and what to do.",
        428: "If-Match is required.", 503: "Try again in a moment.",
    ]
}

extension OpenAPIOperation.Body {
    fileprivate func content(_ example: String?) -> JSON {
        func media(_ schema: JSON) -> JSON {
            .object([("schema", schema)] + (example.map { [("example", .document(Array($0.utf8)))] } ?? []))
        }
        switch self {
        case .json(let name): return .object([("application/json", media(OpenAPISchemas.reference(name)))])
        case .text(let type): return .object([(type, .object([("schema", .object([("type", .text("string"))]))]))])
        case .records(let kinds):
            let dialects = Dialect.allCases.filter { dialect in kinds.contains { $0.dialects.contains(dialect) } }
            let typed = dialects.map { dialect in
                (
                    name: dialect.mediaType,
                    value: JSON.object([
                        (
                            "schema",
                            .object([
                                (
                                    "anyOf",
                                    .list(
                                        kinds.filter { $0.dialects.contains(dialect) }.map {
                                            OpenAPISchemas.reference(OpenAPISchemas.name(dialect, $0))
                                        })
                                )
                            ])
                        )
                    ])
                )
            }
            return .object(
                [
                    (
                        "application/json",
                        media(
                            .object([("description", .text("A record of any dialect; the service recognises which."))]))
                    )
                ] + typed)
        }
    }
}
