@_spi(Tools) import AdaptyMigrationTools
import AsyncHTTPClient
import Metrics
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends one event to one subscriber. A 2xx status means success; redirections are not followed.
struct Sender: Sendable {
    let client: HTTPClient
    let addresses: AddressGuard
    let clock: @Sendable () -> Int64

    private static let delivered = Counter(label: "adapty.deliveries", dimensions: [("outcome", "delivered")])
    private static let failed = Counter(label: "adapty.deliveries", dimensions: [("outcome", "failed")])
    static let timeout: TimeAmount = .seconds(10)

    /// A client for deliveries. The windows limit their number, and retries have a schedule of their own.
    static func client() -> HTTPClient {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(5), read: timeout)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = .max
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func send(_ event: StoredEvent, to subscriber: Subscriber) async -> DeliveryOutcome {
        let outcome = await attempt(event, subscriber)
        if case .delivered = outcome { Sender.delivered.increment() } else { Sender.failed.increment() }
        return outcome
    }

    private func attempt(_ event: StoredEvent, _ subscriber: Subscriber) async -> DeliveryOutcome {
        do throws(ProblemDocument) { try await addresses.check(subscriber.url) } catch { return .failed(error.detail) }
        do {
            let response = try await client.execute(request(event, subscriber), timeout: Sender.timeout)
            // The connection can be reused once the answer is read. An endless answer is cut off.
            _ = try? await response.body.collect(upTo: 1 << 16)
            return (200..<300).contains(response.status.code)
                ? .delivered : .failed("it answered \(response.status.code)")
        } catch {
            return .failed(Sender.reason(error))
        }
    }

    private func request(_ event: StoredEvent, _ subscriber: Subscriber) -> HTTPClientRequest {
        let body = event.document(in: subscriber.dialect)
        var request = HTTPClientRequest(url: subscriber.url)
        request.method = .POST
        request.headers = [
            "Content-Type": "application/json", "User-Agent": "adapty-migrate-service",
            "Adapty-Migration-Sequence": "\(event.sequence)",
            Signature.header: Signature.text(of: body, secret: subscriber.secret, seconds: clock() / 1000),
        ]
        request.body = .bytes(ByteBuffer(bytes: body))
        return request
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: error.shortDescription
        case is NIOConnectionError, is ChannelError, is IOError: "no connection"
        default: "it could not be sent"
        }
    }
}
