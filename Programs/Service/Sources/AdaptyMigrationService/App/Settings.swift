import Logging

/// The settings of the service.
public struct Settings: Sendable {
    public var host = "127.0.0.1"
    public var port = 8080
    public var database = DatabaseAddress.sqlite(path: "service.sqlite")
    /// Any of them may send events. More than one is for a change of the secret.
    public var webhookSecrets: [String] = []
    /// Any of them may send events of the sandbox; when there is none, those of production may.
    public var sandboxSecrets: [String] = []
    /// The secrets for everything except webhooks, health and conversions.
    public var adminSecrets: [String] = []
    /// The secrets for reading alone.
    public var readSecrets: [String] = []
    /// The maximum size of a body in bytes.
    public var maximumBody = 1 << 20
    /// The maximum number of open connections. More must wait to be accepted.
    public var maximumConnections = 1024
    /// The maximum number of waiting writes. More are refused.
    public var maximumWaiting = 1024
    /// The seconds for receiving a request's head, and for waiting for the next request.
    public var headTimeout: Int64 = 30
    /// The seconds for receiving a request's body.
    public var bodyTimeout: Int64 = 20
    /// Whether a record may only be replaced with `If-Match`.
    public var requiresMatch = false
    /// Whether events may be sent to loopback and private networks.
    public var allowsInternalSubscribers = false
    /// The number of attempts for a delivery, and the time between them.
    public var backoff = Backoff()
    /// The maximum number of simultaneous deliveries to one subscriber. Without an answer after a second, a delivery no
    /// longer counts, up to four times this number.
    public var deliveryWidth = 64
    /// The number of days for which events are kept; 0 is for ever.
    public var retentionDays = 0
    public var logLevel = Logger.Level.info

    public init() {}
}
