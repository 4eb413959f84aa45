import HTTPTypes
import Hummingbird

/// Says that the process answers.
struct HealthRoutes: Sendable {
    func add(to router: Router<BasicRequestContext>) {
        router.get("/health") { _, _ in HTTPResponse.Status.ok }
    }
}
