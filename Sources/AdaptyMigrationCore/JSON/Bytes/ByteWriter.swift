/// Bytes that are written one after another, in memory that is kept from record to record.
///
/// **Contract.** There is one owner, which calls ``deallocate()`` once. Bytes below `count` are initialised.
/// ``PaddedBytes/margin`` bytes before the first and after the last may be read, and those after the last may be
/// written. What is copied from must allow reading ``step`` bytes beyond its end: views, kept texts, and writers do.
package struct ByteWriter {
    /// How many bytes are copied at once.
    static let step = 64

    package private(set) var count = 0
    package private(set) var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int

    package init(capacity: Int) {
        self.capacity = capacity
        memory = ByteWriter.allocate(capacity)
        clearMargin()
    }

    package func deallocate() { (memory - PaddedBytes.margin).deallocate() }

    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 2 * PaddedBytes.margin)
        memory.initialize(repeating: 0, count: PaddedBytes.margin)
        return memory + PaddedBytes.margin
    }

    /// Whether its memory is no burden to keep.
    var isSmall: Bool { capacity <= 1 << 20 }

    package var view: PaddedView { PaddedView(start: UnsafePointer(memory), count: count) }

    /// What a function writes.
    static func array(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
        var out = ByteWriter(capacity: step)
        defer { out.deallocate() }
        body(&out)
        return out.array
    }

    package var array: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }

    /// Makes room for more bytes. Earlier views are invalid.
    @inline(__always)
    package mutating func reserve(_ more: Int) {
        if count &+ more > capacity { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        let larger = max(2 * capacity, count + more)
        let new = ByteWriter.allocate(larger)
        new.update(from: memory, count: count)
        deallocate()
        (memory, capacity) = (new, larger)
    }

    /// The bytes after the last are zero again, as readers of a ``view`` need them.
    package func clearMargin() { (memory + count).initialize(repeating: 0, count: PaddedBytes.margin) }

    /// Removes what was written after the first bytes, or counts bytes that were written through ``memory``.
    @inline(__always)
    package mutating func setCount(_ count: Int) { self.count = count }

    @inline(__always)
    package mutating func put(_ byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count &+= 1
    }

    @inline(__always)
    package mutating func put(_ source: UnsafePointer<UInt8>, _ length: Int) {
        if length <= 0 { return }
        reserve(length)
        copy(source, length)
    }

    /// In steps that may write too much, which the margin allows. There is room.
    @inline(__always)
    private mutating func copy(_ source: UnsafePointer<UInt8>, _ length: Int) {
        let from = UnsafeRawPointer(source), to = UnsafeMutableRawPointer(memory + count)
        if length > 512 {
            to.copyMemory(from: from, byteCount: length)
        } else {
            var done = 0
            repeat {
                to.storeBytes(
                    of: (from + done).loadUnaligned(as: SIMD64<UInt8>.self), toByteOffset: done,
                    as: SIMD64<UInt8>.self)
                done &+= ByteWriter.step
            } while done < length
        }
        count &+= length
    }

    @inline(__always)
    package mutating func put(_ text: Text) { put(text.start, text.count) }

    package mutating func put(_ view: PaddedView) { put(view.start, view.count) }

    /// Replaces what was written by the bytes around a range, as readers of a ``view`` need them.
    package mutating func set(_ view: PaddedView, without removed: Range<Int>) {
        setCount(0)
        put(view.part(0..<removed.lowerBound))
        put(view.part(removed.upperBound..<view.count))
        clearMargin()
    }

    package mutating func put(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        (memory + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        count &+= text.utf8CodeUnitCount
    }

    package mutating func put(_ bytes: [UInt8]) {
        reserve(bytes.count)
        bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { (memory + count).update(from: start, count: source.count) }
        }
        count += bytes.count
    }

    package mutating func put(decimal value: Int) {
        if value >= 10 { put(decimal: value / 10) }
        put(0x30 + UInt8(truncatingIfNeeded: value % 10))
    }

    // MARK: Strings of JSON

    /// The inside of a JSON string, escaped as ``JSONText`` does: what needs it is found 64 bytes at a time.
    mutating func putEscaped(_ text: Text) {
        var position = 0
        while position < text.count {
            reserve(ByteWriter.longestBlock)
            let block = ByteBlock(PaddedView(start: text.start, count: text.count), position)
            let size = min(64, text.count &- position)
            var special = block.equal(0x22) | block.equal(0x5C) | block.less(0x20) & ~block.less(0)
            if size < 64 { special &= (1 &<< UInt64(size)) &- 1 }
            var done = 0
            while special != 0 {
                let place = special.trailingZeroBitCount
                copy(text.start + (position &+ done), place &- done)
                putEscape(text.start[position &+ place])
                done = place &+ 1
                special &= special &- 1
            }
            copy(text.start + (position &+ done), size &- done)
            position &+= size
        }
    }

    /// How many bytes a block may have when each of its bytes is written as `\u00XX`, and what is copied too much.
    private static let longestBlock = 6 * 64 + step

    /// There is room.
    @inline(__always)
    private mutating func putEscape(_ byte: UInt8) {
        if byte == 0x22 || byte == 0x5C {
            UnsafeMutableRawPointer(memory + count).storeBytes(
                of: (0x5C | UInt16(byte) << 8).littleEndian, as: UInt16.self)
            count &+= 2
        } else {
            putRareEscape(byte)
        }
    }

    @inline(never)
    private mutating func putRareEscape(_ byte: UInt8) {
        put(0x5C)
        switch byte {
        case 0x0A: put(0x6E)
        case 0x0D: put(0x72)
        case 0x09: put(0x74)
        default:
            put("u00")
            put(byte >> 4 &+ 0x30)
            put(byte & 15 < 10 ? byte & 15 &+ 0x30 : byte & 15 &+ 0x57)
        }
    }

    /// What the inside of a JSON string means.
    mutating func putUnescaped(_ text: Text) {
        var position = 0
        while position < text.count {
            reserve(2 * ByteWriter.step)
            let size = min(64, text.count &- position)
            let block = ByteBlock(PaddedView(start: text.start, count: text.count), position)
            var slashes = block.equal(0x5C), done = 0
            while slashes != 0, case let place = slashes.trailingZeroBitCount, place < size {
                copy(text.start + (position &+ done), place &- done)
                guard let byte = ByteWriter.unescaped(text.start[position &+ place &+ 1]) else {
                    // Rare escapes, and those that other programs write.
                    let rest = Text(text.start + (position &+ place), text.count &- position &- place)
                    return put(JSONText.unescape(rest.array[...]))
                }
                memory[count] = byte
                count &+= 1
                done = place &+ 2
                slashes &= done < 64 ? UInt64.max &<< UInt64(done) : 0
            }
            if done < size { copy(text.start + (position &+ done), size &- done) }
            position &+= max(size, done)
        }
    }

    /// What a byte after a backslash means; `nil` for the rare ones.
    @inline(__always)
    private static func unescaped(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x22, 0x5C: byte
        case 0x6E: 0x0A
        case 0x72: 0x0D
        case 0x74: 0x09
        default: nil
        }
    }

    /// Sixteen hexadecimal digits.
    mutating func putHex(_ value: UInt64) {
        for shift in stride(from: 60, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: value &>> UInt64(shift)) & 15
            put(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
        }
    }
}
