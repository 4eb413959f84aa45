/// Dates as documents write them.
///
/// Worked example, the stored double `648073710.0009999` (seconds since 2001-01-01T00:00:00Z, with the noise of binary
/// fractions): 648 073 710.001 s after rounding to the millisecond, so `"2021-07-15T20:28:30.001+0000"`.
/// The way back gives `648073710.001`; the noise itself is residue.
package enum DateText {
    /// Microseconds between 1970-01-01 and 2001-01-01.
    private static let reference: Int64 = 978_307_200_000_000

    struct Parsed: Sendable {
        /// Since 1970.
        var microseconds: Int64
        /// The text is what the SDK's formatter (`yyyy-MM-dd'T'HH:mm:ss.SSSZ`) reads.
        var isCanonical: Bool
        /// The text in that form: fraction and zone present, everything that was readable kept as it was.
        var canonical: [UInt8]
    }

    /// The moment in a string; `nil` for any other.
    static func parsed(_ tape: Tape, _ value: Int) -> Parsed? {
        let inside = tape.text(value).inside.array
        return parse(tape.nodes[value].hasEscapes ? JSONText.unescape(inside[...])[...] : inside[...])
    }

    /// The moment that a number of seconds since 2001 says; `nil` for one that is no date.
    static func stored(_ tape: Tape, _ value: Int) -> Parsed? {
        fromStored(tape.array(value)[...]).map { milliseconds in
            Parsed(
                microseconds: milliseconds * 1000, isCanonical: false,
                canonical: Array(text(milliseconds: milliseconds).dropFirst().dropLast()))
        }
    }

    /// Microseconds since 1970 of a JSON token: a string with a zone, or a number of seconds since 2001.
    package static func microseconds(_ token: ArraySlice<UInt8>) -> Int64? {
        guard token.first == 0x22 else { return fromStored(token).map { $0 * 1000 } }
        return parse(JSONText.unescape(token.dropFirst().dropLast())[...])?.microseconds
    }

    /// Milliseconds since 1970 of a number of seconds since 2001; `nil` outside years 5 to 9922: what four digits of a
    /// year can hold, with room.
    static func fromStored(_ token: ArraySlice<UInt8>) -> Int64? {
        guard let seconds = Double(String(decoding: token, as: UTF8.self)) else { return nil }
        let milliseconds = (seconds * 1000).rounded()
        guard milliseconds > -6.3e13, milliseconds < 2.5e14 else { return nil }
        return Int64(milliseconds) + reference / 1000
    }

    /// `yyyy-MM-ddTHH:mm:ss.SSS+0000` with quotes.
    package static func text(milliseconds: Int64, zone: String = "+0000") -> [UInt8] {
        ByteWriter.array { out in
            put(milliseconds: milliseconds, &out)
            out.put(Array(zone.utf8))
            out.put(0x22)
        }
    }

    /// The same up to the zone.
    static func put(milliseconds: Int64, _ out: inout ByteWriter) {
        let days = floorDivide(milliseconds, 86_400_000), inDay = Int(milliseconds - days * 86_400_000)
        let (year, month, day) = civil(days)
        func put(_ mark: UInt8, _ value: Int, _ unit: Int = 10) {
            out.put(mark)
            var unit = unit
            while unit > 0 {
                out.put(0x30 + UInt8(truncatingIfNeeded: value / unit % 10))
                unit /= 10
            }
        }
        put(0x22, year, 1000)
        put(0x2D, month)
        put(0x2D, day)
        put(0x54, inDay / 3_600_000)
        put(0x3A, inDay / 60_000 % 60)
        put(0x3A, inDay / 1000 % 60)
        put(0x2E, inDay % 1000, 100)
    }

    /// The number a plain `JSONEncoder` writes for the date: seconds since 2001, no more digits than needed.
    static func stored(microseconds: Int64) -> [UInt8] {
        ByteWriter.array { out in
            let since = microseconds - reference
            if since < 0 { out.put(0x2D) }
            let (seconds, fraction) = Int(since.magnitude).quotientAndRemainder(dividingBy: 1_000_000)
            out.put(decimal: seconds)
            if fraction > 0 { out.put(0x2E) }
            var rest = fraction, unit = 100_000
            while rest > 0 {
                out.put(0x30 + UInt8(truncatingIfNeeded: rest / unit))
                (rest, unit) = (rest % unit, unit / 10)
            }
        }
    }

    /// Reads `2022-09-30T15:14:32.000000+0000` and every form of it that names one instant; `nil` for anything else
    /// (no zone, February 30, hour 24).
    static func parse(_ text: ArraySlice<UInt8>) -> Parsed? {
        var scan = Scan(text: text, position: text.startIndex)
        scan.skipSpaces()
        guard let year = scan.number(4, exactly: true), scan.take(0x2D), let month = scan.number(2), scan.take(0x2D),
            let day = scan.number(2)
        else { return nil }
        var isCanonical = true
        var separator = scan.position
        if !scan.take(0x54) {
            guard scan.take(0x20) || scan.take(0x74) else { return nil }
            isCanonical = false
        }
        guard let hour = scan.number(2), scan.take(0x3A), let minute = scan.number(2), scan.take(0x3A),
            let second = scan.number(2)
        else { return nil }
        let afterSeconds = scan.position
        guard (1...12).contains(month), day >= 1, day <= days(in: month, of: year), hour < 24, minute < 60, second < 60,
            year >= 1
        else { return nil }
        var fraction: Int64 = 0, digits = 0
        if scan.take(0x2E) {
            while let digit = scan.digit() {
                if digits < 6 { fraction = fraction * 10 + Int64(digit) }
                digits += 1
            }
            guard digits > 0 else { return nil }
            if digits > 9 { return nil }
            for _ in 0..<max(0, 6 - digits) { fraction *= 10 }
        }
        if digits == 0 { isCanonical = false }
        scan.skipSpaces()
        guard let zone = scan.zone() else { return nil }
        scan.skipSpaces()
        guard scan.isAtEnd else { return nil }
        let seconds =
            Int64(days(year, month, day)) * 86_400 + Int64(hour * 3600 + minute * 60 + second) - Int64(zone) * 60
        var canonical = Array(text)
        if digits == 0 { canonical.insert(contentsOf: Array(".000".utf8), at: afterSeconds - text.startIndex) }
        separator -= text.startIndex
        canonical[separator] = 0x54
        return Parsed(microseconds: seconds * 1_000_000 + fraction, isCanonical: isCanonical, canonical: canonical)
    }

    private struct Scan {
        let text: ArraySlice<UInt8>
        var position: Int

        var isAtEnd: Bool { position == text.endIndex }

        mutating func take(_ byte: UInt8) -> Bool {
            guard position < text.endIndex, text[position] == byte else { return false }
            position += 1
            return true
        }

        mutating func digit() -> Int? {
            guard position < text.endIndex, (0x30...0x39).contains(text[position]) else { return nil }
            position += 1
            return Int(text[position - 1] - 0x30)
        }

        mutating func number(_ width: Int, exactly: Bool = false) -> Int? {
            var value = 0, count = 0
            while count < width, let digit = digit() {
                value = value * 10 + digit
                count += 1
            }
            return count == width || (!exactly && count > 0) ? value : nil
        }

        mutating func skipSpaces() { while take(0x20) {} }

        /// Minutes east of UTC: `Z`, `GMT`, `+0000`, `+00:00`.
        mutating func zone() -> Int? {
            if take(0x5A) { return 0 }
            if text[position...].starts(with: Array("GMT".utf8)) {
                position += 3
                return 0
            }
            let isWest = position < text.endIndex && text[position] == 0x2D
            guard take(0x2B) || take(0x2D) else { return nil }
            guard let hours = number(2, exactly: true) else { return nil }
            _ = take(0x3A)
            guard let minutes = number(2, exactly: true), hours < 24, minutes < 60 else { return nil }
            return (hours * 60 + minutes) * (isWest ? -1 : 1)
        }
    }

    // MARK: Calendar (proleptic Gregorian; Howard Hinnant's day algorithms)

    package static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 { a >= 0 ? a / b : -((-a + b - 1) / b) }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Days since 1970.
    package static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Year, month and day of days since 1970.
    package static func civil(_ days: Int64) -> (Int, Int, Int) {
        let z = Int(days) + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let mp = (5 * dayOfYear + 2) / 153
        let month = mp < 10 ? mp + 3 : mp - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * mp + 2) / 5 + 1)
    }
}
