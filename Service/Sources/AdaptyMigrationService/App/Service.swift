import Hummingbird

/// The routes of the service, put together.
public struct Service: Sendable {
    public init() {}

    public func router() -> Router<BasicRequestContext> {
        let router = Router()
        HealthRoutes().add(to: router)
        return router
    }
}
