@_spi(Tools) import AdaptyMigrationTools
import Hummingbird

/// `GET /profiles/{id}/access?at=`: a profile's access levels, from the stored profile and the events received after
/// it, in order of arrival.
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
        guard let view = try await access.view(of: id) else {
            throw ProblemDocument.missing("profile, and it has no events")
        }
        let entries = view.entitlements.entries
        return Response(
            .object([
                ("profile_id", .text(id)), ("at", .text(Instant.text(instant))),
                ("active", .flag(entries.contains { $0.isActive(at: instant) })),
                ("access_levels", .list(entries.map { AccessRoutes.json($0, instant) })),
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

    private static func json(_ entry: Entitlements.Entry, _ instant: Int64) -> JSON {
        .object([
            ("access_level_id", .text(orNull: entry.level)), ("vendor_product_id", .text(orNull: entry.product)),
            ("active", .flag(entry.isActive(at: instant))),
            ("starts_at", .text(orNull: entry.startsAt.map(Instant.text))),
            ("expires_at", .text(orNull: entry.expiresAt.map(Instant.text))),
            ("will_renew", .flag(orNull: entry.willRenew)), ("is_lifetime", .flag(entry.isLifetime)),
            ("is_refund", .flag(entry.isRefund)),
            ("meaning", .text(orNull: entry.meaning?.rawValue)), ("evidence", .text(entry.evidence)),
        ])
    }
}
