@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationSQL
import Hummingbird

/// Checks whether the database answers.
struct ReadyRoutes: Sendable {
    let database: Database

    func add(to router: Router<BasicRequestContext>) {
        router.get("/ready") { _, _ in
            do throws(StoreFailure) { try await database.check() } catch { throw ProblemDocument(error) }
            return Response(.object([("status", .text("ready"))]))
        }
    }
}
