@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Hummingbird

/// Admits only clients that know the admin secret, which protects personal data and every change to the service.
/// Without a configured secret, nobody is admitted.
struct AdminGuard<Context: RequestContext>: RouterMiddleware {
    let secret: Secret?

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        guard secret?.matches(request.headers[.authorization]) == true else { throw ProblemDocument.unauthorized }
        return try await next(request, context)
    }
}
