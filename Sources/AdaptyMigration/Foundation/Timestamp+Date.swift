import AdaptyMigrationModels
import AdaptyMigrationCore
public import Foundation

extension Timestamp {
    /// A moment in UTC, rounded down to the millisecond, so that now is never to come. One outside the years 1 to 9999,
    /// such as an infinity, becomes the nearest in them.
    public init(_ date: Date) { self.init(microseconds: date.milliseconds * 1000) }

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
    /// Milliseconds since 1970, rounded down, within the years 1 to 9999. What is no number becomes the first of them.
    var milliseconds: Int64 {
        // To the microsecond first: a `Double` can be a little less than the millisecond that it stands for.
        let milliseconds = ((timeIntervalSince1970 * 1_000_000).rounded() / 1000).rounded(.down)
        let first = -62_135_596_800_000.0, last = 253_402_300_799_999.0
        return Int64(milliseconds.isNaN ? first : max(first, min(milliseconds, last)))
    }

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
