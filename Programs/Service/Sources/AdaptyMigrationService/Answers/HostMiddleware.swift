@_spi(Tools) import AdaptyMigrationTools
import Hummingbird

/// Refuses requests without a Host header (RFC 9112 §3.2).
struct HostMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        guard let host = request.head.authority, !host.isEmpty else {
            throw ProblemDocument(.http(.badRequest), status: 400, detail: "the request has no Host header")
        }
        return try await next(request, context)
    }
}
