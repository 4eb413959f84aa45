#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package enum Pause {
    /// Waits until an instant. Returns at once if it has passed.
    package static func until(_ now: ContinuousClock.Instant, _ instant: ContinuousClock.Instant) {
        Pause.seconds((instant - now) / .seconds(1))
    }

    package static func seconds(_ seconds: Double) {
        if seconds > 0 { usleep(UInt32(min(seconds, 3600) * 1_000_000)) }
    }
}
