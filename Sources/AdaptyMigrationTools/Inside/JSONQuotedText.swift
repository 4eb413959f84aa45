import AdaptyMigrationCore

/// A text in a JSON document. Programs differ in which characters they escape, and how: `/` or `\/`, `é` or `\u00e9` or
/// `\u00E9`, `<` or `\u003c`. Each character is escaped again as it was.
struct JSONQuotedText: QuotedText {
    let text: [UInt8]
    /// The escapes that are not the usual ones, by character. None is of a control character: an upgraded record need not
    /// contain one, so that the way back could not find its escape.
    private var escapes: [Unicode.Scalar: [UInt8]] = [:]

    static let doubt = "it escapes one character in two ways, or a line break by its number"

    init(_ bytes: [UInt8]) {
        let inside = bytes.dropFirst().dropLast()
        text = JSONText.unescape(inside)
        var rest = inside
        while let start = rest.firstIndex(of: 0x5C) {
            let escape = rest[start...].prefix(JSONQuotedText.length(rest[start...]))
            rest = rest[escape.endIndex...]
            // Of the short escapes only \/ is not the usual one.
            if escape.count == 2, escape.last != 0x2F { continue }
            let scalar = String(decoding: JSONText.unescape(escape), as: UTF8.self).unicodeScalars.first
            if let scalar, scalar.value >= 0x20, JSONQuotedText.usual(scalar)[...] != escape {
                escapes[scalar] = Array(escape)
            }
        }
    }

    /// The number of bytes of the escape at the beginning: `\n`, `\u00e9`, or two of the latter for one character.
    private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
        guard bytes.dropFirst().first == 0x75 else { return 2 }
        let unit = UInt16(String(decoding: bytes.dropFirst(2).prefix(4), as: UTF8.self), radix: 16)
        return unit.map(UTF16.isLeadSurrogate) == true ? 12 : 6
    }

    private static func usual(_ scalar: Unicode.Scalar) -> [UInt8] {
        Array(JSONText.encode(String(scalar)).dropFirst().dropLast())
    }

    func quoted(_ text: [UInt8]) -> [UInt8] {
        if escapes.isEmpty { return JSONText.encode(text[...]) }
        var out: [UInt8] = [0x22]
        out.reserveCapacity(2 * text.count)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if let escape = escapes[scalar] {
                out += escape
            } else if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
                out += JSONQuotedText.usual(scalar)
            } else if let bytes = UTF8.encode(scalar) {
                out += bytes
            }
        }
        return out + [0x22]
    }
}
