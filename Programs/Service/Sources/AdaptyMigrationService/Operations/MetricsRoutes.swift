import Hummingbird

/// `GET /metrics`, for Prometheus. The metrics contain no personal data.
struct MetricsRoutes: Sendable {
    let metrics: PrometheusMetrics

    func add(to router: Router<BasicRequestContext>) {
        router.get("/metrics") { _, _ in Response(Array(metrics.text.utf8), type: PrometheusMetrics.contentType) }
    }
}
