import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing

@testable import AdaptyMigrationService

/// Talks to the program over the network.
struct WebClient: Sendable {
    let url: String
    /// Does not wait for a program that is gone.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    init(_ process: ServiceProcess) { url = process.url }

    func send(_ event: String, secret: String = TestService.secret) async throws -> Answer {
        try await ask(.POST, "/webhooks/adapty", secret, event)
    }

    func admin(_ method: String, _ path: String, _ body: String? = nil) async throws -> Answer {
        try await ask(HTTPMethod(rawValue: method), path, TestService.adminSecret, body)
    }

    /// The sequences of all events there are.
    func sequences() async throws -> Set<Int> { Set(try await events().map(\.sequence)) }

    /// All events there are, in order: their sequence and the event as it reads in a dialect.
    func events(as dialect: String = "webhook") async throws -> [(sequence: Int, event: [String: Any])] {
        var events: [(sequence: Int, event: [String: Any])] = [], after = 0
        while true {
            let page = try await admin("GET", "/events?as=\(dialect)&limit=1000&after=\(after)"),
                list = try page.list("events")
            for entry in list {
                events.append((try #require(entry["sequence"] as? Int), try #require(entry["event"] as? [String: Any])))
            }
            if list.isEmpty { return events }
            after = try #require(try page.number("next"))
        }
    }

    private func ask(_ method: HTTPMethod, _ path: String, _ authorization: String, _ body: String?) async throws
        -> Answer
    {
        var request = HTTPClientRequest(url: url + path)
        request.method = method
        request.headers = ["Authorization": authorization, "Content-Type": "application/json"]
        request.body = body.map { .bytes(ByteBuffer(string: $0)) }
        let response = try await WebClient.client.execute(request, timeout: .seconds(10))
        return Answer(
            status: Int(response.status.code), body: String(buffer: try await response.body.collect(upTo: 1 << 28)))
    }
}
