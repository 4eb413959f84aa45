import Foundation

/// Instants in milliseconds since 1970.
enum Instant {
    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    /// `2026-01-31T12:00:00.000Z`
    static func text(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// - Parameter text: as above, with or without a fraction, with any offset; or milliseconds since 1970.
    /// - Returns: `nil` for anything else.
    static func milliseconds(_ text: String) -> Int64? {
        if let number = Int64(text) { return number }
        let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        return (date ?? (try? Date(text, strategy: .iso8601))).map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }
    }
}
