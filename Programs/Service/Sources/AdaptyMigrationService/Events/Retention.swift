@_spi(Tools) import AdaptyMigrationTools
import Logging
import ServiceLifecycle

/// Removes events some days after they were received, with their conflicts and deliveries. Stored profiles stay.
struct Retention: ServiceLifecycle.Service {
    let events: EventStore
    let days: Int
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await removeOld()
                try? await Task.sleep(for: .seconds(3600))
            }
        }
    }

    /// In steps, so that webhooks do not wait for all of them.
    func removeOld() async {
        let instant = events.clock() - Int64(days) * 86_400_000
        var count = 0
        do throws(ProblemDocument) {
            while case let removed = try await events.remove(receivedBefore: instant), removed > 0 { count += removed }
        } catch {
            logger.error("old events could not be removed", metadata: ["reason": "\(error)"])
        }
        if count > 0 { logger.info("old events were removed", metadata: ["events": "\(count)"]) }
    }
}
