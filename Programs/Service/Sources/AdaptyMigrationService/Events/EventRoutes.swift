@_spi(Tools) import AdaptyMigrationTools
import Hummingbird

/// `GET /events?after=&as=&limit=`: the events in commit order, with the event names that the reader knows.
struct EventRoutes: Sendable {
    let events: EventStore
    let guardian: AdminGuard<BasicRequestContext>

    func add(to router: Router<BasicRequestContext>) {
        router.group().add(middleware: guardian).get("/events") { request, _ in try await list(request) }
    }

    private func list(_ request: Request) async throws -> Response {
        let after = try request.number("after", in: 0...Int64.max, default: 0),
            limit = try request.number("limit", in: 1...1000, default: 100)
        let dialect = try Negotiation(.event).dialect(
            version: request.uri.queryParameters["as"].map { String($0) }, accept: request.headers[.accept])
        let found = try await events.events(after: after, limit: limit)
        let conflicts =
            try await found.isEmpty ? [:] : events.conflicts(from: after + 1, through: found[found.count - 1].sequence)
        let list = found.map { EventRoutes.json($0, $0.document(in: dialect), conflicts[$0.sequence] ?? []) }
        return Response(
            .object([("events", .list(list)), ("next", .number(found.last?.sequence ?? after))]),
            headers: [.vary: "Accept"])
    }

    private static func json(_ event: StoredEvent, _ document: [UInt8], _ conflicts: [[UInt8]]) -> JSON {
        var members: [(name: String, value: JSON)] = [
            ("sequence", .number(event.sequence)), ("received_at", .text(Instant.text(event.receivedAt))),
            ("environment", .text(event.environment.rawValue)),
            ("kind", .text(event.source == nil ? "unknown" : "event")),
            ("meaning", .text((event.name?.meaning ?? .unknown).rawValue)), ("event", .document(document)),
        ]
        if !conflicts.isEmpty { members.append(("conflicts", .list(conflicts.map { .document($0) }))) }
        return .object(members)
    }
}
