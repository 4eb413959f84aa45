import Synchronization

/// The deliveries to one subscriber that are in progress.
///
/// Worked example, of width 64: sixty deliveries get no answer. After a second they are outside the window, and 64
/// others are sent at a time.
final class DeliveryWindow: Sendable {
    typealias Attempt = (delivery: Delivery, outcome: DeliveryOutcome)

    private struct State {
        /// By the sequence number of the event.
        var starts: [Int64: ContinuousClock.Instant] = [:]
        var ended: [Attempt] = []
    }

    /// Arrives when an attempt has ended, or when there may be something else to send.
    let signal = DeliverySignal()
    private let width: Int
    private let state = Mutex(State())

    init(width: Int) { self.width = width }

    /// The sequence numbers of the events in progress.
    var events: [Int64] { state.withLock { Array($0.starts.keys) } }

    /// The number of deliveries that may begin. One that has been in progress for a second is outside the window, where
    /// four times its width have room.
    var room: Int {
        let recent = ContinuousClock.now - .seconds(1)
        return state.withLock { state in
            min(width - state.starts.values.count { $0 > recent }, 5 * width - state.starts.count)
        }
    }

    /// - Parameter event: the sequence number.
    func begin(_ event: Int64) { state.withLock { $0.starts[event] = .now } }

    func end(_ delivery: Delivery, _ outcome: DeliveryOutcome) {
        state.withLock { $0.ended.append((delivery, outcome)) }
        signal.send()
    }

    /// The attempts that have ended and are not yet recorded.
    var ended: [Attempt] { state.withLock { $0.ended } }

    /// Removes the attempts that ended first.
    ///
    /// - Parameter attempts: what ``ended`` began with; they are recorded.
    func remove(_ attempts: [Attempt]) {
        state.withLock { state in
            for attempt in attempts { state.starts[attempt.delivery.event.sequence] = nil }
            state.ended.removeFirst(attempts.count)
        }
    }
}
