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
    /// The width of each subscriber's window.
    let width: Int
    let logger: Logger

    func run() async throws {
        let windows = Windows()
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { await signal.sendEverySecond() }
                for await _ in signal.arrivals {
                    guard await subscribers.database.leads() else { continue }
                    for subscriber in await list() {
                        guard let window = windows.open(subscriber.id, width) else { continue }
                        group.addTask {
                            await serve(subscriber, window)
                            windows.close(subscriber.id)
                        }
                    }
                    // Events arrive in groups, so one check serves all arrivals in the meantime.
                    try? await Task.sleep(for: .milliseconds(20))
                }
                // Some may wait for a database that has failed.
                windows.wake()
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
    private func serve(_ subscriber: Subscriber, _ window: DeliveryWindow) async {
        await withDiscardingTaskGroup { group in
            for await _ in window.signal.arrivals {
                do throws(ProblemDocument) {
                    try await settle(window, of: subscriber)
                    let (due, isMore) = try await next(in: window, for: subscriber)
                    for delivery in due {
                        window.begin(delivery.event.sequence)
                        group.addTask { window.end(delivery, await sender.send(delivery.event, to: subscriber)) }
                    }
                    if isMore { window.signal.send() } else if window.events.isEmpty { return }
                } catch {
                    logger.error(
                        "deliveries paused", metadata: ["subscriber": "\(subscriber.id)", "reason": "\(error)"])
                    if signal.isStopped { return }
                }
                // Deliveries end in groups, too.
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    private func settle(_ window: DeliveryWindow, of subscriber: Subscriber) async throws(ProblemDocument) {
        let ended = window.ended
        guard !ended.isEmpty else { return }
        try await subscribers.settle(subscriber.id, ended)
        window.remove(ended)
    }

    /// What may begin now, and whether there may be more.
    private func next(in window: DeliveryWindow, for subscriber: Subscriber) async throws(ProblemDocument) -> (
        due: [Delivery], isMore: Bool
    ) {
        let room = window.room
        guard !signal.isStopped, room > 0 else { return ([], false) }
        let isMore = try await subscribers.plan(subscriber.id)
        return (try await subscribers.due(subscriber.id, limit: room, except: window.events), isMore)
    }

    /// The windows of subscribers with deliveries in progress.
    private final class Windows: Sendable {
        private let byID = Mutex<[String: DeliveryWindow]>([:])

        /// Tells the subscriber's window that there may be something to send.
        ///
        /// - Returns: the window when it is new; `nil` when it was open.
        func open(_ id: String, _ width: Int) -> DeliveryWindow? {
            byID.withLock { windows in
                let known = windows[id], window = known ?? DeliveryWindow(width: width)
                windows[id] = window
                window.signal.send()
                return known == nil ? window : nil
            }
        }

        func wake() { byID.withLock { for window in $0.values { window.signal.send() } } }

        func close(_ id: String) { byID.withLock { $0[id] = nil } }
    }
}
