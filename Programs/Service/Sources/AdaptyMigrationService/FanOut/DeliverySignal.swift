import Synchronization

/// Arrives when there may be something to deliver: an event was received, or a second has passed.
final class DeliverySignal: Sendable {
    let arrivals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let state = Mutex(false)

    init() { (arrivals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func send() { continuation.yield() }

    var isStopped: Bool { state.withLock { $0 } }

    func stop() {
        state.withLock { $0 = true }
        continuation.finish()
    }

    func sendEverySecond() async {
        while !isStopped {
            send()
            guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
        }
    }
}
