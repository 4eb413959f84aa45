import Logging
import NIOCore

/// What the service is told when it starts.
public struct Settings: Sendable {
    public var host = "127.0.0.1"
    public var port = 8080
    public var database = DatabaseAddress.sqlite(path: "service.sqlite")
    public var secrets = WebhookSecrets(production: nil)
    /// Behind which everything but webhooks, health and conversions is; `nil` lets nobody in.
    public var adminSecret: String?
    /// The longest body that is read, in bytes.
    public var maximumBody = 1 << 20
    /// How many connections may be open at once; more wait to be accepted.
    public var maximumConnections = 1024
    /// How many writes may wait before more are refused.
    public var maximumWaiting = 1024
    /// How long a request's head may take, and the next one be awaited.
    public var headTimeout: TimeAmount = .seconds(30)
    /// How long a request's body may take.
    public var bodyTimeout: TimeAmount = .seconds(20)
    /// Whether a record may only be replaced with `If-Match`.
    public var requiresMatch = false
    /// Whether events may be sent to loopback and private networks.
    public var allowsInternalSubscribers = false
    /// How often, and how long after one another, a delivery is tried.
    public var backoff = Backoff()
    public var logLevel = Logger.Level.info

    public init() {}
}
