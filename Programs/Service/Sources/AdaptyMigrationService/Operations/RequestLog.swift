import HTTPTypes
import Hummingbird
import Logging

/// One line for each request: the route pattern (not the path with ids), the status of the answer, and the duration.
struct RequestLog<Context: RequestContext>: RouterMiddleware {
    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let hundredths = (ContinuousClock.now - start) / .microseconds(10)
        context.logger.log(
            level: response.status.code < 500 ? .info : .error, "request",
            metadata: [
                "method": .string(request.method.rawValue), "route": .string(context.endpointPath ?? "none"),
                "status": .stringConvertible(response.status.code),
                "milliseconds": .stringConvertible(hundredths.rounded() / 100),
            ])
        return response
    }
}
