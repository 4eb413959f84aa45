@_spi(Tools) import AdaptyMigrationTools

/// One character of a JSON string with its spelling: `é`, `\u00e9`, `\/`.
struct TextUnit: Sendable {
    let scalar: UInt32
    /// Its bytes in the token.
    let bytes: [UInt8]

    /// The characters of a validated string token, given without its quotes.
    static func parse(_ inner: ArraySlice<UInt8>) -> [TextUnit] {
        var units: [TextUnit] = [], position = inner.startIndex
        while position < inner.endIndex {
            let length = length(inner, position)
            let bytes = Array(inner[position..<min(position + length, inner.endIndex)])
            let decoded = bytes[0] == 0x5C ? JSONText.unescape(bytes[...]) : bytes
            units.append(
                TextUnit(
                    scalar: String(decoding: decoded, as: UTF8.self).unicodeScalars.first?.value ?? 0xFFFD, bytes: bytes
                ))
            position += length
        }
        return units
    }

    private static func length(_ inner: ArraySlice<UInt8>, _ position: Int) -> Int {
        switch inner[position] {
        case 0x5C:
            guard inner[position + 1] == 0x75 else { return 2 }
            // A high surrogate (d8 to db) and the following low surrogate form one character.
            let isHigh =
                inner[position + 2] | 0x20 == 0x64
                && [0x38, 0x39, 0x41, 0x42, 0x61, 0x62].contains(inner[position + 3])
            return isHigh ? 12 : 6
        case 0xC0...0xDF: return 2
        case 0xE0...0xEF: return 3
        case 0xF0...0xFF: return 4
        default: return 1
        }
    }

    /// Another character with the spelling style of this one.
    func written(_ scalar: UInt32) -> TextUnit {
        if scalar == self.scalar { return self }
        guard bytes[0] == 0x5C, bytes[1] == 0x75 else { return TextUnit(raw: scalar) }
        let isUpper = bytes.contains { (0x41...0x46).contains($0) }
        let escaped = Array(
            Unicode.Scalar(scalar).map { String(Character($0)).utf16.flatMap { TextUnit.escape($0, isUpper) } } ?? [])
        return TextUnit(scalar: scalar, bytes: escaped)
    }

    /// An unescaped character.
    init(raw scalar: UInt32) {
        let text = Unicode.Scalar(scalar).map { String(Character($0)) } ?? "\u{FFFD}"
        self.init(scalar: scalar, bytes: Array(JSONText.encode(text).dropFirst().dropLast()))
    }

    init(scalar: UInt32, bytes: [UInt8]) {
        self.scalar = scalar
        self.bytes = bytes
    }

    private static func escape(_ unit: UInt16, _ isUpper: Bool) -> [UInt8] {
        let digits = String(unit, radix: 16, uppercase: isUpper)
        return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    }
}

extension [TextUnit] {
    var scalars: [UInt32] { map(\.scalar) }

    /// Replaces these characters, each with the spelling style of the one at its place. If there are more new
    /// characters, the common ending is kept, and the additional characters before it are unescaped.
    func written(_ scalars: [UInt32]) -> [TextUnit] {
        let tail = scalars.count > count ? zip(scalars.reversed(), reversed()).prefix { $0 == $1.scalar }.count : 0
        let head = scalars.dropLast(tail).enumerated().map { position, scalar in
            position < count - tail ? self[position].written(scalar) : TextUnit(raw: scalar)
        }
        return head + suffix(tail)
    }
}
