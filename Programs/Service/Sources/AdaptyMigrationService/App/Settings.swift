import Logging
import NIOCore

/// The settings of the service.
public struct Settings: Sendable {
    public var host = "127.0.0.1"
    public var port = 8080
    public var database = DatabaseAddress.sqlite(path: "service.sqlite")
    public var secrets = WebhookSecrets(production: nil)
    /// The secret for everything except webhooks, health and conversions; `nil` admits nobody.
    public var adminSecret: String?
    /// The maximum size of a body in bytes.
    public var maximumBody = 1 << 20
    /// The maximum number of open connections. More must wait to be accepted.
    public var maximumConnections = 1024
    /// The maximum number of waiting writes. More are refused.
    public var maximumWaiting = 1024
    /// The time limit for receiving a request's head, and for waiting for the next request.
    public var headTimeout: TimeAmount = .seconds(30)
    /// The time limit for receiving a request's body.
    public var bodyTimeout: TimeAmount = .seconds(20)
    /// Whether a record may only be replaced with `If-Match`.
    public var requiresMatch = false
    /// Whether events may be sent to loopback and private networks.
    public var allowsInternalSubscribers = false
    /// The number of attempts for a delivery, and the time between them.
    public var backoff = Backoff()
    /// The maximum number of simultaneous deliveries to one subscriber. Without an answer after a second, a delivery no
    /// longer counts, up to four times this number.
    public var deliveryWidth = 64
    /// The number of days for which events are kept; `nil` for ever.
    public var retentionDays: Int?
    public var logLevel = Logger.Level.info

    public init() {}
}
