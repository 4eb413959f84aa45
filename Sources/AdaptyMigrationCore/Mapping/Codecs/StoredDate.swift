/// Reads the usual dates that SDK 1.x stored, numbers of seconds since 2001, without a double.
///
/// Worked example, `648073710.0009999`: the first three digits of the fraction are milliseconds, and the next three,
/// 999, round them up: 648 073 710 001 ms. That is `"2021-07-15T20:28:30.001+0000"`.
enum StoredDate {
    /// Milliseconds between 1970-01-01 and 2001-01-01.
    private static let reference: Int64 = 978_307_200_000
    /// The texts' years are from 1970 to 2200, far inside what every reader takes.
    private static let range: ClosedRange<Int64> = -reference...6_311_347_199_999

    /// Milliseconds since 1970; `nil` where ``DateText`` has to be asked: exponents, other centuries, and a rest so
    /// near half a millisecond that its double decides.
    static func milliseconds(_ bytes: PaddedView, number: Range<Int>) -> Int64? {
        var at = number.lowerBound, value: Int64 = 0
        let isNegative = bytes[at] == .minus
        if isNegative { at += 1 }
        func digit() -> Int64? {
            guard at < number.upperBound, bytes[at] &- 0x30 <= 9 else { return nil }
            defer { at += 1 }
            return Int64(bytes[at] &- 0x30)
        }
        let start = at
        while at - start < 11, let digit = digit() { value = value * 10 + digit }
        guard at - start < 11 else { return nil }
        let hasFraction = at < number.upperBound && bytes[at] == .point
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
        return range.contains(value) ? value + reference : nil
    }
}
