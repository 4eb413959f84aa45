import AdaptyMigrationTools
import Hummingbird

/// Refuses requests that do not say which host they are for (RFC 9112 §3.2).
struct HostMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        guard let host = request.head.authority, !host.isEmpty else {
            throw ProblemDocument(.http(.badRequest), status: 400, detail: "the request has no Host")
        }
        return try await next(request, context)
    }
}
