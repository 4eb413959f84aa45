@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AdaptyMigrationService

@Suite struct HealthTests {
    @Test func answers() async throws {
        try await Application(router: Service().router()).test(.router) { client in
            try await client.execute(uri: "/health", method: .get) { #expect($0.status == .ok) }
        }
    }

    @Test(
        "a method that a path does not have is 405 with those that it has",
        arguments: [
            (.get, "/webhooks/adapty", 405, "POST"), (.put, "/events", 405, "GET, HEAD"),
            (.post, "/profiles/p", 405, "DELETE, GET, HEAD, PUT"), (.delete, "/paywalls/p", 405, "GET, HEAD, PUT"),
            (.head, "/convert", 405, "POST"), (.post, "/nowhere", 404, nil),
        ] as [(HTTPRequest.Method, String, Int, String?)])
    func methods(method: HTTPRequest.Method, path: String, status: Int, allow: String?) async throws {
        try await TestService.with { service in
            let answer = try await service.ask(method, path, TestService.admin())
            #expect(answer.status == status && answer.headers[.allow] == allow)
            #expect(answer.headers[.contentType] == ProblemDocument.mediaType)
        }
    }

    @Test("a compressed body is 415", arguments: [("gzip", 415), ("Identity", 200)])
    func compressed(encoding: String, status: Int) async throws {
        try await TestService.with { service in
            let headers: HTTPFields = [.authorization: TestService.secret, .contentEncoding: encoding]
            try await service.ask(.post, "/webhooks/adapty", headers, "{}").expect(status)
        }
    }
}
