@_spi(Tools) import AdaptyMigrationTools
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AdaptyMigrationService

@Suite("The OpenAPI document")
struct OpenAPITests {
    private static var document: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes))) as? [String: Any] ?? [:]
    }

    /// The components of one kind, by name.
    private static func components(_ kind: String) -> [String: Any] {
        (document["components"] as? [String: Any])?[kind] as? [String: Any] ?? [:]
    }

    @Test("it describes the routes of the service, all of them and no others")
    func routes() throws {
        let files = Set(PageFile.all.map { "GET \($0.path)" }).subtracting(["GET /"])
        let routed = Set(
            Service().routes().routes.map { "\($0.method.rawValue) \(Self.templated($0.path.description))" }
        ).subtracting(files).filter { !$0.hasPrefix("HEAD ") }
        let paths = try #require(Self.document["paths"] as? [String: [String: Any]])
        let described = Set(paths.flatMap { path, methods in methods.keys.map { "\($0.uppercased()) \(path)" } })
        #expect(routed.subtracting(described).isEmpty, "not described")
        #expect(described.subtracting(routed).isEmpty, "described, and not there")
    }

    /// `/profiles/:id` and `/explain/{name}` → `/profiles/{id}`, `/explain/{name}`
    private static func templated(_ path: String) -> String {
        let parts = path.split(separator: "/").map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
        return "/" + parts.joined(separator: "/")
    }

    @Test(
        "a parameter in the query that it does not name is refused, and so is a repeated one",
        arguments: [
            (HTTPRequest.Method.get, "/profiles/p/access?enviroment=sandbox"),
            (.get, "/profiles/p/access?environment=production&environment=sandbox"), (.get, "/events?profile=p"),
            (.head, "/events?profile=p"), (.get, "/profiles/p?to=sdk3"), (.put, "/profiles/p?to=sdk3"),
            (.get, "/paywalls/p?at=1"), (.delete, "/profiles/p?environment=sandbox"), (.post, "/convert?version=sdk2"),
            (.post, "/explain?x"), (.post, "/detect?to=sdk2"), (.get, "/subscribers?limit=1"),
            (.post, "/subscribers/s/retry?x=1"), (.delete, "/subscribers/s?x=1"),
        ])
    func queries(method: HTTPRequest.Method, path: String) async throws {
        try await TestService.with { service in
            let answer = try await service.ask(method, path, TestService.admin(), method == .get ? nil : "{}")
            #expect(answer.status == 400 && (answer.body.contains("parameter") || method == .head), "\(answer.body)")
        }
    }

    @Test("an empty part of a query is no parameter", arguments: ["?", "?&", "?after=0&", "?&after=0&&limit=1"])
    func emptyParts(query: String) async throws {
        try await TestService.with { service in try await service.get("/events" + query).expect(200) }
    }

    @Test("others ignore what somebody adds", arguments: ["/health", "/ready", "/metrics", "/openapi.json", "/"])
    func ignored(path: String) async throws {
        try await TestService.with { service in
            try await service.ask(.get, path + "?utm_source=x").expect(200)
            let event = Samples.event("trial_started")
            try await service.ask(.post, "/webhooks/adapty?x=1", [.authorization: TestService.secret], event).expect(
                200)
        }
    }

    @Test("every reference leads to a component", arguments: ["schemas", "parameters", "responses", "requestBodies"])
    func references(kind: String) throws {
        let text = String(decoding: OpenAPIDocument.bytes, as: UTF8.self)
        let references = text.split(separator: "\"#/components/\(kind)/").dropFirst().compactMap {
            $0.split(separator: "\"").first.map(String.init)
        }
        #expect(Set(references) == Set(Self.components(kind).keys).intersection(references))
        #expect(references.count > (kind == "schemas" ? 100 : 2))
        #expect(!text.contains("\"every "), "each part of the table is in its place")
    }

    @Test("every dialect and kind has its schema and its media type")
    func schemas() throws {
        let names = Self.components("schemas")
        let body = try #require(Self.components("requestBodies")["record"] as? [String: Any])
        let types = try #require(body["content"] as? [String: Any])
        for kind in RecordKind.converted {
            for dialect in kind.dialects {
                #expect(names[OpenAPIDocument.name(dialect, kind)] != nil && types[dialect.mediaType] != nil)
            }
        }
    }

    @Test(
        "what a webhook is answered has the members of its schema",
        arguments: ["{}", #"{"adapty_check":"x"}"#, Samples.event("trial_started"), Samples.event("of_tomorrow")])
    func receipts(body: String) async throws {
        try await TestService.with { service in
            let receipt = try #require(Self.components("schemas")["receipt"] as? [String: Any])
            let known = try #require(receipt["properties"] as? [String: Any])
            let answered = Set(try await service.send(body).json.keys)
            #expect(answered.isSubset(of: known.keys))
            #expect(answered.isSuperset(of: receipt["required"] as? [String] ?? []))
        }
    }

    @Test("the status of a subscriber has the members of its schema")
    func subscribers() async throws {
        try await TestService.with { service in
            try await service.subscribe("http://127.0.0.1:1/").expect(201)
            let schema = try #require(Self.components("schemas")["subscribers"] as? [String: Any])
            let list = (schema["properties"] as? [String: Any])?["subscribers"] as? [String: Any]
            let status = try #require(list?["items"] as? [String: Any])
            let answered = Set(try await service.get("/subscribers").list("subscribers")[0].keys)
            #expect(answered == Set(try #require(status["properties"] as? [String: Any]).keys))
            #expect(answered == Set(status["required"] as? [String] ?? []))
        }
    }

    @Test("it is served as JSON")
    func served() async throws {
        try await Application(router: Service().router()).test(.router) { client in
            try await client.execute(uri: "/openapi.json", method: .get) { response in
                let document = try #require(
                    try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: Any])
                #expect(document["openapi"] as? String == "3.1.0")
            }
        }
    }
}
