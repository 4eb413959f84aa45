import AdaptyMigrationTools
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AdaptyMigrationService

@Suite("The OpenAPI document")
struct OpenAPITests {
    @Test("it describes the routes of the service, all of them and no others")
    func routes() {
        let files = Set(PageFile.all.map { "GET \($0.path)" }).subtracting(["GET /"])
        let routed = Set(
            Service().router().routes.map { "\($0.method.rawValue) \(Self.templated($0.path.description))" }
        ).subtracting(files).filter { !$0.hasPrefix("HEAD ") }
        let described = Set(OpenAPIOperation.all.map { "\($0.method.uppercased()) \($0.path)" })
        #expect(routed.subtracting(described).isEmpty, "not described")
        #expect(described.subtracting(routed).isEmpty, "described, and not there")
    }

    /// `/profiles/:id` and `/explain/{name}` → `/profiles/{id}`, `/explain/{name}`
    private static func templated(_ path: String) -> String {
        let parts = path.split(separator: "/").map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
        return "/" + parts.joined(separator: "/")
    }

    @Test("every reference leads to a schema")
    func references() throws {
        let text = String(decoding: OpenAPIDocument.json.bytes, as: UTF8.self)
        let names = Set(OpenAPISchemas.all.map(\.name))
        let references = text.split(separator: "\"#/components/schemas/").dropFirst().compactMap {
            $0.split(separator: "\"").first.map(String.init)
        }
        #expect(references.count > 100)
        #expect(Set(references).subtracting(names).isEmpty)
        #expect(names.count == OpenAPISchemas.all.count, "no name twice")
    }

    @Test("every dialect and kind has its schema")
    func schemas() {
        let names = Set(OpenAPISchemas.all.map(\.name))
        for kind in RecordKind.converted {
            for dialect in kind.dialects { #expect(names.contains(OpenAPISchemas.name(dialect, kind))) }
        }
    }

    @Test(
        "what a webhook is answered has the members of its schema",
        arguments: ["{}", #"{"adapty_check":"x"}"#, Samples.event("trial_started"), Samples.event("of_tomorrow")])
    func receipts(body: String) async throws {
        try await TestService.with { service in
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.json.bytes)) as? [String: Any])
            let components = document["components"] as? [String: Any],
                schemas = components?["schemas"] as? [String: Any]
            let receipt = try #require(schemas?["receipt"] as? [String: Any])
            let known = try #require(receipt["properties"] as? [String: Any])
            let answered = Set(try await service.send(body).json.keys)
            #expect(answered.isSubset(of: known.keys))
            #expect(answered.isSuperset(of: receipt["required"] as? [String] ?? []))
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
