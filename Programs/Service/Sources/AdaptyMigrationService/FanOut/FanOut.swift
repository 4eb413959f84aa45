@_spi(Tools) import AdaptyMigrationTools
import AsyncHTTPClient
import Logging
import ServiceLifecycle
import Synchronization

/// Delivers each event to each subscriber at least once, and in order for each profile.
///
/// Worked example: events 1 and 2 belong to profile `a`, and 3 to `b`. 1 and 3 are sent at once. 1 fails and is retried
/// after a while. 2 waits for it, while 3 has arrived. Events that were sent but not yet recorded when the process died
/// are sent again after a restart.
struct FanOut: ServiceLifecycle.Service {
    let subscribers: SubscriberStore
    let sender: Sender
    let signal: DeliverySignal
    let logger: Logger

    /// The maximum number of simultaneous deliveries to one subscriber.
    private static let width = 64

    func run() async throws {
        let running = Running()
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { await signal.sendEverySecond() }
                for await _ in signal.arrivals {
                    guard await subscribers.database.leads() else { continue }
                    for subscriber in await list() where running.start(subscriber.id) {
                        group.addTask {
                            await serve(subscriber)
                            running.end(subscriber.id)
                        }
                    }
                    // Events arrive in groups, so one check serves all arrivals in the meantime.
                    try? await Task.sleep(for: .milliseconds(20))
                }
            }
        } onGracefulShutdown: {
            signal.stop()
        }
    }

    private func list() async -> [Subscriber] {
        do { return try await subscribers.subscribers() } catch {
            logger.error("subscribers cannot be read", metadata: ["reason": "\(error)"])
            return []
        }
    }

    /// Sends all due deliveries. When the service stops, it waits for those in progress.
    private func serve(_ subscriber: Subscriber) async {
        do {
            while !signal.isStopped {
                let isMore = try await subscribers.plan(subscriber.id)
                let due = try await subscribers.due(subscriber.id, limit: FanOut.width)
                if due.isEmpty, !isMore { return }
                try await subscribers.settle(subscriber.id, await send(due, to: subscriber))
            }
        } catch {
            logger.error(
                "deliveries paused", metadata: ["subscriber": "\(subscriber.id)", "reason": "\(error)"])
        }
    }

    private func send(_ due: [Delivery], to subscriber: Subscriber) async -> [(
        delivery: Delivery, outcome: DeliveryOutcome
    )] {
        await withTaskGroup { group in
            for delivery in due {
                group.addTask { (delivery: delivery, outcome: await sender.send(delivery.event, to: subscriber)) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Subscribers with deliveries in progress.
    private final class Running: Sendable {
        private let ids = Mutex<Set<String>>([])

        func start(_ id: String) -> Bool { ids.withLock { $0.insert(id).inserted } }
        func end(_ id: String) { ids.withLock { _ = $0.remove(id) } }
    }
}
