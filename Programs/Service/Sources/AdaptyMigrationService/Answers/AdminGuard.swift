import AdaptyMigrationTools
import HTTPTypes
import Hummingbird

/// Lets those in who know the admin secret: behind it are personal data and what changes the service. Without a secret
/// set up nobody gets in.
struct AdminGuard<Context: RequestContext>: RouterMiddleware {
    let secret: Secret?

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        guard secret?.matches(request.headers[.authorization]) == true else { throw ProblemDocument.unauthorized }
        return try await next(request, context)
    }
}
