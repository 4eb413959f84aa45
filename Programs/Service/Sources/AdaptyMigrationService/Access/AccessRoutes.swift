@_spi(Tools) import AdaptyMigrationTools
import Hummingbird

/// `GET /profiles/{id}/access?at=&environment=`: a profile's access levels in one environment, from the stored profile
/// and the events received after it, in order of arrival.
struct AccessRoutes: Sendable {
    let access: AccessStore
    let guardian: AdminGuard<BasicRequestContext>

    func add(to router: Router<BasicRequestContext>) {
        router.group().add(middleware: guardian).get("/profiles/:id/access") { request, context in
            try await answer(try context.id(), request)
        }
    }

    private func answer(_ id: String, _ request: Request) async throws -> Response {
        let instant = try AccessRoutes.instant(request)
        let environment = try StoreEnvironment(asked: request.uri.queryParameters["environment"].map { String($0) })
        guard let view = try await access.view(of: id, in: environment) else {
            throw ProblemDocument.missing("profile, and it has no events of the environment \(environment.rawValue)")
        }
        let entries = view.entitlements.entries, person = view.person, moment = Timestamp(microseconds: instant * 1000)
        return Response(
            .object([
                // A profile that names no id is that of its path.
                ("profile_id", .text(orNull: person.profile ?? (person.customer == nil ? id : nil))),
                ("customer_user_id", .text(orNull: person.customer)), ("environment", .text(environment.rawValue)),
                ("at", .text(Instant.text(instant))),
                ("active", .flag(entries.contains { $0.isActive(at: moment) })),
                ("access_levels", .list(entries.map { .document($0.json(at: moment).bytes) })),
                ("events", .number(Int64(view.events))),
            ]))
    }

    private static func instant(_ request: Request) throws(ProblemDocument) -> Int64 {
        guard let text = request.uri.queryParameters["at"], !text.isEmpty else { return Instant.now }
        guard let instant = Instant.milliseconds(String(text)) else {
            throw .usage(
                "at=\(text) is not an instant",
                remedy: "write it as 2026-01-31T12:00:00Z, or in milliseconds since 1970")
        }
        return instant
    }
}
