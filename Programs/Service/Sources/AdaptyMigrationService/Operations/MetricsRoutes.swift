@_spi(Tools) import AdaptyMigrationTools
import CoreMetrics
import Hummingbird

/// `GET /metrics`, for Prometheus. The metrics contain no personal data.
struct MetricsRoutes: Sendable {
    let metrics: PrometheusMetrics
    let subscribers: SubscriberStore

    func add(to router: Router<BasicRequestContext>) {
        router.get("/metrics") { _, _ in
            Response(Array(await text().utf8), type: PrometheusMetrics.contentType)
        }
    }

    /// A database that has failed does not hide the other metrics.
    func text() async -> String {
        let statuses = (try? await subscribers.statuses()) ?? []
        return metrics.text + MetricsRoutes.gauges(statuses, subscribers.clock()).text
    }

    /// New ones for each answer, so that a removed subscriber leaves none behind.
    private static func gauges(_ statuses: [SubscriberStore.Status], _ now: Int64) -> PrometheusMetrics {
        let gauges = PrometheusMetrics()
        for status in statuses {
            let age = status.oldestPending.map { max(0, now - $0) } ?? 0
            for (name, value) in [
                ("pending_deliveries", Double(status.pending)), ("parked_deliveries", Double(status.parked)),
                ("oldest_pending_delivery_age_seconds", Double(age) / 1000),
            ] {
                gauges.makeMeter(label: "adapty_subscriber_" + name, dimensions: [("subscriber", status.subscriber.id)])
                    .set(value)
            }
        }
        return gauges
    }
}
