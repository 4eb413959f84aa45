import Hummingbird

/// The routes of the service, put together.
public struct Service: Sendable {
    public init() {}

    public func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: ProblemMiddleware())
        HealthRoutes().add(to: router)
        ConversionRoutes().add(to: router)
        OpenAPIRoutes().add(to: router)
        PageRoutes().add(to: router)
        return router
    }
}
