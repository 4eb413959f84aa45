@_spi(Tools) import AdaptyMigrationTools
import Foundation

/// Instants in milliseconds since 1970.
enum Instant {
    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    /// `2026-01-31T12:00:00.000Z`
    static func text(_ milliseconds: Int64) -> String { Timestamp(microseconds: milliseconds * 1000).description }

    /// The millisecond that an instant is in.
    ///
    /// - Parameter text: a date in any form that documents have, or milliseconds since 1970.
    /// - Returns: `nil` for anything else.
    static func milliseconds(_ text: String) -> Int64? {
        if let number = Int64(text) { return representable.contains(number) ? number : nil }
        return Timestamp(text).milliseconds
    }

    /// The years 1 to 9999, which a four-digit year can express.
    private static let representable: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
}
