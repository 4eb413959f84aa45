/// The memory of a ``ByteBuffer``, as a plain value that a walk holds while it writes: a class's properties would be checked
/// for exclusive access at every byte.
///
/// **Contract.** One owner at a time; whoever took the store out of its buffer puts it back. Positions below `count` are
/// written; ``ByteBuffer/margin`` bytes before the first and after the last may be read, and after the last written.
struct ByteStore {
    private(set) var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        memory = ByteStore.allocate(capacity)
        clearMargin()
    }

    func deallocate() { (memory - ByteBuffer.margin).deallocate() }

    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 2 * ByteBuffer.margin)
        memory.initialize(repeating: 0, count: ByteBuffer.margin)
        return memory + ByteBuffer.margin
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
    func clearMargin() { (memory + count).initialize(repeating: 0, count: ByteBuffer.margin) }

    /// Cuts back, or forward over bytes that were written through ``memory``.
    mutating func setCount(_ new: Int) {
        count = new
        clearMargin()
    }

    var view: ByteView { ByteView(start: UnsafePointer(memory), count: count) }

    // MARK: Putting; the margin is cleared at the end of a run

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count += 1
    }

    /// Copies in steps of 32 bytes, up to 31 too many on both sides: the margins allow it.
    @inline(__always)
    mutating func put(_ view: ByteView, _ start: Int, _ end: Int) {
        let length = end - start
        if length <= 0 { return }
        reserve(length)
        let source = UnsafeRawPointer(view.start + start), target = UnsafeMutableRawPointer(memory + count)
        if length > 512 {
            target.copyMemory(from: source, byteCount: length)
        } else {
            var done = 0
            repeat {
                target.storeBytes(of: (source + done).loadUnaligned(as: SIMD32<UInt8>.self), toByteOffset: done, as: SIMD32<UInt8>.self)
                done += 32
            } while done < length
        }
        count += length
    }

    @inline(__always)
    mutating func put(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        (memory + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    mutating func put(_ text: String) { for byte in text.utf8 { put(byte) } }

    /// The bytes as the inside of a JSON string, escaped as ``JSONText`` does.
    mutating func putEscaped(_ view: ByteView, _ start: Int, _ end: Int) {
        var position = start
        while position < end {
            reserve(32)
            let vector = view.vector(position)
            let special = (vector .== 0x22) .| (vector .== 0x5C) .| (vector .< 0x20)
            let first = ByteMask.first(special)
            UnsafeMutableRawPointer(memory + count).storeBytes(of: vector, as: SIMD16<UInt8>.self)
            let plain = min(first, end - position)
            count += plain
            position += plain
            if first < 16, position < end {
                putEscape(view[position])
                position += 1
            }
        }
    }

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

    /// Sixteen hexadecimal digits.
    mutating func putHex(_ value: UInt64) {
        for shift in stride(from: 60, through: 0, by: -4) { put(ByteStore.digit(UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 15)) }
    }

    mutating func put(decimal value: Int) {
        if value >= 10 { put(decimal: value / 10) }
        put(0x30 + UInt8(truncatingIfNeeded: value % 10))
    }
}
