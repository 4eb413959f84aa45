@_spi(Tools) import AdaptyMigrationTools
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AdaptyMigrationService

/// A service for a test, and what a test asks of it.
struct TestService {
    static let secret = "what Adapty sends", sandboxSecret = "what its sandbox sends", adminSecret = "open sesame"

    let client: any TestClientProtocol
    let service: Service

    /// - Parameter change: what is to be set up otherwise.
    static func with(
        _ backend: Backend = .sqlite, change: (inout Settings) -> Void = { _ in },
        _ body: @Sendable @escaping (TestService) async throws -> Void
    ) async throws {
        try await backend.withDatabase { address in try await with(address, change: change, body) }
    }

    /// - Parameter address: of a database that may exist, and stays.
    static func with(
        _ address: DatabaseAddress, change: (inout Settings) -> Void = { _ in },
        _ body: @Sendable @escaping (TestService) async throws -> Void
    ) async throws {
        var settings = Settings()
        (settings.webhookSecrets, settings.sandboxSecrets) = ([secret], [sandboxSecret])
        settings.adminSecrets = [adminSecret]
        settings.allowsInternalSubscribers = true
        change(&settings)
        let database = Database(address)
        try await database.open()
        let service = Service(settings, database: database)
        try await Application(router: service.router()).test(.router) { client in
            try await body(TestService(client: client, service: service))
        }
        await database.close()
    }

    @discardableResult
    func send(_ event: String, as secret: String? = secret, type: String? = "application/json") async throws -> Answer {
        var headers: HTTPFields = [:]
        if let secret { headers[.authorization] = secret }
        if let type { headers[.contentType] = type }
        return try await ask(.post, "/webhooks/adapty", headers, event)
    }

    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> Answer {
        try await ask(.get, path, TestService.admin(headers))
    }

    func put(_ path: String, _ document: String, _ headers: HTTPFields = [.contentType: "application/json"])
        async throws -> Answer
    { try await ask(.put, path, TestService.admin(headers), document) }

    func ask(_ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], _ body: String? = nil)
        async throws -> Answer
    {
        try await client.execute(uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
        { Answer($0) }
    }

    static func admin(_ headers: HTTPFields = [:]) -> HTTPFields {
        var headers = headers
        headers[.authorization] = "Bearer " + adminSecret
        return headers
    }
}

/// What a test is answered.
struct Answer: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: String

    init(status: Int, body: String) { (self.status, headers, self.body) = (status, [:], body) }

    init(_ response: TestResponse) {
        status = response.status.code
        headers = response.headers
        body = String(buffer: response.body)
    }

    var json: [String: Any] {
        get throws { try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]) }
    }

    func text(_ name: String) throws -> String? { try json[name] as? String }
    func number(_ name: String) throws -> Int? { try json[name] as? Int }
    func list(_ name: String) throws -> [[String: Any]] { try #require(try json[name] as? [[String: Any]]) }
}
