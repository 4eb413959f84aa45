import AdaptyMigrationTools

extension OpenAPIOperation {
    /// Every route of the service but the page's own files. A test holds it against the router.
    static let all: [OpenAPIOperation] = conversions + webhooks + records + subscribers + operations

    private static let everything = RecordKind.converted

    private static let from = Parameter(
        name: "from", about: "The payload's dialect; recognised where it is left out.", schema: OpenAPISchemas.dialect)
    private static let to = Parameter(
        name: "to",
        about:
            "The dialect wanted, or a version of Adapty's SDK such as 2.6.3. Without it Accept decides, then the current dialect."
    )
    private static let at = Parameter(
        name: "at",
        about:
            "The instant at which flags are judged that a payload leaves to its reader, like 2026-01-31T12:00:00Z; for server-v2 they are then derived."
    )
    private static let id = Parameter(name: "id", place: "path", about: "Your id of the record.")
    private static let match = Parameter(
        name: "If-Match", place: "header", about: "The ETag of the version that is to be replaced.")

    private static let example =
        #"{"profile_id":"p-1","paid_access_levels":{"premium":{"id":"premium","is_active":1,"vendor_product_id":"com.example.year","store":"app_store","starts_at":"2021-01-15T15:10:36.517975+0000"}},"app_id":"a-1"}"#

    private static let conversions: [OpenAPIOperation] = [
        .init(
            method: "post", path: "/detect", summary: "Which dialect and kind a payload is, and why",
            about: "Nothing is stored or logged of the payload.", parameters: [from],
            request: .records(everything), example: example,
            answers: [(200, "The dialect, with its evidence.", .json("detection"))], problems: [400, 413, 415, 422]),
        .init(
            method: "post", path: "/convert", summary: "A payload in another dialect, newer or older",
            about:
                "The answer's media type names its dialect. What the target cannot hold is in the member _adapty_migration; sent back with it, a document becomes what it was, byte for byte. Nothing is stored or logged of the payload.",
            parameters: [
                from, to,
                Parameter(
                    name: "residue", about: "Where what the target cannot hold goes.",
                    schema: OpenAPISchemas.choice(ConversionWish.ResidueMode.allCases.map(\.rawValue))), at,
            ],
            request: .records(everything), example: example,
            answers: [
                (
                    200,
                    "The converted document; with residue=beside an object of document and residue, as application/json.",
                    .records(everything)
                )
            ], problems: [400, 406, 413, 415, 422]),
        .init(
            method: "post", path: "/explain", summary: "A conversion with everything that can be said about it",
            about:
                "Evidence, both documents, where each member went and why, the residue, what is lost, the proof of the way back, access before and after. Documents are texts, so that their bytes stay what they are. Nothing is stored or logged of the payload.",
            parameters: [from, to, at], request: .records(everything), example: example,
            answers: [(200, "The conversion, explained.", .json("explanation"))], problems: [400, 406, 413, 415, 422]),
        .init(
            method: "get", path: "/explain/{name}",
            summary: "Where a field or an event name came from, and what happened to it",
            parameters: [
                Parameter(
                    name: "name", place: "path",
                    about: "A field's name in any dialect, or an event name in any spelling.")
            ],
            answers: [(200, "The explanation, for people.", .text("text/plain"))], problems: [404]),
    ]

    private static let webhooks: [OpenAPIOperation] = [
        .init(
            method: "post", path: "/webhooks/adapty", summary: "Takes an event of any generation in",
            about:
                "Confirmed when it is on the disk; an event that comes again is confirmed and kept once. Both kinds of verification ping are answered.",
            security: .webhook,
            request: .records([.event]),
            answers: [(200, "Stored, or known already; or the answer to a ping.", .json("receipt"))],
            problems: [400, 401, 413, 415, 422, 503]),
        .init(
            method: "get", path: "/events",
            summary: "Events in the order of their commits, in the names that the reader knows", security: .admin,
            parameters: [
                Parameter(
                    name: "after", about: "The sequence after which to begin.",
                    schema: .object([("type", .text("integer")), ("minimum", .number(0))])),
                Parameter(
                    name: "as", about: "The generation of names.",
                    schema: OpenAPISchemas.choice(RecordKind.event.dialects.map(\.rawValue))),
                Parameter(
                    name: "limit", about: "At most so many.",
                    schema: .object([("type", .text("integer")), ("minimum", .number(1)), ("maximum", .number(1000))])),
            ], answers: [(200, "The events, and where the next page begins.", .json("events"))],
            problems: [400, 401, 406, 503]),
    ]

