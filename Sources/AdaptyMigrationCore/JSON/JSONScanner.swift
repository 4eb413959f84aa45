/// Validates a document (RFC 8259 grammar, UTF-8, surrogate pairs) and builds its ``JSONIndex``. Valid documents are
/// read by a ``TapeBuilder``; the scanner finds what is wrong with the others.
///
/// Worked example, `[1,]`: the array opens at 0, `1` is a value, the comma promises another value, and the `]` at
/// offset 3 breaks the promise: `invalid-json` at byte 3, line 1, column 4, path `/1`.
///
/// The scanner keeps its own stack of open containers, so nesting costs heap and not call stack, and the depth limit is
/// a matter of policy (``MigrationOptions/maximumDepth``), not of survival.
package struct JSONScanner {
    /// Offsets are 32 bits wide, which bounds one document.
    static let maximumBytes = Int(UInt32.max) - 1

    private var nodes: [JSONNode] = []
    private var open: [Int] = []
    private var position = 0

    /// - Parameter names: the names that get their numbers.
    static func scan(_ bytes: [UInt8], maximumDepth: Int, _ names: NameNumbers) throws(MigrationError) -> JSONIndex {
        guard bytes.count <= maximumBytes else {
            throw MigrationError(
                .tooLarge, "the document has \(bytes.count) bytes; the limit is \(maximumBytes)",
                remedy: "split it into NDJSON records")
        }
        var scanner = JSONScanner()
        scanner.nodes.reserveCapacity(bytes.count / 12 + 8)
        do throws(Fault) {
            // A slice's span is there from iOS 12.2 on, an array's from iOS 26.
            let slice = bytes[...]
            try scanner.scan(slice.span, maximumDepth: maximumDepth)
        } catch {
            throw scanner.describe(error, in: bytes)
        }
        var index = JSONIndex(bytes: bytes, nodes: scanner.nodes)
        for object in index.nodes.indices {
            for member in index.members(object) {
                index.nodes[member.name].number = names.number(index.name(member.name))
            }
        }
        return index
    }

    private struct Fault: Error {
        let code: MigrationError.Code
        let offset: Int
        let message: String
        var remedy = "correct the record at this place"
    }

    // MARK: Grammar

    private mutating func scan(_ bytes: Span<UInt8>, maximumDepth: Int) throws(Fault) {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            throw Fault(
                code: .invalidJSON, offset: 0, message: "the document starts with a byte order mark",
                remedy: "remove the first three bytes (EF BB BF)")
        }
        // UTF-16 begins with a byte order mark, or every other byte of its first two characters is zero.
        let isMarked = bytes.count >= 2 && bytes[0] >= 0xFE && bytes[1] >= 0xFE
        if isMarked
            || bytes.count >= 4 && (bytes[0] == 0) != (bytes[1] == 0) && (bytes[0] == 0) == (bytes[2] == 0)
                && (bytes[1] == 0) == (bytes[3] == 0)
        {
            throw Fault(
                code: .invalidUTF8, offset: 0, message: "the document is UTF-16", remedy: "re-encode it as UTF-8")
        }
        skipSpace(bytes)
        guard position < bytes.count else {
            throw Fault(code: .empty, offset: position, message: "the document is empty", remedy: "pass one JSON value")
        }
        try value(bytes, maximumDepth)
        while let container = open.last {
            try step(bytes, container, maximumDepth)
        }
        skipSpace(bytes)
        guard position == bytes.count else {
            throw Fault(
                code: .invalidJSON, offset: position, message: "there is text after the end of the document",
                remedy:
                    "a document is one value; for several records, put each on a line, as `jq -c .` does, and use `ndjson`"
            )
        }
    }

    /// Reads up to and including the next child of the innermost open container, or closes it.
    private mutating func step(_ bytes: Span<UInt8>, _ container: Int, _ maximumDepth: Int) throws(Fault) {
        let isObject = nodes[container].kind == .object
        let closing: UInt8 = isObject ? .closeBrace : .closeBracket
        let isFirst = nodes.count == container + 1
        skipSpace(bytes)
        let byte = try peek(bytes)
        if byte == closing {
            position += 1
            nodes[container].end = UInt32(position)
            nodes[container].next = UInt32(nodes.count)
            open.removeLast()
            return
        }
        if !isFirst {
            guard byte == .comma else { throw unexpected(bytes, expected: isObject ? "',' or '}'" : "',' or ']'") }
            position += 1
            skipSpace(bytes)
            if try peek(bytes) == closing {
                throw Fault(
                    code: .invalidJSON, offset: position,
                    message: "there is a comma before the end of the \(isObject ? "object" : "array")",
                    remedy: "remove the trailing comma")
            }
        }
        if isObject {
            guard try peek(bytes) == .quote else { throw unexpected(bytes, expected: "a member name in double quotes") }
            try string(bytes)
            skipSpace(bytes)
            guard try peek(bytes) == .colon else { throw unexpected(bytes, expected: "':'") }
            position += 1
            skipSpace(bytes)
        }
        try value(bytes, maximumDepth)
    }

    private mutating func value(_ bytes: Span<UInt8>, _ maximumDepth: Int) throws(Fault) {
        switch try peek(bytes) {
        case .openBrace: try openContainer(.object, maximumDepth)
        case .openBracket: try openContainer(.array, maximumDepth)
        case .quote: try string(bytes)
        case 0x74: try literal(bytes, .true, [0x74, 0x72, 0x75, 0x65])
        case 0x66: try literal(bytes, .false, [0x66, 0x61, 0x6C, 0x73, 0x65])
        case 0x6E: try literal(bytes, .null, [0x6E, 0x75, 0x6C, 0x6C])
        case .minus, 0x30...0x39: try number(bytes)
        default: throw unexpected(bytes, expected: "a value")
        }
    }

    private mutating func openContainer(_ kind: JSONKind, _ maximumDepth: Int) throws(Fault) {
        guard open.count < maximumDepth else {
            throw Fault(
                code: .tooDeep, offset: position, message: "the document is nested deeper than \(maximumDepth) levels",
                remedy: "no Adapty payload is nested that deep; raise `maximumDepth` if this one is genuine")
        }
        open.append(nodes.count)
        add(kind, from: position, to: position + 1)
        position += 1
    }

    private mutating func literal(_ bytes: Span<UInt8>, _ kind: JSONKind, _ text: [UInt8]) throws(Fault) {
        let start = position
        for expected in text {
            guard try peek(bytes) == expected else {
                throw unexpected(bytes, expected: "the literal \(String(decoding: text, as: UTF8.self))")
            }
            position += 1
        }
        add(kind, from: start, to: position)
    }

    private mutating func number(_ bytes: Span<UInt8>) throws(Fault) {
        let start = position
        if bytes[position] == .minus { position += 1 }
        if try peek(bytes) == 0x30 {
            position += 1
            if position < bytes.count, isDigit(bytes[position]) {
                throw Fault(
                    code: .invalidJSON, offset: position, message: "a number may not start with 0 followed by digits")
            }
        } else {
            try digits(bytes)
        }
        if position < bytes.count, bytes[position] == .point {
            position += 1
            try digits(bytes)
        }
        if position < bytes.count, bytes[position] | 0x20 == 0x65 {
            position += 1
            let sign = try peek(bytes)
            if sign == 0x2B || sign == .minus { position += 1 }
            try digits(bytes)
        }
        add(.number, from: start, to: position)
    }

    private mutating func digits(_ bytes: Span<UInt8>) throws(Fault) {
        guard isDigit(try peek(bytes)) else { throw unexpected(bytes, expected: "a digit") }
        while position < bytes.count, isDigit(bytes[position]) { position += 1 }
    }

    private mutating func string(_ bytes: Span<UInt8>) throws(Fault) {
        let start = position
        var hasEscapes = false
        position += 1
        while true {
            guard position < bytes.count else {
                throw Fault(
                    code: .truncated, offset: position, message: "the document ends inside a string",
                    remedy: "the record is cut short; fetch it again")
            }
            let byte = bytes[position]
            if byte == .quote { break }
            if byte == .backslash {
                hasEscapes = true
                try escape(bytes)
            } else if byte < .space {
                throw Fault(
                    code: .invalidJSON, offset: position,
                    message: "a string contains an unescaped control character (0x\(hex(byte)))",
                    remedy: "escape it as \\u00\(hex(byte))")
            } else if byte < 0x80 {
                position += 1
            } else {
                try multibyte(bytes)
            }
        }
        position += 1
        add(.string, from: start, to: position)
        nodes[nodes.count - 1].hasEscapes = hasEscapes
    }

    private mutating func escape(_ bytes: Span<UInt8>) throws(Fault) {
        let start = position
        position += 1
        switch try peek(bytes) {
        case .quote, .backslash, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: position += 1
        case 0x75:
            position += 1
            let unit = try hexUnit(bytes)
            if unit & 0xFC00 == 0xDC00 { throw loneSurrogate(start) }
            guard unit & 0xFC00 == 0xD800 else { return }
            guard position + 1 < bytes.count else {
                throw Fault(
                    code: .truncated, offset: bytes.count, message: "the document ends inside a string",
                    remedy: "the record is cut short; fetch it again")
            }
            guard bytes[position] == .backslash, bytes[position + 1] == 0x75 else { throw loneSurrogate(start) }
            position += 2
            guard try hexUnit(bytes) & 0xFC00 == 0xDC00 else { throw loneSurrogate(start) }
        default: throw unexpected(bytes, expected: "an escape (one of \" \\ / b f n r t u)")
        }
    }

    private func loneSurrogate(_ offset: Int) -> Fault {
        Fault(
            code: .invalidJSON, offset: offset, message: "an escape is only half of a surrogate pair",
            remedy: "the text was cut inside a character; write both halves or neither")
    }

    private mutating func hexUnit(_ bytes: Span<UInt8>) throws(Fault) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = hexValue(try peek(bytes)) else {
                throw unexpected(bytes, expected: "four hexadecimal digits")
            }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }

    /// One character of two to four bytes: shortest form, no surrogates, nothing above U+10FFFF (RFC 3629).
    private mutating func multibyte(_ bytes: Span<UInt8>) throws(Fault) {
        let lead = bytes[position]
        let length: Int
        var low: UInt8 = 0x80, high: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, low) = (3, 0xA0)
        case 0xED: (length, high) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, low) = (4, 0x90)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, high) = (4, 0x8F)
        default: throw invalidUTF8(lead)
        }
        guard position + length <= bytes.count else { throw invalidUTF8(lead) }
        guard bytes[position + 1] >= low, bytes[position + 1] <= high else { throw invalidUTF8(lead) }
        for offset in 2..<max(length, 2) where bytes[position + offset] & 0xC0 != 0x80 { throw invalidUTF8(lead) }
        position += length
    }

    private func invalidUTF8(_ byte: UInt8) -> Fault {
        Fault(
            code: .invalidUTF8, offset: position, message: "the bytes at this place are not UTF-8 (0x\(hex(byte)))",
            remedy: "re-encode the record as UTF-8")
    }

    // MARK: Small parts

    private mutating func add(_ kind: JSONKind, from start: Int, to end: Int) {
        nodes.append(JSONNode(kind: kind, start: UInt32(start), end: UInt32(end), next: UInt32(nodes.count + 1)))
    }

    private func peek(_ bytes: Span<UInt8>) throws(Fault) -> UInt8 {
        guard position < bytes.count else {
            throw Fault(
                code: .truncated, offset: position, message: "the document ends too early",
                remedy: "the record is cut short; fetch it again")
        }
        return bytes[position]
    }

    private mutating func skipSpace(_ bytes: Span<UInt8>) {
        while position < bytes.count {
            switch bytes[position] {
            case .space, 0x09, .newline, 0x0D: position += 1
            default: return
            }
        }
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private func hexValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x37)
        case 0x61...0x66: UInt32(byte - 0x57)
        default: nil
        }
    }

    private func hex(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return text.count == 1 ? "0" + text : text
    }

    private func unexpected(_ bytes: Span<UInt8>, expected: String) -> Fault {
        guard position < bytes.count else {
            return Fault(
                code: .truncated, offset: position, message: "the document ends where \(expected) is expected",
                remedy: "the record is cut short; fetch it again")
        }
        let byte = bytes[position]
        let shown =
            byte > .space && byte < 0x7F ? "'\(String(decoding: [byte], as: UTF8.self))'" : "byte 0x\(hex(byte))"
        var fault = Fault(code: .invalidJSON, offset: position, message: "found \(shown) where \(expected) is expected")
        if isEscapedTwice(bytes) {
            fault.remedy = "undo the second escaping of the text first: it has `\\\"` or `\\\\` too often"
        }
        return fault
    }

    /// Whether the text seems to have been escaped once more, as `COPY` doubles backslashes.
    private func isEscapedTwice(_ bytes: Span<UInt8>) -> Bool {
        if bytes[position] == .backslash { return true }
        return position > 2 && bytes[position - 1] == .quote && bytes[position - 2] == .backslash
            && bytes[position - 3] == .backslash
    }

    // MARK: Places

    private func describe(_ fault: Fault, in bytes: [UInt8]) -> MigrationError {
        var line = 1, lineStart = 0
        for offset in 0..<min(fault.offset, bytes.count) where bytes[offset] == .newline {
            line += 1
            lineStart = offset + 1
        }
        return MigrationError(
            fault.code, fault.message, remedy: fault.remedy, path: path(in: bytes),
            place: .init(offset: fault.offset, line: line, column: fault.offset - lineStart + 1)
        )
    }

    /// The JSON pointer of the place being read: for each open container the last name, or the number of elements.
    private func path(in bytes: [UInt8]) -> String {
        var path = ""
        for (level, container) in open.enumerated() {
            if level >= 16 { return path + "/…" }
            let end = level + 1 < open.count ? open[level + 1] : nodes.count
            var child = container + 1, count = 0, name: Int?
            while child < end {
                if nodes[container].kind == .object {
                    name = child
                    child += 1
                    if child >= end { break }
                } else {
                    count += 1
                }
                child = Int(nodes[child].next) > child ? Int(nodes[child].next) : child + 1
            }
            if nodes[container].kind == .array {
                path += "/\(count)"
            } else if let name {
                let range = Int(nodes[name].start)..<Int(nodes[name].end)
                path += "/" + JSONText.pointer(JSONText.decode(bytes[range], hasEscapes: nodes[name].hasEscapes))
            }
        }
        return path
    }
}
