#if canImport(os)
import os
#else
import Synchronization
#endif

/// State that one thread at a time looks at.
///
/// `Mutex` needs newer Apple systems than this package does; there `OSAllocatedUnfairLock` stands in.
final class Locked<State: Sendable>: Sendable {
    #if canImport(os)
    private let state: OSAllocatedUnfairLock<State>

    init(_ state: State) { self.state = OSAllocatedUnfairLock(initialState: state) }
    #else
    private let state: Mutex<State>

    init(_ state: State) { self.state = Mutex(state) }
    #endif

    func withLock<R: Sendable>(_ body: @Sendable (inout State) -> R) -> R { state.withLock { body(&$0) } }
}
