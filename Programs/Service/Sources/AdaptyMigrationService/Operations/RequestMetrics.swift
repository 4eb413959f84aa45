import HTTPTypes
import Hummingbird
import Metrics
import Synchronization

/// Counts requests and errors, and measures how long answers take. It has the names of Hummingbird's
/// `MetricsMiddleware`, which counts each problem document as no error, and gives the text `200` as a type of error.
final class RequestMetrics<Context: RequestContext>: RouterMiddleware {
    private struct Key: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    private struct Series {
        let requests: Counter
        let duration: Timer
        /// `nil` when the status is none of an error.
        let errors: Counter?

        init(_ key: Key) {
            let route = [("http.route", key.route), ("http.request.method", key.method)]
            let answer = route + [("http.response.status_code", "\(key.status)")]
            requests = Counter(label: "hb.requests", dimensions: answer)
            duration = Timer(label: "http.server.request.duration", dimensions: answer)
            errors =
                key.status < 400
                ? nil : Counter(label: "hb.request.errors", dimensions: route + [("error.type", "\(key.status)")])
        }
    }

    private let series = Mutex<[Key: Series]>([:])
    private let active = Mutex<[String: Meter]>([:])

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        let start = ContinuousClock.now, method = RequestMetrics.name(of: request.method)
        let meter = meter(method)
        meter.increment()
        defer { meter.decrement() }
        let response = try await next(request, context)
        let series = series(Key(route: context.endpointPath ?? "none", method: method, status: response.status.code))
        series.requests.increment()
        series.errors?.increment()
        series.duration.record(duration: ContinuousClock.now - start)
        return response
    }

    /// Clients may invent methods, and each would be a series of its own.
    private static func name(of method: HTTPRequest.Method) -> String {
        let known: [HTTPRequest.Method] = [.get, .head, .put, .post, .patch, .delete, .options]
        return known.contains(method) ? method.rawValue : "_OTHER"
    }

    private func meter(_ method: String) -> Meter {
        active.withLock { active in
            let meter =
                active[method]
                ?? Meter(label: "http.server.active_requests", dimensions: [("http.request.method", method)])
            active[method] = meter
            return meter
        }
    }

    /// Kept, because making them costs more than counting.
    private func series(_ key: Key) -> Series {
        series.withLock { all in
            let series = all[key] ?? Series(key)
            all[key] = series
            return series
        }
    }
}
