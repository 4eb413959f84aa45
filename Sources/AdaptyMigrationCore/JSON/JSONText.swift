/// JSON strings to text and back, without Foundation.
package enum JSONText {
    /// Decodes a string token with its quotes. The token was validated by ``JSONScanner``.
    package static func decode(_ token: ArraySlice<UInt8>, hasEscapes: Bool) -> String {
        let inner = token.dropFirst().dropLast()
        return hasEscapes
            ? String(decoding: unescape(inner), as: UTF8.self) : String(decoding: inner, as: UTF8.self)
    }

    /// Writes text as a string token with quotes; escapes only what RFC 8259 demands.
    package static func encode(_ text: String) -> [UInt8] { quoted(text.utf8) }

    package static func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] { quoted(bytes) }

    private static func quoted(_ bytes: some Collection<UInt8>) -> [UInt8] {
        // Hardly any short text has something to escape.
        if bytes.allSatisfy({ $0 >= .space && $0 != .quote && $0 != .backslash }) { return [.quote] + bytes + [.quote] }
        var text = ByteWriter(capacity: bytes.count)
        defer { text.deallocate() }
        text.put(Array(bytes))
        text.clearMargin()
        return ByteWriter.array { out in
            out.put(.quote)
            out.putEscaped(Text(text.view))
            out.put(.quote)
        }
    }

    /// `"name":value`
    package static func member(_ name: String, _ value: some Sequence<UInt8>) -> [UInt8] {
        var out = encode(name)
        out.append(.colon)
        out += value
        return out
    }

    package static let emptyObject = Array("{}".utf8)

    /// An object in one line, whose commas have the white space after them that the colons have.
    ///
    /// - Parameter colon: with that white space.
    package static func object(_ members: [(name: String, value: ArraySlice<UInt8>)], colon: ArraySlice<UInt8>)
        -> [UInt8]
    {
        let texts = members.map { encode($0.name) + colon + $0.value }
        return [.openBrace] + texts.joined(separator: [.comma] + colon.dropFirst()) + [.closeBrace]
    }

    /// A valid value without insignificant white space.
    package static func compact(_ value: some Sequence<UInt8>) -> [UInt8] {
        var out: [UInt8] = [], isInString = false, isEscaped = false
        for byte in value {
            if isInString {
                out.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == .backslash {
                    isEscaped = true
                } else if byte == .quote {
                    isInString = false
                }
            } else if byte != .space, byte != .newline, byte != 0x0D, byte != 0x09 {
                out.append(byte)
                if byte == .quote { isInString = true }
            }
        }
        return out
    }

    /// The bytes of a validated token's inside with its escapes resolved.
    package static func unescape(_ inner: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(inner.count)
        var position = inner.startIndex
        while position < inner.endIndex {
            let byte = inner[position]
            position += 1
            guard byte == .backslash else {
                out.append(byte)
                continue
            }
            let escape = inner[position]
            position += 1
            switch escape {
            case 0x62: out.append(0x08)
            case 0x66: out.append(0x0C)
            case 0x6E: out.append(.newline)
            case 0x72: out.append(0x0D)
            case 0x74: out.append(0x09)
            case 0x75:
                var scalar = unit(inner, at: position)
                position += 4
                if scalar & 0xFC00 == 0xD800 {
                    scalar = 0x10000 + (scalar & 0x3FF) << 10 + unit(inner, at: position + 2) & 0x3FF
                    position += 6
                }
                out += Array(String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
            default: out.append(escape)
            }
        }
        return out
    }

    private static func unit(_ bytes: ArraySlice<UInt8>, at position: Int) -> UInt32 {
        var unit: UInt32 = 0
        for byte in bytes[position..<(position + 4)] {
            let digit = byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    /// One reference token of a JSON pointer (RFC 6901).
    package static func pointer(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return name }
        return name.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
    }
}
