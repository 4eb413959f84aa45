/// Reads the bytes of one document once, from front to back, for the typed path.
///
/// It accepts or declines and never explains: whatever it declines (malformed text, an escaped member name, a
/// duplicate, an envelope, nesting beyond 64 levels) is read again by the general path, which is the one that words
/// refusals and knows the rare forms. So it must never accept what ``JSONScanner`` refuses; the tests hold the two
/// against each other.
///
/// The pointer is only valid inside the closure that made the reader. Every load is behind a comparison of `position`
/// with `end`; the loads of more bytes are behind a comparison with the last of them.
struct TypedReader {
    let base: UnsafePointer<UInt8>
    let end: Int
    var position = 0
    /// Set once, never cleared: the general path has to read the document.
    var isDeclined = false

    /// `nil` when there are no bytes.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return nil }
        self.base = base
        end = bytes.count
    }

    /// The inside of a string token.
    struct Text {
        let start: Int
        let end: Int
        let hasEscapes: Bool
    }

    /// The byte at the position; 0, which is valid nowhere outside of a string, at the end.
    var byte: UInt8 { position < end ? base[position] : 0 }

    var isAtContainer: Bool { byte == 0x7B || byte == 0x5B }

    @inline(__always)
    mutating func skipSpace() {
        if position < end, base[position] <= 0x20 { skipMoreSpace() }
    }

    @inline(never)
    private mutating func skipMoreSpace() {
        while position < end, base[position] <= 0x20 {
            switch base[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard self.byte == byte else { return false }
        position += 1
        return true
    }

    /// After a value: whether another one follows, and stands at it then; `nil` when neither a comma nor the bracket
    /// does.
    @inline(__always)
    mutating func comma(closing: UInt8) -> Bool? {
        skipSpace()
        let mark = byte
        guard mark == 0x2C || mark == closing else { return nil }
        position &+= 1
        guard mark == 0x2C else { return false }
        skipSpace()
        return true
    }

    mutating func decline() -> Bool {
        isDeclined = true
        return false
    }

    func bytes(from start: Int) -> [UInt8] { Array(UnsafeBufferPointer(start: base + start, count: position - start)) }

    @inline(__always)
    func lexeme(from start: Int) -> Lexeme { Lexeme(UnsafeBufferPointer(start: base + start, count: position - start)) }

    /// The decoded text; the token was validated by ``string()``.
    func decode(_ text: Text) -> String {
        let inner = UnsafeBufferPointer(start: base + text.start, count: text.end - text.start)
        return text.hasEscapes
            ? String(decoding: JSONText.unescape(Array(inner)[...]), as: UTF8.self) : TypedReader.text(inner)
    }

    /// The same as `String(decoding:)`, which takes a longer way to a text that a string holds in place.
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        if bytes.count > 15 { return String(decoding: bytes, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: bytes.count) { $0.initialize(from: bytes).index }
    }

    // MARK: Scalars

    mutating func string() -> Text? {
        guard byte == 0x22 else { return nil }
        let start = position &+ 1
        // Most strings end within two vectors.
        if start &+ 32 < end {
            var close = start &+ plainRun(start)
            if close == start &+ 16 { close = close &+ plainRun(close) }
            if base[close] == 0x22 {
                position = close &+ 1
                return Text(start: start, end: close, hasEscapes: false)
            }
        }
        return anyString(start)
    }

    @inline(never)
    private mutating func anyString(_ start: Int) -> Text? {
        var cursor = start, hasEscapes = false
        while cursor < end {
            if cursor + 16 <= end {
                let run = plainRun(cursor)
                cursor += run
                if run == 16 { continue }
            }
            let byte = base[cursor]
            if byte == 0x22 {
                position = cursor + 1
                return Text(start: start, end: cursor, hasEscapes: hasEscapes)
            }
            if byte >= 0x20, byte < 0x80, byte != 0x5C {
                cursor += 1
                continue
            }
            position = cursor
            if byte == 0x5C {
                hasEscapes = true
                guard escape() else { return nil }
            } else {
                guard byte >= 0x80, multibyte() else { return nil }
            }
            cursor = position
        }
        position = cursor
        return nil
    }

    /// How many of the sixteen bytes at a position stand before the first quote, backslash, control character or byte
    /// beyond ASCII: read as signed, the last are negative. Precondition: there are sixteen.
    @inline(__always)
    private func plainRun(_ position: Int) -> Int {
        let bytes = UnsafeRawPointer(base + position).loadUnaligned(as: SIMD16<UInt8>.self)
        let limit = SIMD16<Int8>(repeating: 0x20), quote = SIMD16<UInt8>(repeating: 0x22),
            backslash = SIMD16<UInt8>(repeating: 0x5C)
        let isSpecial: SIMDMask<SIMD16<Int8>> = unsafeBitCast(bytes, to: SIMD16<Int8>.self) .< limit
        return ByteMask.first(isSpecial .| (bytes .== quote) .| (bytes .== backslash))
    }

    private mutating func escape() -> Bool {
        position += 1
        switch byte {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
            position += 1
            return true
        case 0x75:
            position += 1
            guard let unit = hexUnit(), unit & 0xFC00 != 0xDC00 else { return false }
            guard unit & 0xFC00 == 0xD800 else { return true }
            guard take(0x5C), take(0x75), let second = hexUnit() else { return false }
            return second & 0xFC00 == 0xDC00
        default: return false
        }
    }

    private mutating func hexUnit() -> UInt32? {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            switch byte {
            case 0x30...0x39: unit = unit << 4 | UInt32(byte - 0x30)
            case 0x41...0x46: unit = unit << 4 | UInt32(byte - 0x37)
            case 0x61...0x66: unit = unit << 4 | UInt32(byte - 0x57)
            default: return nil
            }
            position += 1
        }
        return unit
    }

    /// One character of two to four bytes (RFC 3629).
    private mutating func multibyte() -> Bool {
        let length: Int
        var low: UInt8 = 0x80, high: UInt8 = 0xBF
        switch base[position] {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, low) = (3, 0xA0)
        case 0xED: (length, high) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, low) = (4, 0x90)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, high) = (4, 0x8F)
        default: return false
        }
        guard position + length <= end, base[position + 1] >= low, base[position + 1] <= high else { return false }
        if length > 2, base[position + 2] & 0xC0 != 0x80 { return false }
        if length > 3, base[position + 3] & 0xC0 != 0x80 { return false }
        position += length
        return true
    }

    mutating func number() -> Bool {
        if byte == 0x2D { position += 1 }
        if byte == 0x30 {
            position += 1
            if byte >= 0x30, byte <= 0x39 { return false }
        } else {
            guard digits() else { return false }
        }
        if byte == 0x2E {
            position += 1
            guard digits() else { return false }
        }
        if byte | 0x20 == 0x65 {
            position += 1
            if byte == 0x2B || byte == 0x2D { position += 1 }
            return digits()
        }
        return true
    }

    private mutating func digits() -> Bool {
        guard byte >= 0x30, byte <= 0x39 else { return false }
        while byte >= 0x30, byte <= 0x39 { position += 1 }
        return true
    }

    /// `true`, `false` or `null`, told by its first byte.
    mutating func literal() -> Bool {
        guard position + 4 <= end else { return false }
        switch UInt32(littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt32.self)) {
        case 0x6575_7274, 0x6C6C_756E: position += 4
        case 0x736C_6166 where position + 5 <= end && base[position + 4] == 0x65: position += 5
        default: return false
        }
        return true
    }

    // MARK: Values

    /// Passes over one value, validating it.
    mutating func skipValue() -> Bool {
        var depth = 0
        /// One bit per open container: 1 for an object.
        var objects: UInt64 = 0
        while true {
            switch byte {
            case 0x22: guard string() != nil else { return false }
            case 0x7B, 0x5B:
                guard depth < 64 else { return false }
                let isObject = byte == 0x7B
                position += 1
                skipSpace()
                if take(isObject ? 0x7D : 0x5D) { break }
                depth += 1
                objects = objects << 1 | (isObject ? 1 : 0)
                if isObject { guard name() else { return false } }
                continue
            case 0x74, 0x66, 0x6E: guard literal() else { return false }
            default: guard number() else { return false }
            }
            // After a value: close what ends here, or go on to the next child.
            while true {
                guard depth > 0 else { return true }
                skipSpace()
                let isObject = objects & 1 == 1
                if take(0x2C) {
                    skipSpace()
                    if isObject { guard name() else { return false } }
                    break
                }
                guard take(isObject ? 0x7D : 0x5D) else { return false }
                depth -= 1
                objects >>= 1
            }
        }
    }

    /// A member name and its colon, up to the value.
    private mutating func name() -> Bool {
        guard string() != nil else { return false }
        return colon()
    }

    mutating func colon() -> Bool {
        skipSpace()
        guard take(0x3A) else { return false }
        skipSpace()
        return true
    }

    /// A member's beginning, up to the value, if it is this one and no space stands in it; else nothing is taken.
    @inline(__always)
    mutating func take(_ head: MemberHead) -> Bool {
        guard position + MemberHead.room <= end, head.matches(ByteView(start: base, count: end), position) else {
            return false
        }
        position += head.count
        skipSpace()
        return true
    }

    /// A member name without escapes and its colon, if it is this one; else nothing is taken.
    mutating func takeName(_ name: StaticString) -> Bool {
        let start = position
        guard let text = string(), text.end - text.start == name.utf8CodeUnitCount,
            UnsafeBufferPointer(start: base + text.start, count: text.end - text.start).elementsEqual(
                UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)),
            colon()
        else {
            position = start
            return false
        }
        return true
    }

    /// Whether the object at the position is `{"type"…`, `{"id"…` or `{"attributes"…`, which a record does not start
    /// with; `nil` when it is no object.
    mutating func isJSONAPI() -> Bool? {
        let start = position
        defer { position = start }
        guard take(0x7B) else { return nil }
        skipSpace()
        return takeName("type") || takeName("id") || takeName("attributes")
    }

    /// Whether nothing but white space is left.
    mutating func isAtEnd() -> Bool {
        skipSpace()
        return position == end
    }
}
