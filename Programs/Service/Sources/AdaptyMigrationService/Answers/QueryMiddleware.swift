@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Hummingbird

/// Refuses parameters in a query that the OpenAPI document does not name, and repeated ones. To ignore
/// `enviroment=sandbox` would answer another question. To ignore `environment=sandbox` in a deletion would remove too
/// much.
struct QueryMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        // A query may end with `&`.
        let names = request.uri.queryParameters.map { String($0.key) }.filter { !$0.isEmpty }
        if !names.isEmpty, let known = QueryMiddleware.known(request.method, context.endpointPath) {
            if let unknown = names.first(where: { !known.contains($0) }) {
                throw ProblemDocument.usage(
                    "this route has no parameter \(unknown)",
                    remedy: known.isEmpty ? "leave it out" : "leave it out, or use \(known.joined(separator: ", "))")
            }
            if names.count > Set(names).count {
                throw ProblemDocument.usage("a parameter is repeated", remedy: "send each parameter once")
            }
        }
        return try await next(request, context)
    }

    private static func known(_ method: HTTPRequest.Method, _ path: String?) -> [String]? {
        path.flatMap { OpenAPIDocument.queries["\(method == .head ? .get : method) \($0)"] }
    }
}
