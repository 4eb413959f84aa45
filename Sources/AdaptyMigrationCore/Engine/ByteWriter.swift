/// Bytes that are written one after another, in memory that is kept from record to record.
///
/// **Contract.** There is one owner, which calls ``deallocate()`` once. Bytes below `count` are initialised.
struct ByteWriter {
    private(set) var count = 0
    private(set) var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        memory = .allocate(capacity: capacity)
    }

    func deallocate() { memory.deallocate() }

    var array: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }

    @inline(__always)
    mutating func reserve(_ more: Int) {
        if count &+ more > capacity { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        capacity = max(2 * capacity, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: memory, count: count)
        memory.deallocate()
        memory = larger
    }

    /// Removes what was written after the first bytes.
    mutating func shrink(to count: Int) { self.count = count }

    /// Removes the bytes in a range.
    mutating func remove(_ range: Range<Int>) {
        (memory + range.lowerBound).update(from: memory + range.upperBound, count: count - range.upperBound)
        count -= range.count
    }

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count &+= 1
    }

    @inline(__always)
    mutating func put(_ source: UnsafePointer<UInt8>, _ length: Int) {
        if length <= 0 { return }
        reserve(length)
        (memory + count).update(from: source, count: length)
        count &+= length
    }

    @inline(__always)
    mutating func put(_ text: Text) { put(text.start, text.count) }

    mutating func put(_ text: StaticString) { put(text.utf8Start, text.utf8CodeUnitCount) }

    mutating func put(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { put(start, source.count) }
        }
    }

    /// A part of what was written before, again.
    mutating func putAgain(_ range: Range<Int>) {
        reserve(range.count)
        (memory + count).update(from: memory + range.lowerBound, count: range.count)
        count += range.count
    }

    /// The inside of a JSON string, escaped as ``JSONText`` does.
    mutating func putEscaped(_ text: Text) {
        var offset = 0, plain = 0
        while offset < text.count {
            let byte = text.start[offset]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C {
                put(text.start + plain, offset - plain)
                putEscape(byte)
                plain = offset + 1
            }
            offset += 1
        }
        put(text.start + plain, text.count - plain)
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
            put(byte >> 4 + 0x30)
            put(byte & 15 < 10 ? byte & 15 + 0x30 : byte & 15 + 0x57)
        }
    }
}
