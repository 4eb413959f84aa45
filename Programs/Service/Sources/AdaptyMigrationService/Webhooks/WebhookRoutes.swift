@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Hummingbird

/// `POST /webhooks/adapty`: accepts events of every generation, and confirms them once they are on disk.
///
/// Adapty repeats unconfirmed events up to nine times within a day. Older versions treat 200 to 399 as a confirmation,
/// newer ones 200 to 404, so only 413, 415 and 503 are repeated by both.
struct WebhookRoutes: Sendable {
    let secrets: WebhookSecrets
    let events: EventStore
    let converter: EventConverter
    let maximumBody: Int

    func add(to router: Router<BasicRequestContext>) {
        router.post("/webhooks/adapty") { request, _ in try await receive(request) }
    }

    private func receive(_ request: Request) async throws -> Response {
        let rights = secrets.rights(request.headers[.authorization])
        guard rights.includePings else { throw ProblemDocument.unauthorized }
        let body = try await request.document(upTo: maximumBody)
        let facts = try read(body)
        if let answer = WebhookRoutes.pong(facts) { return Response(answer.bytes, type: "application/json") }
        guard StoreEnvironment.all(in: body, facts).allSatisfy(rights.include) else {
            throw ProblemDocument.unauthorized
        }
        let event = try ReceivedEvent(body, facts, converter)
        return Response(WebhookRoutes.answer(event, try await events.keep(event)))
    }

    private func read(_ body: [UInt8]) throws(ProblemDocument) -> EventFacts {
        do throws(MigrationError) { return try EventFacts(body) } catch { throw ProblemDocument(error) }
    }

    /// `{}` is answered with `{}`, `{"adapty_check":"x"}` with `{"adapty_check_response":"x"}`.
    private static func pong(_ facts: EventFacts) -> JSON? {
        if facts.isEmpty { return .object([]) }
        return facts.name == nil ? facts.check.map { .object([("adapty_check_response", .text($0))]) } : nil
    }

    private static func answer(_ event: ReceivedEvent, _ receipt: EventStore.Receipt) -> JSON {
        .object([
            ("status", .text(receipt.outcome.rawValue)), ("sequence", .number(receipt.sequence)),
            ("event_type", .text(orNull: event.name?.rawValue)),
            ("meaning", .text((event.name?.meaning ?? .unknown).rawValue)),
        ])
    }
}
