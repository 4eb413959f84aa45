@_spi(Tools) import AdaptyMigrationTools
import AsyncHTTPClient
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// The assembled service.
public struct Service: Sendable {
    private let settings: Settings
    private let database: Database
    private let metrics: PrometheusMetrics
    private let signal = DeliverySignal()

    /// - Parameter metrics: the metrics for `/metrics`; the program must count with them.
    public init(
        _ settings: Settings = Settings(), database: Database = Database(.sqlite(path: "service.sqlite")),
        metrics: PrometheusMetrics = PrometheusMetrics()
    ) {
        (self.settings, self.database, self.metrics) = (settings, database, metrics)
    }

    public func router() -> Router<BasicRequestContext> {
        let router = routes()
        router.refuseOtherMethods()
        return router
    }

    func routes() -> Router<BasicRequestContext> {
        let router = Router(options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            RequestMetrics()
            RequestLog()
            ProblemMiddleware()
            HostMiddleware()
            QueryMiddleware()
        }
        let guardian = AdminGuard<BasicRequestContext>(
            secret: Secret(settings.adminSecrets), readSecret: Secret(settings.readSecrets))
        let records = RecordStore(database: database, layer: Service.tellingLayer, clock: { Instant.now })
        HealthRoutes().add(to: router)
        ReadyRoutes(database: database).add(to: router)
        MetricsRoutes(metrics: metrics, subscribers: subscribers).add(to: router)
        WebhookRoutes(
            secrets: WebhookSecrets(
                production: Secret(settings.webhookSecrets), sandbox: Secret(settings.sandboxSecrets)),
            events: events, converter: EventConverter(), maximumBody: settings.maximumBody
        ).add(to: router)
        EventRoutes(events: events, guardian: guardian).add(to: router)
        RecordRoutes(
            records: records, guardian: guardian, maximumBody: settings.maximumBody,
            requiresMatch: settings.requiresMatch
        ).add(to: router)
        AccessRoutes(access: AccessStore(events: events, records: records), guardian: guardian).add(to: router)
        SubscriberRoutes(subscribers: subscribers, addresses: addresses, signal: signal, guardian: guardian).add(
            to: router)
        ConversionRoutes(maximumBody: settings.maximumBody).add(to: router)
        OpenAPIRoutes().add(to: router)
        PageRoutes().add(to: router)
        return router
    }

    /// The server with its background tasks. When it is stopped, it accepts no more requests and finishes the current
    /// ones. Then deliveries end, and then the database.
    func application(_ client: HTTPClient, _ logger: Logger) -> some ApplicationProtocol {
        let (head, body) = (TimeAmount.seconds(settings.headTimeout), TimeAmount.seconds(settings.bodyTimeout))
        let connections = ConnectionCount(room: settings.maximumConnections)
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestDeadline(head: head, body: body, connections: connections)],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
        return Application(
            router: router(), server: .http1(configuration: channel),
            configuration: .init(
                address: .hostname(settings.host, port: settings.port),
                availableConnectionsDelegate: MaximumAvailableConnections(settings.maximumConnections)),
            services: [DatabaseService(database: database), fanOut(client, logger)]
                + (settings.retentionDays > 0
                    ? [Retention(events: events, days: settings.retentionDays, logger: logger)] : []),
            onServerRunning: { channel in
                logger.info("listening", metadata: ["port": "\(channel.localAddress?.port ?? 0)"])
            }, logger: logger)
    }

    /// Delivers events to subscribers while the server runs.
    func fanOut(_ client: HTTPClient, _ logger: Logger) -> FanOut {
        let sender = Sender(client: client, addresses: addresses, clock: { Instant.now })
        return FanOut(
            subscribers: subscribers, sender: sender, signal: signal, width: settings.deliveryWidth, logger: logger)
    }

    private var events: EventStore { EventStore(database: database, signal: signal, clock: { Instant.now }) }
    var subscribers: SubscriberStore {
        SubscriberStore(database: database, backoff: settings.backoff, clock: { Instant.now })
    }
    private var addresses: AddressGuard { AddressGuard(allowsInternal: settings.allowsInternalSubscribers) }

    /// Also reports losses.
    private static let tellingLayer: CompatibilityLayer = {
        var options = MigrationOptions()
        options.keepsLedger = true
        return CompatibilityLayer(options)
    }()
}
