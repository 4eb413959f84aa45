@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Hummingbird

/// Admits only clients that know the admin secret, which protects personal data and every change to the service. Who
/// knows the secret of readers may only read. Without configured secrets, nobody is admitted.
struct AdminGuard<Context: RequestContext>: RouterMiddleware {
    let secret: Secret
    let readSecret: Secret

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        let header = request.headers[.authorization], isRead = [.get, .head].contains(request.method)
        guard secret.matches(header) || isRead && readSecret.matches(header) else { throw ProblemDocument.unauthorized }
        return try await next(request, context)
    }
}
