/// Character data of XML, as Android writes and reads it.
enum XMLText {
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Escapes the same characters as Android's serialiser: `"`, `&`, `<`, `>` and control characters.
    static func encode(_ text: String) -> [UInt8] {
        var out: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x22: out += Array("&quot;".utf8)
            case 0x26: out += Array("&amp;".utf8)
            case 0x3C: out += Array("&lt;".utf8)
            case 0x3E: out += Array("&gt;".utf8)
            case ..<0x20: out += Array("&#\(byte);".utf8)
            default: out.append(byte)
            }
        }
        return out
    }

    /// The text of character data. The scanner has already checked references, `CDATA` and comments.
    ///
    /// - Returns: `nil` for half a surrogate pair.
    static func decode(_ data: ArraySlice<UInt8>) -> String? {
        var out: [UInt8] = [], rest = data, high: UInt32?
        while let byte = rest.first {
            if byte == 0x26, let end = rest.firstIndex(of: 0x3B),
                let code = code(rest[rest.startIndex..<end].dropFirst())
            {
                rest = rest[(end + 1)...]
                // Some serialisers write a character beyond 0xFFFF as two UTF-16 halves.
                if let first = high {
                    guard (0xDC00...0xDFFF).contains(code),
                        let whole = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (code - 0xDC00))
                    else { return nil }
                    out += Array(String(Character(whole)).utf8)
                    high = nil
                } else if (0xD800...0xDBFF).contains(code) {
                    high = code
                } else {
                    guard let scalar = Unicode.Scalar(code) else { return nil }
                    out += Array(String(Character(scalar)).utf8)
                }
                continue
            }
            guard high == nil else { return nil }
            if byte == 0x3C {
                rest = skipped(rest, &out)
            } else if byte == 0x0D {
                // A line break is one character in every form.
                rest = rest.dropFirst(rest.dropFirst().first == 0x0A ? 2 : 1)
                out.append(0x0A)
            } else {
                out.append(byte)
                rest = rest.dropFirst()
            }
        }
        return high == nil ? String(decoding: out, as: UTF8.self) : nil
    }

    /// Skips a comment, an instruction or a `CDATA` section, and adds the text of the section.
    private static func skipped(_ rest: ArraySlice<UInt8>, _ out: inout [UInt8]) -> ArraySlice<UInt8> {
        let isData = rest.starts(with: cdata),
            closing = isData ? cdataEnd : rest.starts(with: comment) ? commentEnd : instructionEnd
        let body = rest.dropFirst(isData ? cdata.count : 2), end = find(closing, body) ?? body.endIndex
        if isData { out += body[..<end] }
        return rest[min(end + closing.count, rest.endIndex)...]
    }

    static let cdata = Array("<![CDATA[".utf8), cdataEnd = Array("]]>".utf8)
    static let comment = Array("<!--".utf8), commentEnd = Array("-->".utf8)
    static let instruction = Array("<?".utf8), instructionEnd = Array("?>".utf8)

    /// The next position of a word.
    static func find(_ word: [UInt8], _ bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        while let start = word.first.flatMap({ rest.firstIndex(of: $0) }) {
            rest = rest[start...]
            if rest.starts(with: word) { return start }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// The code point of a reference, without `&` and `;`; `nil` when it is invalid.
    static func code(_ reference: ArraySlice<UInt8>) -> UInt32? {
        let text = String(decoding: reference, as: UTF8.self)
        let named: [String: UInt32] = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]
        if let known = named[text] { return known }
        guard text.first == "#",
            let code = text.hasPrefix("#x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text.dropFirst()),
            code <= 0x10FFFF
        else { return nil }
        return code
    }
}
