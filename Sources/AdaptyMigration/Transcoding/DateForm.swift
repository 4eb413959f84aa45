/// The usual spelling of a date, recognised without reading it: `2022-09-30T15:14:32.000000+0000`.
enum DateForm {
    /// Whether the text is surely what ``DateText`` calls canonical. `false` says nothing: the text may be a date all the same.
    @inline(__always)
    static func isCanonical(_ bytes: ByteView, _ start: Int, _ end: Int) -> Bool {
        let count = end &- start
        guard count >= 22, count <= 35, hasSeconds(bytes, start), bytes[start &+ 19] == 0x2E else { return false }
        var position = start &+ 20
        let limit = start &+ 29
        while position < limit, bytes[position] &- 0x30 <= 9 { position &+= 1 }
        guard position > start &+ 20 else { return false }
        return isZone(bytes, position, end)
    }

    /// Whether `.000` is all that the text lacks: seconds, then a zone.
    static func lacksFraction(_ bytes: ByteView, _ start: Int, _ end: Int) -> Bool {
        end - start >= 20 && hasSeconds(bytes, start) && isZone(bytes, start + 19, end)
    }

    /// Milliseconds since 1970 of a canonical text; `nil` for every other. Days are counted in years that begin in March, so
    /// that the leap day is the last one.
    static func milliseconds(_ bytes: ByteView, _ start: Int, _ end: Int) -> Int64? {
        guard isCanonical(bytes, start, end) else { return nil }
        func number(_ at: Int, _ digits: Int) -> Int { (0..<digits).reduce(0) { $0 &* 10 &+ Int(bytes[start &+ at &+ $1] &- 0x30) } }
        let month = number(5, 2), year = number(0, 4) &- (month <= 2 ? 1 : 0)
        let leaps = year / 4 &- year / 100 &+ year / 400
        let days = year &* 365 &+ leaps &+ (153 &* (month > 2 ? month &- 3 : month &+ 9) &+ 2) / 5 &+ number(8, 2) &- 719_469
        var position = start &+ 20, fraction = 0
        while bytes[position] &- 0x30 <= 9 {
            if position < start &+ 23 { fraction = fraction &* 10 &+ Int(bytes[position] &- 0x30) }
            position &+= 1
        }
        for _ in 0..<max(0, start &+ 23 &- position) { fraction = fraction &* 10 }
        var zone = 0
        if bytes[position] != 0x5A {
            let minutes = bytes[position &+ 3] == 0x3A ? position &+ 4 : position &+ 3
            zone = (number(position &+ 1 &- start, 2) &* 60 &+ number(minutes &- start, 2)) &* (bytes[position] == 0x2D ? -1 : 1)
        }
        let seconds = days &* 86_400 &+ number(11, 2) &* 3600 &+ (number(14, 2) &- zone) &* 60 &+ number(17, 2)
        return Int64(seconds &* 1000 &+ fraction)
    }

    /// `yyyy-MM-ddTHH:mm:ss`, a moment that exists (of the 29th to 31st of a month only those of every month's calendar).
    @inline(__always)
    private static func hasSeconds(_ bytes: ByteView, _ start: Int) -> Bool {
        // Each byte between its lowest and its highest: digits, and the marks between them exactly.
        let text = bytes.vector(start)
        let low = SIMD16<UInt8>(0x30, 0x30, 0x30, 0x30, 0x2D, 0x30, 0x30, 0x2D, 0x30, 0x30, 0x54, 0x30, 0x30, 0x3A, 0x30, 0x30)
        let span = SIMD16<UInt8>(9, 9, 9, 9, 0, 1, 9, 0, 3, 9, 0, 2, 9, 0, 5, 9)
        guard !ByteMask.any((text &- low) .> span) else { return false }
        guard bytes[start &+ 16] == 0x3A, bytes[start &+ 17] &- 0x30 <= 5, bytes[start &+ 18] &- 0x30 <= 9 else { return false }
        let month = Int(bytes[start &+ 5] &- 0x30) &* 10 &+ Int(bytes[start &+ 6] &- 0x30)
        let day = Int(bytes[start &+ 8] &- 0x30) &* 10 &+ Int(bytes[start &+ 9] &- 0x30)
        let isEarly = bytes[start &+ 11] < 0x32 || bytes[start &+ 12] < 0x34
        let hasYear = bytes.half(start) != 0x3030_3030
        guard month &- 1 <= 11, month >= 1, day >= 1, isEarly, hasYear else { return false }
        return day <= 28 || (month != 2 && (day <= 30 || (day == 31 && 0x15AA >> month & 1 == 1)))
    }

    /// `Z`, `+0000` or `+00:00`.
    @inline(__always)
    private static func isZone(_ bytes: ByteView, _ start: Int, _ end: Int) -> Bool {
        switch end &- start {
        case 1: return bytes[start] == 0x5A
        case 5: return isSign(bytes[start]) && isHour(bytes, start &+ 1) && isMinute(bytes, start &+ 3)
        case 6: return isSign(bytes[start]) && isHour(bytes, start &+ 1) && bytes[start &+ 3] == 0x3A && isMinute(bytes, start &+ 4)
        default: return false
        }
    }

    @inline(__always)
    private static func isSign(_ byte: UInt8) -> Bool { byte == 0x2B || byte == 0x2D }

    @inline(__always)
    private static func isHour(_ bytes: ByteView, _ at: Int) -> Bool {
        bytes[at] &- 0x30 <= 1 && bytes[at &+ 1] &- 0x30 <= 9 || bytes[at] == 0x32 && bytes[at &+ 1] &- 0x30 <= 3
    }

    @inline(__always)
    private static func isMinute(_ bytes: ByteView, _ at: Int) -> Bool { bytes[at] &- 0x30 <= 5 && bytes[at &+ 1] &- 0x30 <= 9 }
}
