import HTTPTypes
import Hummingbird

/// Answers while the process runs.
struct HealthRoutes: Sendable {
    func add(to router: Router<BasicRequestContext>) {
        router.get("/health") { _, _ in HTTPResponse.Status.ok }
    }
}
