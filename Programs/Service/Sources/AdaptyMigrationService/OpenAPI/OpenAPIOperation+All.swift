import AdaptyMigrationTools

extension OpenAPIOperation {
    /// Every route of the service except the files of the page. A test compares the list with the router.
    static let all: [OpenAPIOperation] = conversions + webhooks + records + subscribers + operations

    private static let everything = RecordKind.converted

    private static let from = Parameter(
        name: "from", about: "The payload's dialect. Without it, the service recognises the dialect.",
        schema: OpenAPISchemas.dialect)
    private static let to = Parameter(
        name: "to",
        about:
            "The target dialect, or a version of Adapty's SDK such as 2.6.3. Without it Accept decides, then the current dialect."
    )
    private static let reader = Parameter(
        name: "readable-by",
        about:
            "The version of Adapty's SDK whose decoder must accept the answer, such as 3.12.0. Members that it requires are filled with placeholders that give no access. It also chooses the dialect."
    )
    private static let at = Parameter(
        name: "at",
        about:
            "The instant at which to derive flags that a server-v2 payload does not contain, like 2026-01-31T12:00:00Z."
    )
    private static let id = Parameter(name: "id", place: "path", about: "Your id of the record.")
    private static let match = Parameter(
        name: "If-Match", place: "header", about: "The ETag of the version to replace.")

    private static let example =
        #"{"profile_id":"p-1","paid_access_levels":{"premium":{"id":"premium","is_active":1,"vendor_product_id":"com.example.year","store":"app_store","starts_at":"2021-01-15T15:10:36.517975+0000"}},"app_id":"a-1"}"#

    private static let conversions: [OpenAPIOperation] = [
        .init(
            method: "post", path: "/detect", summary: "The dialect and kind of a payload, with the evidence",
            about: "The payload is neither stored nor logged.", parameters: [from],
            request: .records(everything), example: example,
            answers: [(200, "The dialect, with its evidence.", .json("detection"))], problems: [400, 413, 415, 422]),
        .init(
            method: "post", path: "/convert", summary: "A payload in another dialect, newer or older",
            about:
                "The media type of the answer names its dialect. Fields without a place in the target are in the member _adapty_migration; sent back with that member, a document is restored byte for byte. The payload is neither stored nor logged.",
            parameters: [
                from, to,
                Parameter(
                    name: "residue", about: "Where to keep fields that have no place in the target.",
                    schema: OpenAPISchemas.choice(ConversionWish.ResidueMode.allCases.map(\.rawValue))), at, reader,
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
            method: "post", path: "/explain", summary: "A conversion with a full explanation",
            about:
                "Evidence, both documents, where each member went and why, the residue, losses, the proof of the way back, and access before and after. Documents are strings, so that their bytes are preserved. The payload is neither stored nor logged.",
            parameters: [from, to, at, reader], request: .records(everything), example: example,
            answers: [(200, "The conversion, explained.", .json("explanation"))], problems: [400, 406, 413, 415, 422]),
        .init(
            method: "get", path: "/explain/{name}",
            summary: "The history of a field or an event name",
            parameters: [
                Parameter(
                    name: "name", place: "path",
                    about: "A field's name in any dialect, or an event name in any spelling.")
            ],
            answers: [(200, "The explanation, for people.", .text("text/plain"))], problems: [404]),
    ]

    private static let webhooks: [OpenAPIOperation] = [
        .init(
            method: "post", path: "/webhooks/adapty", summary: "Accepts an event of any generation",
            about:
                "An event is confirmed once it is on disk. An event that is sent again is confirmed and kept once. Both kinds of verification ping are answered.",
            security: .webhook,
            request: .records([.event]),
            answers: [(200, "Stored or already known; or the answer to a ping.", .json("receipt"))],
            problems: [400, 401, 413, 415, 422, 503]),
        .init(
            method: "get", path: "/events",
            summary: "Events in commit order, with the event names that the reader knows", security: .admin,
            parameters: [
                Parameter(
                    name: "after", about: "Return events after this sequence number.",
                    schema: .object([("type", .text("integer")), ("minimum", .number(0))])),
                Parameter(
                    name: "as", about: "The generation of event names.",
                    schema: OpenAPISchemas.choice(RecordKind.event.dialects.map(\.rawValue))),
                Parameter(
                    name: "limit", about: "The maximum number of events.",
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
                    about: "Fields that the payload's dialect does not have stay as newer clients wrote them.",
                    security: .admin,
                    parameters: [id, match], request: .records(kinds),
                    answers: [(200, "Replaced, or the same.", .json("write")), (201, "New.", .json("write"))],
                    problems: [400, 401, 409, 412, 413, 415, 422, 428, 503]),
                OpenAPIOperation(
                    method: "get", path: path, summary: "A \(name) in the client's dialect",
                    security: .admin,
                    parameters: [
                        id,
                        Parameter(
                            name: "version",
                            about: "The target dialect, or a version of Adapty's SDK. Without it Accept decides."),
                        reader,
                        Parameter(name: "If-None-Match", place: "header", about: "An ETag that the client has."),
                    ],
                    answers: [(200, "The \(name).", .records(kinds)), (304, "The client has it.", nil)],
                    problems: [400, 401, 404, 406, 422, 503]),
            ]
        } + [
            .init(
                method: "get", path: "/profiles/{id}/access", summary: "A profile's access levels at an instant",
                about: "Computed from the stored profile and the events received after it.", security: .admin,
                parameters: [
                    id,
                    Parameter(name: "at", about: "The instant, like 2026-01-31T12:00:00Z. Without it, now."),
                ], answers: [(200, "The access levels.", .json("access"))], problems: [400, 401, 404, 503])
        ]

    private static let subscribers: [OpenAPIOperation] = [
        .init(
            method: "post", path: "/subscribers",
            summary: "Forwards every event to a URL, in the generation of names that the subscriber wants",
            about: "Signed, at least once, in order for each profile.", security: .admin,
            request: .json("registration"), answers: [(201, "Registered.", .json("subscriber"))],
            problems: [400, 401, 413, 415, 422, 503]),
        .init(
            method: "get", path: "/subscribers", summary: "All subscribers and their progress", security: .admin,
            answers: [(200, "The subscribers.", .json("subscribers"))], problems: [401, 503]),
        .init(
            method: "post", path: "/subscribers/{id}/retry", summary: "Retries failed deliveries",
            about: "The deliveries start again with the first attempt, in the order of each profile's events.",
            security: .admin, parameters: [id], answers: [(200, "The number of deliveries.", .json("retry"))],
            problems: [401, 404, 503]),
        .init(
            method: "delete", path: "/subscribers/{id}", summary: "Removes a subscriber",
            security: .admin, parameters: [id], answers: [(204, "Gone.", nil)], problems: [401, 404, 503]),
    ]

    private static let operations: [OpenAPIOperation] = [
        .init(
            method: "get", path: "/health", summary: "Whether the process answers", answers: [(200, "It does.", nil)]),
        .init(
            method: "get", path: "/ready", summary: "Whether the service can do its work",
            answers: [(200, "It can.", nil)], problems: [503]),
        .init(
            method: "get", path: "/metrics", summary: "Counters and durations in Prometheus format",
            answers: [(200, "The metrics.", .text("text/plain"))]),
        .init(
            method: "get", path: "/openapi.json", summary: "This document",
            answers: [(200, "OpenAPI 3.1.", .json("openapi"))]),
        .init(
            method: "get", path: "/", summary: "The page on which people convert payloads",
            answers: [(200, "The page.", .text("text/html"))]),
    ]
}
