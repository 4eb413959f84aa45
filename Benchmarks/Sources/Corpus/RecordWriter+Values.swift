/// Values as servers write them.
extension RecordWriter {
    /// A string of `count` words.
    mutating func words(_ alphabet: Alphabet, _ count: Int, _ random: inout SplitMix64) {
        bytes.append(0x22)
        wordsInside(alphabet, count, &random)
        bytes.append(0x22)
    }

    mutating func wordsInside(_ alphabet: Alphabet, _ count: Int, _ random: inout SplitMix64) {
        for position in 0..<count {
            if position > 0 { raw(alphabet.separator) }
            raw(random.pick(alphabet.words))
        }
    }

    /// Free text: mostly ASCII, some raw UTF-8, some escapes.
    mutating func text(_ random: inout SplitMix64) {
        let roll = random.below(100)
        words(roll < 6 ? .mixed : roll < 9 ? .escaped : .ascii, roll < 9 ? 1 : 2, &random)
    }

    mutating func uuid(_ random: inout SplitMix64) {
        bytes.append(0x22)
        let hex: StaticString = "0123456789abcdef"
        var high = random.next(), low = random.next()
        for position in 0..<36 {
            switch position {
            case 8, 13, 18, 23: bytes.append(0x2D)
            case 14: bytes.append(0x34)
            default:
                bytes.append(hex.utf8Start[Int(position < 18 ? high & 15 : low & 15)])
                if position < 18 { high >>= 4 } else { low >>= 4 }
            }
        }
        bytes.append(0x22)
    }

    /// A date of the wire: mostly microseconds and `+0000`, some other zones and fractions, some without a fraction.
    mutating func date(_ random: inout SplitMix64) {
        bytes.append(0x22)
        digits(UInt(random.number(2018...2023)), 4)
        for (separator, range) in [(0x2D, 1...12), (0x2D, 1...28), (0x54, 0...23), (0x3A, 0...59), (0x3A, 0...59)]
            as [(UInt8, ClosedRange<Int>)]
        {
            bytes.append(separator)
            digits(UInt(random.number(range)), 2)
        }
        switch random.below(100) {
        case 0..<55: raw(".000000+0000")
        case 55..<93: fraction(6, "+0000", &random)
        case 93..<95: fraction(3, "+0300", &random)
        case 95..<97: fraction(3, "Z", &random)
        case 97..<99: raw("+0000")
        default: raw("Z")
        }
        bytes.append(0x22)
    }

    private mutating func fraction(_ width: Int, _ zone: StaticString, _ random: inout SplitMix64) {
        bytes.append(0x2E)
        digits(UInt(random.below(width == 6 ? 1_000_000 : 1000)), width)
        raw(zone)
    }

    mutating func date(nullIn1000 share: Int, _ random: inout SplitMix64) {
        if random.chance(share) { raw("null") } else { date(&random) }
    }

    mutating func transaction(_ random: inout SplitMix64) {
        bytes.append(0x22)
        raw("2000000")
        digits(UInt(random.next() % 1_000_000_000), 9)
        bytes.append(0x22)
    }

    /// Number literals a program that goes through doubles cannot give back.
    mutating func number(_ random: inout SplitMix64) {
        switch random.below(20) {
        case 0..<8: cents(random.below(200), &random)
        case 8..<14: integer(random.below(5000))
        case 14..<16: integer(Int(random.next() >> 1) | 1 << 60)
        case 16..<18:
            bytes.append(0x2D)
            integer(random.number(1...99))
            fraction(6, "", &random)
        default: raw(random.pick(["1E2", "1.50e-3", "0.0", "-0", "100.000000", "2.5E+10"] as [StaticString]))
        }
    }

    /// `9.90` keeps its zero.
    mutating func cents(_ whole: Int, _ random: inout SplitMix64) {
        integer(whole)
        bytes.append(0x2E)
        digits(UInt(random.pick([99, 49, 90, 0])), 2)
    }
}
