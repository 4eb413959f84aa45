import Synchronization

/// Rings when there may be something to deliver: an event was received, or a second has passed.
final class Bell: Sendable {
    let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let state = Mutex(false)

    init() { (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func ring() { continuation.yield() }

    var isStopped: Bool { state.withLock { $0 } }

    func stop() {
        state.withLock { $0 = true }
        continuation.finish()
    }

    func ringEverySecond() async {
        while !isStopped {
            ring()
            guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
        }
    }
}
