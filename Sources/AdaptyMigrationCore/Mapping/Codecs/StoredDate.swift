/// Converts the dates that SDK 1.x stored, numbers of seconds since 2001, to texts and back. For the usual dates the
/// result is that of ``DateText``, from bytes to bytes.
///
/// Worked example, `648073710.0009999`: the first three digits of the fraction are milliseconds, and the next three,
/// 999, round them up: 648 073 710 001 ms. That is `"2021-07-15T20:28:30.001+0000"`, which converts back to
/// `648073710.001`.
enum StoredDate {
    /// Milliseconds between 1970-01-01 and 2001-01-01.
    private static let reference: Int64 = 978_307_200_000
    /// The texts' years are from 1970 to 2200, far inside what every reader takes.
    private static let range: ClosedRange<Int64> = -reference...6_311_347_199_999

    /// Milliseconds since 2001; `nil` where ``DateText`` has to be asked: exponents, other centuries, and a rest so
    /// near half a millisecond that its double decides.
    static func milliseconds(_ bytes: PaddedView, number: Range<Int>) -> Int64? {
        var at = number.lowerBound, value: Int64 = 0
        let isNegative = bytes[at] == 0x2D
        if isNegative { at += 1 }
        func digit() -> Int64? {
            guard at < number.upperBound, bytes[at] &- 0x30 <= 9 else { return nil }
            defer { at += 1 }
            return Int64(bytes[at] &- 0x30)
        }
        let start = at
        while at - start < 11, let digit = digit() { value = value * 10 + digit }
        guard at - start < 11 else { return nil }
        let hasFraction = at < number.upperBound && bytes[at] == 0x2E
        if hasFraction { at += 1 }
        for _ in 0..<3 { value = value * 10 + (hasFraction ? digit() ?? 0 : 0) }
        var rest = 0
        for _ in 0..<3 { rest = rest * 10 + (hasFraction ? Int(digit() ?? 0) : 0) }
        // A double of this size, and a thousand times it, are right to a thousandth of a millisecond.
        if 498...501 ~= rest { return nil }
        if rest > 501 { value += 1 }
        while hasFraction, digit() != nil {}
        guard at == number.upperBound else { return nil }
        value = isNegative ? -value : value
        return range.contains(value) ? value : nil
    }

    /// Milliseconds since 2001 of a text between quotes, in the one form that ``put(text:_:)`` writes; `nil` for every
    /// other.
    static func milliseconds(_ bytes: PaddedView, text: Range<Int>) -> Int64? {
        let start = text.lowerBound + 1
        guard text.count == 30, CanonicalDate.matches(bytes, start, text.upperBound - 1),
            bytes.word(start + 20) & 0xFFFF_FFFF_FF00_0000 == 0x3030_3030_2B00_0000
        else { return nil }
        func number(_ offset: Int, _ width: Int) -> Int {
            (start + offset..<start + offset + width).reduce(0) { $0 * 10 + Int(bytes[$1] &- 0x30) }
        }
        let days = DateText.days(number(0, 4), number(5, 2), number(8, 2))
        let seconds = Int64(((days * 24 + number(11, 2)) * 60 + number(14, 2)) * 60 + number(17, 2))
        let value = seconds * 1000 + Int64(number(20, 3)) - reference
        return range.contains(value) ? value : nil
    }

    /// `"2021-07-15T20:28:30.001+0000"`
    static func put(text milliseconds: Int64, _ out: inout ByteWriter) {
        let all = milliseconds + reference, (days, rest) = all.quotientAndRemainder(dividingBy: 86_400_000)
        let (year, month, day) = DateText.civil(days), inDay = Int(rest)
        func put(_ value: Int, _ mark: UInt8) {
            out.put(0x30 + UInt8(truncatingIfNeeded: value / 10))
            out.put(0x30 + UInt8(truncatingIfNeeded: value % 10))
            out.put(mark)
        }
        out.put(0x22)
        out.put(decimal: year)
        out.put(0x2D)
        put(month, 0x2D)
        put(day, 0x54)
        put(inDay / 3_600_000, 0x3A)
        put(inDay / 60_000 % 60, 0x3A)
        put(inDay / 1000 % 60, 0x2E)
        out.put(0x30 + UInt8(truncatingIfNeeded: inDay / 100 % 10))
        put(inDay % 100, 0x2B)
        out.put("0000\"")
    }

    /// `648073710.001`: no more digits than needed.
    static func put(number milliseconds: Int64, _ out: inout ByteWriter) {
        if milliseconds < 0 { out.put(0x2D) }
        let (seconds, rest) = Int(milliseconds.magnitude).quotientAndRemainder(dividingBy: 1000)
        out.put(decimal: seconds)
        if rest == 0 { return }
        out.put(0x2E)
        out.put(0x30 + UInt8(truncatingIfNeeded: rest / 100))
        if rest % 100 == 0 { return }
        out.put(0x30 + UInt8(truncatingIfNeeded: rest / 10 % 10))
        if rest % 10 > 0 { out.put(0x30 + UInt8(truncatingIfNeeded: rest % 10)) }
    }
}
