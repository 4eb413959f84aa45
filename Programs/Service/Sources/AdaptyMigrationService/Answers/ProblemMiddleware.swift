@_spi(Tools) import AdaptyMigrationTools
import Hummingbird
import Logging

/// Writes every error as a problem document (RFC 9457).
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        do { return try await next(request, context) } catch let problem as ProblemDocument {
            return Response(problem)
        } catch let error as any HTTPResponseError {
            return Response(
                ProblemDocument(.http(error.status), status: error.status.code, detail: error.status.reasonPhrase))
        } catch {
            // Its text could contain somebody's data.
            context.logger.error("a request failed", metadata: ["reason": "\(type(of: error))"])
            return Response(
                ProblemDocument(.http(.internalServerError), status: 500, detail: "the service has a fault"))
        }
    }
}
