import Hummingbird

/// `GET /openapi.json`: the description of all routes.
struct OpenAPIRoutes: Sendable {
    func add(to router: Router<BasicRequestContext>) {
        router.get("/openapi.json") { _, _ in Response(OpenAPIDocument.bytes, type: "application/json") }
    }
}
