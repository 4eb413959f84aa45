#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

enum Pause {
    /// Waits until an instant, if it is still to come.
    static func until(_ now: ContinuousClock.Instant, _ instant: ContinuousClock.Instant) {
        Pause.seconds((instant - now) / .seconds(1))
    }

    static func seconds(_ seconds: Double) {
        if seconds > 0 { usleep(UInt32(min(seconds, 3600) * 1_000_000)) }
    }
}
