/// Finds the strings of a record: the positions of its unescaped quotes, 64 bytes at a time.
///
/// During the scan the contents of strings are validated: escapes, surrogate pairs, control characters, UTF-8. The walk
/// validates the text between strings.
///
/// Worked example, `{"a":"x\"y"}`: the quotes are at 1, 3, 5, 8 and 10; the one at 8 is escaped; the index is 1 3 5 10.
/// Whether a byte is inside a string is the parity of the quotes before it.
///
/// Memory access is the only unsafe part. Positions are written eight at a time, so there is always room for the 64
/// positions of a block and eight more. Two positions that no record has end the list, so the walk can read ahead
/// without a check.
final class QuotePositions {
    static let end = UInt32.max

    @exclusivity(unchecked) private(set) var positions: UnsafeMutablePointer<UInt32>
    @exclusivity(unchecked) private var capacity: Int
    /// Where the first backslash is; beyond every record when there is none.
    @exclusivity(unchecked) private(set) var firstBackslash = Int.max

    init() {
        capacity = 4096
        positions = .allocate(capacity: capacity)
    }

    deinit { positions.deallocate() }

    private func grow(_ count: Int) {
        let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity * 2)
        larger.update(from: positions, count: count)
        positions.deallocate()
        positions = larger
        capacity *= 2
    }

    /// What is carried from one block to the next.
    private struct State {
        /// All ones when the block begins inside a string: the parity of the quotes so far, on which nothing branches,
        /// as nobody could predict it.
        var inside: UInt64 = 0
        /// One when the block's first byte is escaped.
        var escape: UInt64 = 0
        /// The `u` of the low half that a high half has announced.
        var low = -1
        /// The bytes at the block's beginning that must continue a character, and the four that narrow the first of
        /// them.
        var continued: UInt64 = 0
        var afterE0: UInt64 = 0, afterED: UInt64 = 0, afterF0: UInt64 = 0, afterF4: UInt64 = 0
        var firstBackslash = Int.max
    }

    /// Indexes a record.
    ///
    /// - Returns: whether its strings are valid and all closed.
    func scan(_ bytes: PaddedView) -> Bool {
        guard bytes.count < Int(Int32.max) else { return false }
        var count = 0, block = 0
        var state = State()
        while block < bytes.count {
            if count &+ 80 > capacity { grow(count) }
            let masks = ByteBlock(bytes, block), rest = bytes.count &- block
            var quotes = masks.equal(0x22)
            if rest < 64 || masks.hasSpecial || state.escape | state.continued != 0 {
                let within = rest < 64 ? (1 as UInt64) &<< UInt64(truncatingIfNeeded: rest) &- 1 : ~0
                guard let exact = QuotePositions.exact(bytes, block, masks, quotes, within, &state) else {
                    return false
                }
                quotes = exact
            }
            let found = quotes.nonzeroBitCount
            state.inside ^= 0 &- UInt64(truncatingIfNeeded: found & 1)
            QuotePositions.store(quotes, found, UInt32(truncatingIfNeeded: block), positions + count)
            count &+= found
            block &+= 64
        }
        positions[count] = QuotePositions.end
        positions[count + 1] = QuotePositions.end
        firstBackslash = state.firstBackslash
        return state.inside == 0 && state.escape | state.continued == 0
    }

    @inline(__always)
    private static func store(_ bits: UInt64, _ count: Int, _ block: UInt32, _ target: UnsafeMutablePointer<UInt32>) {
        var bits = bits, stored = 0
        repeat {
            for step in 0..<8 {
                target[stored &+ step] = block &+ UInt32(truncatingIfNeeded: bits.trailingZeroBitCount)
                bits &= bits &- 1
            }
            stored &+= 8
        } while stored < count
    }

    /// A block with a backslash, a control character or text beyond ASCII; `nil` when it is not valid.
    @inline(never)
    private static func exact(
        _ bytes: PaddedView, _ block: Int, _ masks: ByteBlock, _ quotes: UInt64, _ within: UInt64, _ state: inout State
    ) -> UInt64? {
        let backslashes = masks.equal(0x5C) & within
        let escaped = escapes(backslashes, &state) & within
        let others = escaped & ~quotes
        let quotes = quotes & within & ~escaped
        let high = masks.less(0) & within
        let controls = masks.less(0x20) & ~high & within
        if controls != 0, controls & (fill(quotes) ^ state.inside) != 0 { return nil }
        if backslashes | escaped != 0 {
            if state.firstBackslash == .max { state.firstBackslash = block &+ backslashes.trailingZeroBitCount }
            guard areEscapes(bytes, block, others, &state) else { return nil }
        }
        if high | state.continued != 0 { guard isText(masks, high, within, &state) else { return nil } }
        return quotes
    }

    /// The bytes that a backslash stands before which is not escaped itself (of a run of backslashes every second one).
    @inline(__always)
    private static func escapes(_ backslashes: UInt64, _ state: inout State) -> UInt64 {
        if backslashes == 0 {
            let escaped = state.escape
            state.escape = 0
            return escaped
        }
        let even: UInt64 = 0x5555_5555_5555_5555
        let slashes = backslashes & ~state.escape
        let follows = slashes << 1 | state.escape
        let oddStarts = slashes & ~even & ~follows
        let (sum, carries) = oddStarts.addingReportingOverflow(slashes)
        state.escape = carries ? 1 : 0
        return (even ^ (sum << 1)) & follows
    }

    /// From each opening quote to the byte before its closing one.
    @inline(__always)
    private static func fill(_ quotes: UInt64) -> UInt64 {
        var bits = quotes
        bits ^= bits << 1
        bits ^= bits << 2
        bits ^= bits << 4
        bits ^= bits << 8
        bits ^= bits << 16
        bits ^= bits << 32
        return bits
    }

    /// - Parameter escaped: the bytes behind backslashes but for quotes, which most are.
    private static func areEscapes(_ bytes: PaddedView, _ block: Int, _ escaped: UInt64, _ state: inout State) -> Bool {
        var bits = escaped
        while bits != 0 {
            let position = block + bits.trailingZeroBitCount
            bits &= bits &- 1
            switch bytes[position] {
            case 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: continue
            case 0x75:
                guard let unit = hex(bytes, position + 1) else { return false }
                if unit & 0xFC00 == 0xDC00, state.low != position { return false }
                guard unit & 0xFC00 == 0xD800 else { continue }
                guard bytes[position + 5] == 0x5C, bytes[position + 6] == 0x75, let low = hex(bytes, position + 7),
                    low & 0xFC00 == 0xDC00
                else { return false }
                state.low = position + 6
            default: return false
            }
        }
        return true
    }

    @inline(__always)
    private static func hex(_ bytes: PaddedView, _ position: Int) -> UInt32? {
        var unit: UInt32 = 0
        for step in 0..<4 {
            let byte = bytes[position + step]
            let digit = UInt32(byte &- 0x30) <= 9 ? UInt32(byte &- 0x30) : UInt32((byte | 0x20) &- 0x61) &+ 10
            if digit > 15 { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    /// Characters of two to four bytes: shortest form, no surrogates, nothing above U+10FFFF (RFC 3629).
    ///
    /// Worked example, `é` (C3 A9) and `日` (E6 97 A5): first bytes are the high ones that are not below C0; one place
    /// after each, two after those of E0 and above, three after those of F0 and above, a byte of 80 to BF must stand,
    /// and nowhere else.
    private static func isText(_ masks: ByteBlock, _ high: UInt64, _ within: UInt64, _ state: inout State)
        -> Bool
    {
        let continuing = masks.less(-0x40) & high
        let first = high & ~continuing
        var wanted = state.continued | first << 1
        var carried = first >> 63
        if (masks.equal(0xC0) | masks.equal(0xC1)) & within != 0 { return false }
        let long = high & ~masks.less(-0x20)
        var afterE0: UInt64 = 0, afterED: UInt64 = 0, afterF0: UInt64 = 0, afterF4: UInt64 = 0
        if long | state.afterE0 | state.afterED | state.afterF0 | state.afterF4 != 0 {
            let longest = high & ~masks.less(-0x10)
            if longest & ~masks.less(-0x0B) != 0 { return false }
            wanted |= long << 2 | longest << 3
            carried |= long >> 62 | longest >> 61
            let e0 = masks.equal(0xE0) & within, ed = masks.equal(0xED) & within
            (afterE0, afterED) = (e0 >> 63, ed >> 63)
            let low = masks.less(-0x60) & high
            if (e0 << 1 | state.afterE0) & low | (ed << 1 | state.afterED) & ~low != 0 { return false }
            if longest | state.afterF0 | state.afterF4 != 0 {
                let f0 = masks.equal(0xF0) & within, f4 = masks.equal(0xF4) & within
                (afterF0, afterF4) = (f0 >> 63, f4 >> 63)
                let lowest = masks.less(-0x70) & high
                if (f0 << 1 | state.afterF0) & lowest | (f4 << 1 | state.afterF4) & ~lowest != 0 { return false }
            }
        }
        if wanted & within != continuing { return false }
        state.continued = carried
        (state.afterE0, state.afterED, state.afterF0, state.afterF4) = (afterE0, afterED, afterF0, afterF4)
        return true
    }
}
