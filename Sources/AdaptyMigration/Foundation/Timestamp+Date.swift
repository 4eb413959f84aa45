import AdaptyMigrationModels
import AdaptyMigrationCore
public import Foundation

extension Timestamp {
    /// A moment in UTC, to the millisecond.
    public init(_ date: Date) { self.init(microseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()) * 1000) }

    /// The moment; `nil` when the text is not a date with a time zone. Microseconds are kept as far as a `Double` can
    /// represent them.
    public var date: Date? { microseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000_000) } }

    /// Whether it is before a date; `false` when its text is not a date.
    public static func < (a: Timestamp, b: Date) -> Bool { a.date.map { $0 < b } ?? false }
    /// Whether it is after a date; `false` when its text is not a date.
    public static func > (a: Timestamp, b: Date) -> Bool { a.date.map { $0 > b } ?? false }
    /// Whether it is not after a date; `false` when its text is not a date.
    public static func <= (a: Timestamp, b: Date) -> Bool { a.date.map { $0 <= b } ?? false }
    /// Whether it is not before a date; `false` when its text is not a date.
    public static func >= (a: Timestamp, b: Date) -> Bool { a.date.map { $0 >= b } ?? false }
}

extension Date {
    /// The moment of a field; `nil` when the field is absent, or its text is not a date with a time zone.
    public init?(_ timestamp: Timestamp?) {
        guard let date = timestamp?.date else { return nil }
        self = date
    }
}

extension JSONNumber {
    /// The exact value; `nil` beyond 38 digits.
    public var decimal: Decimal? { Decimal(string: description, locale: Locale(identifier: "en_US_POSIX")) }
}
