import Hummingbird

/// `GET /openapi.json`: the description of all routes.
struct OpenAPIRoutes: Sendable {
    private static let document = OpenAPIDocument.json.bytes

    func add(to router: Router<BasicRequestContext>) {
        router.get("/openapi.json") { _, _ in Response(OpenAPIRoutes.document, type: "application/json") }
    }
}
