#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Removes unfinished files when the program is interrupted, and says what is where.
///
/// A signal handler may only call safe functions: no allocation, no Swift arrays. So the paths are kept as C strings in
/// a fixed block of slots, and the handler only iterates over them and calls `unlink`. First it takes a lock, and keeps
/// it, so that no other thread creates a file at the same time. That is safe because a thread that holds the lock has
/// these signals blocked, so it is never interrupted by a handler that waits for the lock.
enum Signals {
    private static let capacity = 64
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
        let slots = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
        slots.initialize(repeating: nil, count: capacity)
        return slots
    }()
    nonisolated(unsafe) private static let lock: UnsafeMutablePointer<pthread_mutex_t> = {
        let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
        return lock
    }()

    nonisolated(unsafe) private static let farewell: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
        let farewell = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
        farewell.initialize(to: nil)
        return farewell
    }()

    /// Sets what an interruption that ends the program says, in one line.
    static func willSay(_ sentence: String) {
        let line = Terminal.lineStart + "adapty-migrate: stopped; \(Terminal.printable(sentence))\n"
        guarded {
            free(farewell.pointee)
            farewell.pointee = strdup(line)
        }
    }

    /// Installs the handlers. A closed pipe is not a signal here but a failed write, with a message and an exit status
    /// of its own.
    static func install() {
        _ = slots
        _ = lock
        willSay("every file that was written is whole; run the command again")
        signal(SIGPIPE, SIG_IGN)
        var action = sigaction()
        action.sa_mask = mask
        let handler: @convention(c) (Int32) -> Void = { Signals.removeAll($0) }
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
        #elseif canImport(Glibc)
        action.__sigaction_handler.sa_handler = handler
        #else
        action.__sa_handler.sa_handler = handler
        #endif
        for number in numbers { sigaction(number, &action, nil) }
        // A parent thread that blocks signals (as threads of pools do) passes that on to this process.
        var mask = mask
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }

    private static var mask: sigset_t {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in numbers { sigaddset(&mask, number) }
        return mask
    }

    nonisolated(unsafe) private static let interrupted: UnsafeMutablePointer<sig_atomic_t> = {
        let flag = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)
        flag.initialize(to: 0)
        return flag
    }()

    /// Whether an interruption has occurred since ``deferInterrupt()``.
    static var isInterrupted: Bool { interrupted.pointee != 0 }

    /// From now on the first interruption only sets a flag, for work that stops at a point where it can be continued. So
    /// does the first SIGTERM, with which containers are stopped. The second one ends the program.
    static func deferInterrupt() {
        _ = interrupted
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                Signals.interrupted.pointee = 1
                signal(number) { Signals.removeAll($0) }
            }
        }
    }

    private static func removeAll(_ number: Int32) {
        pthread_mutex_lock(lock)
        for slot in 0..<capacity {
            if let path = slots[slot] { unlink(path) }
        }
        if let line = farewell.pointee { _ = write(STDERR_FILENO, line, strlen(line)) }
        signal(number, SIG_DFL)
        raise(number)
    }

    /// Creates a file that a signal removes from its first moment on.
    ///
    /// - Parameter make: creates the file. It is registered only if `make` returns `true`.
    /// - Returns: the slot to release; `nil` when all slots are used. Then the file is removed only on failure.
    static func remember(_ path: String, _ make: () throws(CommandFailure) -> Bool) throws(CommandFailure) -> Int? {
        try guarded { () throws(CommandFailure) in
            guard try make() else { return nil }
            for slot in 0..<capacity where slots[slot] == nil {
                slots[slot] = strdup(path)
                return slot
            }
            return nil
        }
    }

    static func forget(_ slot: Int?) {
        guard let slot else { return }
        guarded {
            free(slots[slot])
            slots[slot] = nil
        }
    }

    private static func guarded<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result
    {
        var blocked = mask, before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        pthread_mutex_lock(lock)
        defer {
            pthread_mutex_unlock(lock)
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return try body()
    }
}