    private static let records: [OpenAPIOperation] =
        [("/profiles/{id}", "profile", [RecordKind.profile]), ("/paywalls/{id}", "paywall", [.paywall, .paywalls])]
        .flatMap {
            path, name, kinds in
            [
                OpenAPIOperation(
                    method: "put", path: path, summary: "Stores a \(name) in any dialect",
                    about: "What the payload's dialect cannot say stays as newer clients wrote it.", security: .admin,
                    parameters: [id, match], request: .records(kinds),
                    answers: [(200, "Replaced, or the same.", .json("write")), (201, "New.", .json("write"))],
                    problems: [400, 401, 409, 412, 413, 415, 422, 428, 503]),
                OpenAPIOperation(
                    method: "get", path: path, summary: "A \(name) in the dialect that the client speaks",
                    security: .admin,
                    parameters: [
                        id,
                        Parameter(
                            name: "version",
                            about: "The dialect wanted, or a version of Adapty's SDK. Without it Accept decides."),
                        Parameter(name: "If-None-Match", place: "header", about: "An ETag that the client has."),
                    ],
                    answers: [(200, "The \(name).", .records(kinds)), (304, "The client has it.", nil)],
                    problems: [400, 401, 404, 406, 503]),
            ]
        } + [
            .init(
                method: "get", path: "/profiles/{id}/access", summary: "What a profile may use at an instant",
                about: "From the stored profile and the events that came after it.", security: .admin,
                parameters: [
                    id,
                    Parameter(name: "at", about: "The instant, like 2026-01-31T12:00:00Z; now where it is left out."),
                ], answers: [(200, "The access levels.", .json("access"))], problems: [400, 401, 404, 503])
        ]

    private static let subscribers: [OpenAPIOperation] = [
        .init(
            method: "post", path: "/subscribers",
            summary: "Sends every event on to a URL, in its own generation of names",
            about: "Signed, at least once, in order for each profile.", security: .admin,
            request: .json("registration"), answers: [(201, "Registered.", .json("subscriber"))],
            problems: [400, 401, 413, 415, 422, 503]),
        .init(
            method: "get", path: "/subscribers", summary: "All subscribers, and how far they are", security: .admin,
            answers: [(200, "The subscribers.", .json("subscribers"))], problems: [401, 503]),
        .init(
            method: "post", path: "/subscribers/{id}/retry", summary: "Tries again what was given up",
            about: "The deliveries begin with the first attempt again, in the order of each profile's events.",
            security: .admin, parameters: [id], answers: [(200, "How many deliveries.", .json("retry"))],
            problems: [401, 404, 503]),
        .init(
            method: "delete", path: "/subscribers/{id}", summary: "Sends nothing more to a subscriber",
            security: .admin, parameters: [id], answers: [(204, "Gone.", nil)], problems: [401, 404, 503]),
    ]

    private static let operations: [OpenAPIOperation] = [
        .init(
            method: "get", path: "/health", summary: "Whether the process answers", answers: [(200, "It does.", nil)]),
        .init(
            method: "get", path: "/ready", summary: "Whether the service can do its work",
            answers: [(200, "It can.", nil)], problems: [503]),
        .init(
            method: "get", path: "/metrics", summary: "Counters and durations, as Prometheus reads them",
            answers: [(200, "The metrics.", .text("text/plain"))]),
        .init(
            method: "get", path: "/openapi.json", summary: "This document",
            answers: [(200, "OpenAPI 3.1.", .json("openapi"))]),
        .init(
            method: "get", path: "/", summary: "The page on which people convert payloads",
            answers: [(200, "The page.", .text("text/html"))]),
    ]
}
