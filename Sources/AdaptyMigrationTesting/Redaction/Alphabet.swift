/// Characters that may replace each other: the letters of one case, the digits, or the pictures of one block of 128.
struct Alphabet: Hashable, Sendable {
    /// In numerical order, at least two.
    let members: [UInt32]

    static let digits = Alphabet(members: Array(0x30...0x39))
    static let digitsButZero = Alphabet(members: Array(0x31...0x39))
    static let lower = Alphabet(members: Array(0x61...0x7A))
    static let upper = Alphabet(members: Array(0x41...0x5A))
    static let lowerHex = Alphabet(members: Array(0x61...0x66))
    static let upperHex = Alphabet(members: Array(0x41...0x46))

    /// The alphabet of a character; `nil` for punctuation, marks and all other characters that are kept.
    static func of(_ scalar: UInt32) -> Alphabet? {
        switch scalar {
        case 0x30...0x39: return digits
        case 0x61...0x7A: return lower
        case 0x41...0x5A: return upper
        case ..<0x80: return nil
        default:
            guard let category = category(scalar), isReplaced(category, scalar) else { return nil }
            let block = scalar & ~0x7F
            let members = (block..<(block + 0x80)).filter { Alphabet.category($0) == category }
            return members.count > 1 ? Alphabet(members: members) : nil
        }
    }

    /// The hexadecimal digits of one case; `nil` for any other character.
    static func hexadecimal(_ scalar: UInt32) -> Alphabet? {
        switch scalar {
        case 0x30...0x39: digits
        case 0x61...0x66: lowerHex
        case 0x41...0x46: upperHex
        default: nil
        }
    }

    private static func category(_ scalar: UInt32) -> Unicode.GeneralCategory? {
        Unicode.Scalar(scalar)?.properties.generalCategory
    }

    /// Symbols that are not pictures (arrows, currencies, the replacement character) identify nobody.
    private static func isReplaced(_ category: Unicode.GeneralCategory, _ scalar: UInt32) -> Bool {
        switch category {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        case .otherSymbol: scalar >= 0x1F000
        default: false
        }
    }
}
