#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The clock of the system.
enum Clock {
    /// Microseconds since 1970: the end of this second, so that what ended just now has ended.
    static var now: Int64 { (Int64(time(nil)) + 1) * 1_000_000 }
}
