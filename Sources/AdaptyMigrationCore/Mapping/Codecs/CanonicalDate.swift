/// Recognises the usual spelling of a date, `2022-09-30T15:14:32.000000+0000`, without parsing it.
enum CanonicalDate {
    /// Whether the text certainly has the form that ``DateText`` calls canonical. `false` means only that it is not
    /// certain.
    @inline(__always)
    static func matches(_ bytes: PaddedView, _ start: Int, _ end: Int) -> Bool {
        let digits = bytes.digits(start &+ 20)
        let fraction = digits < 8 || bytes[start &+ 28] &- 0x30 > 9 ? digits : 9
        let isForm =
            bit(end &- start <= 35) & bit(fraction > 0) & bit(bytes[start &+ 19] == 0x2E) & hasSeconds(bytes, start)
        return isForm & isZone(bytes, start &+ 20 &+ fraction, end) == 1
    }

    /// Whether `.000` is all that the text lacks: seconds, then a zone.
    static func lacksFraction(_ bytes: PaddedView, _ start: Int, _ end: Int) -> Bool {
        end - start >= 20 && hasSeconds(bytes, start) & isZone(bytes, start + 19, end) == 1
    }

    // What follows answers 1 or 0 and branches nowhere: which day a date names cannot be predicted.

    @inline(__always)
    private static func bit(_ condition: Bool) -> Int { condition ? 1 : 0 }

    @inline(__always)
    private static func number(_ bytes: PaddedView, _ at: Int) -> Int {
        Int(bytes[at] &- 0x30) &* 10 &+ Int(bytes[at &+ 1] &- 0x30)
    }

    /// How many days beyond 28 each month has, two bits a month from the right, the first for none; the leap day is not
    /// counted.
    private static let longDays = 0b11_10_11_10_11_11_10_11_10_11_00_11_00

    /// `yyyy-MM-ddTHH:mm:ss`, a moment that exists.
    @inline(__always)
    private static func hasSeconds(_ bytes: PaddedView, _ start: Int) -> Int {
        // Each byte between its lowest and its highest: digits, and the marks between them exactly.
        let text = bytes.vector(start)
        let low = SIMD16<UInt8>(
            0x30, 0x30, 0x30, 0x30, 0x2D, 0x30, 0x30, 0x2D, 0x30, 0x30, 0x54, 0x30, 0x30, 0x3A, 0x30, 0x30)
        let span = SIMD16<UInt8>(9, 9, 9, 9, 0, 1, 9, 0, 3, 9, 0, 2, 9, 0, 5, 9)
        let isMarked = bit(!VectorComparison.any((text &- low) .> span))
        let seconds =
            bit(bytes[start &+ 16] == 0x3A) & bit(bytes[start &+ 17] &- 0x30 <= 5)
            & bit(bytes[start &+ 18] &- 0x30 <= 9)
        let month = number(bytes, start &+ 5), day = number(bytes, start &+ 8), hour = number(bytes, start &+ 11)
        // Of text that is no date the numbers are anything: the shift is masked.
        let isDay = bit(day >= 1) & bit(day &- 28 <= longDays &>> (2 &* month) & 3)
        return isMarked & seconds & bit(month >= 1) & bit(month <= 12) & isDay & bit(hour <= 23)
            & bit(bytes.word(start) & 0xFFFF_FFFF != 0x3030_3030)
    }

    /// `Z`, `+0000` or `+00:00`.
    @inline(__always)
    private static func isZone(_ bytes: PaddedView, _ start: Int, _ end: Int) -> Int {
        let length = end &- start
        if length == 1 { return bit(bytes[start] == 0x5A) }
        let colon = bit(bytes[start &+ 3] == 0x3A), minutes = start &+ 3 &+ colon
        let sign = bit(bytes[start] == 0x2B) | bit(bytes[start] == 0x2D)
        let hours =
            bit(bytes[start &+ 2] &- 0x30 <= 9) & bit(bytes[start &+ 1] &- 0x30 <= 2)
            & bit(number(bytes, start &+ 1) <= 23)
        return sign & hours & bit(length == 5 &+ colon) & bit(bytes[minutes] &- 0x30 <= 5)
            & bit(bytes[minutes &+ 1] &- 0x30 <= 9)
    }
}
