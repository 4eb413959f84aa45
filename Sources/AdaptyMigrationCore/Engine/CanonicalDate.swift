/// Recognises the usual spelling of a date, `2022-09-30T15:14:32.000000+0000`, without parsing it.
enum CanonicalDate {
    /// Whether the text certainly has the form that ``DateText`` calls canonical. `false` means only that it is not
    /// certain.
    static func matches(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard count >= 22, count <= 35, hasMarks(text), text[19] == UInt8(ascii: ".") else { return false }
        let year = number(text, 0) * 100 + number(text, 2), month = number(text, 5), day = number(text, 8)
        guard year >= 1, (1...12).contains(month), day >= 1, day <= 28 + Int(longDays >> UInt32(2 * month)) & 3,
            number(text, 11) < 24, number(text, 14) < 60, number(text, 17) < 60
        else { return false }
        var end = 20
        while end < count, isDigit(text[end]) { end += 1 }
        return (21...29).contains(end) && isZone(text + end, count - end)
    }

    /// How many days beyond 28 each month has, two bits a month from the right, the first for none. The leap day is not
    /// counted.
    private static let longDays: UInt32 = 0b11_10_11_10_11_11_10_11_10_11_00_11_00

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

    private static func number(_ text: UnsafePointer<UInt8>, _ at: Int) -> Int {
        Int(text[at] &- 0x30) * 10 + Int(text[at + 1] &- 0x30)
    }

    /// `....-..-..T..:..:..` with digits.
    private static func hasMarks(_ text: UnsafePointer<UInt8>) -> Bool {
        for at in 0..<19 {
            let isRight =
                switch at {
                case 4, 7: text[at] == UInt8(ascii: "-")
                case 10: text[at] == UInt8(ascii: "T")
                case 13, 16: text[at] == UInt8(ascii: ":")
                default: isDigit(text[at])
                }
            if !isRight { return false }
        }
        return true
    }

    /// `Z`, `+0000` or `+00:00`.
    private static func isZone(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        if count == 1 { return text[0] == UInt8(ascii: "Z") }
        guard count == 5 || count == 6 && text[3] == UInt8(ascii: ":") else { return false }
        guard text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-") else { return false }
        let minutes = count - 2
        guard [1, 2, minutes, minutes + 1].allSatisfy({ isDigit(text[$0]) }) else { return false }
        return number(text, 1) < 24 && number(text, minutes) < 60
    }
}
