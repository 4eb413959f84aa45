#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Removes unfinished files when the program is interrupted.
///
/// A signal handler may only call what is safe there: no allocation, no locks, no Swift arrays. So the paths are kept as
/// C strings in a fixed block of slots, and the handler only walks over them and calls `unlink`.
enum Signals {
    private static let capacity = 64
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
        let slots = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
        slots.initialize(repeating: nil, count: capacity)
        return slots
    }()

    /// Installs the handlers. A closed pipe is no signal here but a failed write, with a message and a status of its own.
    static func install() {
        _ = slots
        signal(SIGPIPE, SIG_IGN)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                for slot in 0..<Signals.capacity {
                    if let path = Signals.slots[slot] { unlink(path) }
                }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Remembers a file to remove; the slot to give back, `nil` when all are taken (the file is then only removed on failure).
    static func remember(_ path: String) -> Int? {
        for slot in 0..<capacity where slots[slot] == nil {
            slots[slot] = strdup(path)
            return slot
        }
        return nil
    }

    static func forget(_ slot: Int?) {
        guard let slot else { return }
        let path = slots[slot]
        slots[slot] = nil
        free(path)
    }
}
