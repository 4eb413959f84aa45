#if canImport(os)
import os
#else
import Synchronization
#endif

/// State that one thread at a time looks at.
///
/// `Mutex` and `OSAllocatedUnfairLock` need newer Apple systems than this package does; there it holds an
/// `os_unfair_lock` itself.
final class Locked<State: Sendable>: @unchecked Sendable {
    #if canImport(os)
    // A lock must not move: it has memory of its own from `init` to `deinit`, and nothing else knows where that is.
    // `state` is looked at in `withLock` alone, while the lock is held.
    private let lock = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)
    private var state: State

    init(_ state: State) {
        self.state = state
        lock.initialize(to: os_unfair_lock())
    }

    deinit { lock.deallocate() }

    func withLock<R: Sendable>(_ body: @Sendable (inout State) -> R) -> R {
        os_unfair_lock_lock(lock)
        defer { os_unfair_lock_unlock(lock) }
        return body(&state)
    }
    #else
    private let state: Mutex<State>

    init(_ state: State) { self.state = Mutex(state) }

    func withLock<R: Sendable>(_ body: @Sendable (inout State) -> R) -> R { state.withLock { body(&$0) } }
    #endif
}
