#if canImport(os)
import os
#else
import Synchronization
#endif

/// State that only one thread at a time can access.
///
/// `Mutex` and `OSAllocatedUnfairLock` need newer Apple systems than this package. There it uses an `os_unfair_lock`
/// directly.
final class Locked<State: Sendable>: @unchecked Sendable {
    #if canImport(os)
    // A lock must not move, so it has its own memory from `init` to `deinit`, and nothing else has its address. `state`
    // is accessed only in `withLock`, while the lock is held.
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
