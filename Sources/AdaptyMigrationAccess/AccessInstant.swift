import AdaptyMigrationCore

/// Reads dates for ``AccessReading`` and ``AccessDigest``. Its parser and calendar are independent of the mapping, so
/// that a date that the mapping converts wrongly is detected.
///
/// Worked example, `2020-03-01T00:30:00.5+0100`: there are 737 484 whole days before it in a calendar that starts with
/// year 1. Without the 719 162 days before 1970, 18 322 days remain. Adding 30 minutes and half a second, and
/// subtracting one hour, gives 1 583 019 000 500 ms.
@usableFromInline
package enum AccessInstant {
    // The transcoder reads millions of dates, so these functions are inlined into it.

    /// Milliseconds since 1970 for the text between two positions; `nil` when the text is not an instant. A millisecond
    /// is the finest unit that every dialect has.
    @inlinable
    package static func milliseconds(_ text: some IndexedBytes, _ start: Int, _ end: Int) -> Int64? {
        var reader = Reader(text: text, at: start, end: end)
        reader.skipSpaces()
        guard let year = reader.number(4...4), year > 0, reader.take(0x2D), let month = reader.number(1...2),
            (1...12).contains(month), reader.take(0x2D),
            let day = reader.number(1...2), day > 0, reader.take(0x54) || reader.take(0x74) || reader.take(0x20),
            let hour = reader.number(1...2), hour < 24, reader.take(0x3A), let minute = reader.number(1...2),
            minute < 60, reader.take(0x3A),
            let second = reader.number(1...2), second < 60, let fraction = reader.fraction(), let zone = reader.zone(),
            reader.isAtEnd
        else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        guard day <= length(month, isLeap) else { return nil }
        let past = year - 1
        let days = past * 365 + past / 4 - past / 100 + past / 400 + before(month, isLeap) + day - 1 - 719_162
        return Int64((((days * 24 + hour) * 60 + minute - zone) * 60 + second) * 1000 + fraction)
    }

    /// Converts seconds since 2001, the form in which SDK 1.x stored dates, to milliseconds since 1970; `nil` outside
    /// the years 1 to 9999.
    package static func milliseconds(secondsSince2001 seconds: Double) -> Int64? {
        let milliseconds = (seconds * 1000).rounded()
        guard milliseconds > -6.3e13, milliseconds < 2.5e14 else { return nil }
        return Int64(milliseconds) + 31 * 31_557_600_000 + 21_600_000
    }

    /// `2026-01-31T12:00:00.000Z`, for messages.
    package static func text(_ milliseconds: Int64) -> String {
        func padded(_ value: Int64, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - String(value).utf8.count)) + String(value)
        }
        let day: Int64 = 86_400_000
        let rest = (milliseconds % day + day) % day
        var days = Int((milliseconds - rest) / day) + 719_162, year = 1
        let eras = days / 146_097
        days -= eras * 146_097
        year += eras * 400
        while days >= yearLength(year) {
            days -= yearLength(year)
            year += 1
        }
        let isLeap = yearLength(year) == 366
        let month = (1...12).last { before($0, isLeap) <= days } ?? 1
        let date =
            "\(padded(Int64(year), 4))-\(padded(Int64(month), 2))-\(padded(Int64(days - before(month, isLeap) + 1), 2))"
        let time = "\(padded(rest / 3_600_000, 2)):\(padded(rest / 60_000 % 60, 2)):\(padded(rest / 1000 % 60, 2))"
        return "\(date)T\(time)\(rest % 1000 == 0 ? "" : "." + padded(rest % 1000, 3))Z"
    }

    // MARK: The calendar

    private static func yearLength(_ year: Int) -> Int {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365
    }

    /// The number of days in the year before a month.
    @inlinable
    static func before(_ month: Int, _ isLeap: Bool) -> Int {
        (month * 367 - 362) / 12 - (month > 2 ? isLeap ? 1 : 2 : 0)
    }

    @inlinable
    static func length(_ month: Int, _ isLeap: Bool) -> Int {
        month == 12 ? 31 : before(month + 1, isLeap) - before(month, isLeap)
    }

    // MARK: The text

    @usableFromInline
    struct Reader<Text: IndexedBytes> {
        @usableFromInline let text: Text
        @usableFromInline var at: Int
        @usableFromInline let end: Int

        @inlinable
        init(text: Text, at: Int, end: Int) {
            self.text = text
            self.at = at
            self.end = end
        }

        @inlinable var isAtEnd: Bool { at == end }

        @inlinable
        mutating func take(_ byte: UInt8) -> Bool {
            guard at < end, text[at] == byte else { return false }
            at += 1
            return true
        }

        @inlinable
        mutating func skipSpaces() { while take(0x20) {} }

        @inlinable
        mutating func number(_ widths: ClosedRange<Int>) -> Int? {
            var value = 0, count = 0
            while count < widths.upperBound, at < end, text[at] &- 0x30 <= 9 {
                value = value * 10 + Int(text[at] &- 0x30)
                at += 1
                count += 1
            }
            return count >= widths.lowerBound ? value : nil
        }

        /// Milliseconds; finer digits are cut off.
        @inlinable
        mutating func fraction() -> Int? {
            guard take(0x2E) else { return 0 }
            var digits = 0, value = 0
            while let digit = number(1...1) {
                if digits < 3 { value = value * 10 + digit }
                digits += 1
            }
            guard (1...9).contains(digits) else { return nil }
            return digits == 1 ? value * 100 : digits == 2 ? value * 10 : value
        }

        /// Minutes east of Greenwich.
        @inlinable
        mutating func zone() -> Int? {
            skipSpaces()
            defer { skipSpaces() }
            if take(0x5A) || take(0x47) && take(0x4D) && take(0x54) { return 0 }
            let isWest = take(0x2D)
            guard isWest || take(0x2B), let hours = number(2...2), hours < 24 else { return nil }
            _ = take(0x3A)
            guard let minutes = number(2...2), minutes < 60 else { return nil }
            return (hours * 60 + minutes) * (isWest ? -1 : 1)
        }
    }
}

/// Bytes that can be read by position.
@usableFromInline
package protocol IndexedBytes {
    subscript(position: Int) -> UInt8 { get }
}

extension Array<UInt8>: IndexedBytes {}
