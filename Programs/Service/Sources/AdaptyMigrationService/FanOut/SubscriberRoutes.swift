@_spi(Tools) import AdaptyMigrationTools
import Foundation
import HTTPTypes
import Hummingbird

/// `POST`, `GET /subscribers`, `DELETE /subscribers/{id}`, `POST /subscribers/{id}/retry`: the receivers of events and
/// their generations of event names.
struct SubscriberRoutes: Sendable {
    let subscribers: SubscriberStore
    let addresses: AddressGuard
    let signal: DeliverySignal
    let guardian: AdminGuard<BasicRequestContext>

    /// The registration of a subscriber.
    private struct Registration: Decodable {
        /// The address for events.
        let url: String
        /// `webhook` or `webhook-legacy`; the current one by default.
        let dialect: String?
        /// `production` or `sandbox`; the former by default.
        let environment: String?
        /// The key for signing deliveries; generated if absent.
        let secret: String?
        /// The sequence number after which deliveries begin. By default only new events are sent; 0 begins with the
        /// first event.
        let after: Int64?
    }

    func add(to router: Router<BasicRequestContext>) {
        router.group().add(middleware: guardian)
            .post("/subscribers") { request, _ in try await register(request) }
            .get("/subscribers") { _, _ in
                Response(.object([("subscribers", .list(try await subscribers.statuses().map(SubscriberRoutes.json)))]))
            }
            .post("/subscribers/:id/retry") { _, context in try await retry(try context.id()) }
            .delete("/subscribers/:id") { _, context in
                guard try await subscribers.remove(try context.id()) else {
                    throw ProblemDocument.missing("subscriber")
                }
                return Response(status: .noContent)
            }
    }

    private func register(_ request: Request) async throws -> Response {
        let body = try await request.document(upTo: 1 << 16)
        guard let registration = try? JSONDecoder().decode(Registration.self, from: Data(body)),
            (registration.after ?? 0) >= 0,
            registration.secret != ""
        else {
            throw ProblemDocument.usage(
                "the body is not a registration",
                remedy:
                    #"send {"url": "https://…", "dialect": "webhook-legacy"}; "environment", "secret" and "after" are optional"#
            )
        }
        let dialect = try Negotiation(.event).dialect(version: registration.dialect)
        let environment = try StoreEnvironment(asked: registration.environment)
        try await addresses.check(registration.url)
        let subscriber = Subscriber(
            id: SubscriberRoutes.random(12), url: registration.url, dialect: dialect, environment: environment,
            secret: registration.secret ?? SubscriberRoutes.random(32))
        let after = try await subscribers.add(subscriber, after: registration.after)
        let answer = JSON.object([
            ("id", .text(subscriber.id)), ("url", .text(subscriber.url)), ("dialect", .text(dialect.rawValue)),
            ("environment", .text(environment.rawValue)), ("secret", .text(subscriber.secret)),
            ("after", .number(after)),
        ])
        return Response(answer, status: .created, headers: [.location: "/subscribers/\(subscriber.id)"])
    }

    private func retry(_ id: String) async throws -> Response {
        guard let count = try await subscribers.retry(id) else { throw ProblemDocument.missing("subscriber") }
        signal.send()
        return Response(.object([("retried", .number(Int64(count)))]))
    }

    private static func random(_ bytes: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return SHA256Hash.hex(of: (0..<bytes).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    private static func json(_ status: SubscriberStore.Status) -> JSON {
        .object([
            ("id", .text(status.subscriber.id)), ("url", .text(status.subscriber.url)),
            ("dialect", .text(status.subscriber.dialect.rawValue)),
            ("environment", .text(status.subscriber.environment.rawValue)),
            ("delivered", .number(status.delivered)), ("pending", .number(status.pending)),
            ("parked", .number(status.parked)),
            ("failure", .text(orNull: status.failure)),
        ])
    }
}
