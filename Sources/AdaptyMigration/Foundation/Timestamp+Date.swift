import AdaptyMigrationModels
import AdaptyMigrationCore
public import Foundation

extension Timestamp {
    /// A moment in UTC, to the millisecond.
    public init(_ date: Date) { self.init(microseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()) * 1000) }

    /// The moment; `nil` when the text is not a date with a time zone. Microseconds are kept as far as a `Double` can
    /// represent them.
    public var date: Date? { microseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000_000) } }
}

extension JSONNumber {
    /// The exact value; `nil` beyond 38 digits.
    public var decimal: Decimal? { Decimal(string: description, locale: Locale(identifier: "en_US_POSIX")) }
}
