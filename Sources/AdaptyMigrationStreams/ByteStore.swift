import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The memory of a ``RecordBuffer`` as a plain value that a walk owns while it writes. Properties of a class would be
/// checked for exclusive access at every byte.
///
/// **Contract.** There is one owner at a time, and whoever took the store out of its buffer puts it back. Positions
/// below `count` are initialised. ``RecordBuffer/margin`` bytes before the first and after the last may be read, and
/// those after the last may be written.
struct ByteStore {
    // The count lies before the others: what is copied together with it waits until its last change was put away,
    // ``Cursor/move(to:)``.
    private(set) var count = 0
    private(set) var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        memory = ByteStore.allocate(capacity)
        clearMargin()
    }

    func deallocate() { (memory - RecordBuffer.margin).deallocate() }

    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 2 * RecordBuffer.margin)
        memory.initialize(repeating: 0, count: RecordBuffer.margin)
        return memory + RecordBuffer.margin
    }

    /// Makes room for more bytes; what views and pointers there were are void.
    @inline(__always)
    mutating func reserve(_ more: Int) {
        if count &+ more > capacity { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        let larger = max(capacity * 2, count + more)
        let new = ByteStore.allocate(larger)
        new.update(from: memory, count: count)
        deallocate()
        memory = new
        capacity = larger
    }

    /// The bytes after the last are zero again.
    func clearMargin() { (memory + count).initialize(repeating: 0, count: RecordBuffer.margin) }

    /// Cuts back, or forward over bytes that were written through ``memory``.
    mutating func setCount(_ new: Int) {
        count = new
        clearMargin()
    }

    /// Empties the store, and leaves the margin as it is.
    @inline(__always)
    mutating func reset() { count = 0 }

    var view: ByteView { ByteView(start: UnsafePointer(memory), count: count) }

    /// The number of a name that stands in no view; what the store held is gone.
    mutating func find(_ name: [UInt8], in names: NameTable) -> Int? {
        reset()
        for byte in name { put(byte) }
        clearMargin()
        return names.find(view, 0, count)
    }

    // MARK: Putting; the margin is cleared at the end of a run

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count += 1
    }

    @inline(__always)
    mutating func put(_ view: ByteView, _ start: Int, _ end: Int) {
        let length = end &- start
        if length <= 0 { return }
        reserve(length)
        copy(view, start, end)
    }

    /// Copies in steps of 64 bytes, up to 64 too many: the margins allow it. There has to be room.
    @inline(__always)
    private mutating func copy(_ view: ByteView, _ start: Int, _ end: Int) {
        let length = end &- start, source = UnsafeRawPointer(view.start + start),
            target = UnsafeMutableRawPointer(memory + count)
        if length > 512 {
            target.copyMemory(from: source, byteCount: length)
        } else {
            var done = 0
            repeat {
                target.storeBytes(
                    of: (source + done).loadUnaligned(as: SIMD64<UInt8>.self), toByteOffset: done,
                    as: SIMD64<UInt8>.self)
                done &+= 64
            } while done < length
        }
        count &+= length
    }

    @inline(__always)
    mutating func put(_ token: NameToken) { put(token.bytes, 0, token.bytes.count) }

    @inline(__always)
    mutating func put(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        (memory + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    /// The bytes as the inside of a JSON string, escaped as ``JSONText`` does: eight at a time up to the first that
    /// needs it.
    mutating func putEscaped(_ view: ByteView, _ start: Int, _ end: Int) {
        var position = start
        while position < end {
            let plain = putPlain(view, &position, end)
            if plain < 8, position < end {
                putEscape(view[position])
                position &+= 1
            }
        }
    }

    /// The same for text in which nothing needs it but the quotes, whose positions are known; `quotes` begins with the
    /// first of them.
    mutating func putEscaped(_ view: ByteView, _ start: Int, _ end: Int, quotes: UnsafePointer<UInt32>) {
        reserve(2 &* (end &- start))
        var position = start, quotes = quotes
        while true {
            let quote = min(Int(quotes[0]), end)
            copy(view, position, quote)
            if quote == end { return }
            UnsafeMutableRawPointer(memory + count).storeBytes(of: (0x225C as UInt16).littleEndian, as: UInt16.self)
            count &+= 2
            position = quote &+ 1
            quotes += 1
        }
    }

    /// Puts up to eight bytes, as far as none needs an escape; answers how many.
    @inline(__always)
    private mutating func putPlain(_ view: ByteView, _ position: inout Int, _ end: Int) -> Int {
        reserve(16)
        let word = view.word(position)
        UnsafeMutableRawPointer(memory + count).storeBytes(of: word.littleEndian, as: UInt64.self)
        let plain = min(ByteStore.plainBytes(word), end &- position)
        count &+= plain
        position &+= plain
        return plain
    }

    /// How many bytes come before the first quote, backslash or control character. Subtracting borrows from bytes that
    /// are too small; the lowest such byte is exact.
    @inline(__always)
    private static func plainBytes(_ word: UInt64) -> Int {
        let special = zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C)) | ((word &- ones &* 0x20) & ~word)
        return (special & (ones &* 0x80)).trailingZeroBitCount >> 3
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Marks the bytes that are zero with their highest bit; the lowest mark is exact.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

    /// The text that ``putEscaped(_:_:_:)`` made of bytes; `false` for escapes it does not write, and what was put then
    /// is void.
    ///
    /// Every step writes the plain bytes and the one behind the backslash that may follow them, and then counts what
    /// there was: where the next escape is nobody could predict. Where the next step begins follows from the word
    /// alone, as the steps wait for nothing else.
    mutating func putUnescaped(_ view: ByteView, _ start: Int, _ end: Int, _ forms: ValueForms) -> Bool {
        reserve(end &- start &+ 9)
        var position = start, unknown = 0, count = count
        while position < end {
            let word = view.word(position)
            UnsafeMutableRawPointer(memory + count).storeBytes(of: word.littleEndian, as: UInt64.self)
            let before = ByteStore.bytesBeforeBackslash(word), whole = min(8, end &- position),
                hasEscape = before < whole
            let byte = forms.unescaped[Int(view[position &+ before &+ 1])]
            memory[count &+ before] = byte
            unknown |= (hasEscape ? 1 : 0) & ByteStore.isZero(byte)
            count &+= hasEscape ? before &+ 1 : whole
            position &+= hasEscape ? before &+ 2 : whole
        }
        self.count = count
        return unknown == 0 && position == end
    }

    /// 1 for zero, 0 for other bytes; computed, as a comparison may become a branch.
    @inline(__always)
    private static func isZero(_ byte: UInt8) -> Int { Int(truncatingIfNeeded: (UInt32(byte) &- 1) >> 31) }

    @inline(__always)
    private static func bytesBeforeBackslash(_ word: UInt64) -> Int {
        (zeros(word ^ (ones &* 0x5C)) & (ones &* 0x80)).trailingZeroBitCount >> 3
    }

    /// Takes back what was put last.
    @inline(__always)
    mutating func truncate(to earlier: Int) { count = earlier }

    @inline(__always)
    private mutating func putEscape(_ byte: UInt8) {
        put(0x5C)
        switch byte {
        case 0x22, 0x5C: put(byte)
        case 0x0A: put(0x6E)
        case 0x0D: put(0x72)
        case 0x09: put(0x74)
        default:
            put("u00")
            put(ByteStore.digit(byte >> 4))
            put(ByteStore.digit(byte & 15))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

    /// Sixteen hexadecimal digits: the nibbles spread over bytes, nine and below shifted to digits, the others to
    /// letters.
    @inline(__always)
    mutating func putHex(_ value: UInt64) {
        reserve(16)
        for half in 0..<2 {
            var nibbles = half == 0 ? value >> 32 : value & 0xFFFF_FFFF
            nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFF
            nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
            nibbles = (nibbles | nibbles << 4) & 0x0F0F_0F0F_0F0F_0F0F
            let letters = ((nibbles &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
            let text = nibbles &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
            UnsafeMutableRawPointer(memory + count).storeBytes(of: text.bigEndian, as: UInt64.self)
            count &+= 8
        }
    }

    mutating func put(decimal value: Int) {
        if value >= 10 { put(decimal: value / 10) }
        put(0x30 + UInt8(truncatingIfNeeded: value % 10))
    }
}
