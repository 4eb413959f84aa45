/// How programs write a text as a string of JSON.
enum Writer: CaseIterable {
    case least, php, python, jackson, gson, dotNet, go

    func string(_ text: [UInt8]) -> [UInt8] {
        let escaped = String(decoding: text, as: UTF8.self).unicodeScalars.map(escape).joined()
        return Array("\"\(escaped)\"".utf8)
    }

    private func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case "\\": return "\\\\"
        case "\"" where self != .dotNet: return "\\\""
        case "/" where self == .php: return "\\/"
        default: return isNumbered(scalar) ? numbers(scalar) : String(scalar)
        }
    }

    private func isNumbered(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x20 { return true }
        let inScripts = "<>&\u{2028}\u{2029}"
        return switch self {
        case .least: false
        case .php, .python, .jackson: !scalar.isASCII
        case .gson: (inScripts + "='").unicodeScalars.contains(scalar)
        case .dotNet: !scalar.isASCII || (inScripts + "'+`\"").unicodeScalars.contains(scalar)
        case .go: inScripts.unicodeScalars.contains(scalar)
        }
    }

    private func numbers(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: self == .jackson || self == .dotNet)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
