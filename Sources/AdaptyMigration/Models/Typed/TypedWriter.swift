/// Writes one record into one growing buffer, which is copied once at the end.
///
/// The buffer is this writer's own: `count` bytes of `capacity` are initialised, and every store is behind ``reserve(_:)``.
struct TypedWriter: ~Copyable {
    private var buffer: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0
    /// Set once, never cleared: the general path has to write the record.
    var isDeclined = false

    init(capacity: Int = 64) {
        self.capacity = capacity
        buffer = .allocate(capacity: capacity)
    }

    deinit { buffer.deallocate() }

    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: buffer, count: count)) }

    /// What was written from an offset on; valid until the next change.
    func written(from start: Int) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: buffer + start, count: count - start) }

    mutating func drop(from start: Int) { count = start }

    /// Overwrites a byte that was written before.
    mutating func replace(at position: Int, with byte: UInt8) {
        precondition(position < count)
        buffer[position] = byte
    }

    private mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(count + more) }
    }

    @inline(never)
    private mutating func grow(_ needed: Int) {
        let larger = max(needed, capacity * 2)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: buffer, count: count)
        buffer.deallocate()
        buffer = moved
        capacity = larger
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        buffer[count] = byte
        count += 1
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        (buffer + count).update(from: start, count: bytes.count)
        count += bytes.count
    }

    /// What ``append(key:)`` copies at once.
    static let step = 32

    /// A member name with its marks. Precondition: ``step`` bytes behind it may be read, or it is empty.
    @inline(__always)
    mutating func append(key: UnsafeBufferPointer<UInt8>) {
        guard let start = key.baseAddress else { return }
        reserve(key.count + TypedWriter.step)
        let source = UnsafeRawPointer(start), target = UnsafeMutableRawPointer(buffer + count)
        var done = 0
        repeat {
            target.storeBytes(of: (source + done).loadUnaligned(as: SIMD32<UInt8>.self), toByteOffset: done, as: SIMD32<UInt8>.self)
            done += TypedWriter.step
        } while done < key.count
        count += key.count
    }

    mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

    mutating func append(_ text: StaticString) { append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) }

    /// A string token. Escapes are rare, so the text is copied whole once none is found.
    mutating func append(text: String) {
        let isPlain = text.utf8.withContiguousStorageIfAvailable { utf8 in
            guard TypedWriter.isPlain(utf8) else { return false }
            reserve(utf8.count + 2)
            append(0x22 as UInt8)
            append(utf8)
            append(0x22 as UInt8)
            return true
        }
        if isPlain != true { append(JSONText.encode(text)) }
    }

    /// A short text is stored with the bytes behind it, which the next one overwrites.
    @inline(__always)
    mutating func append(_ lexeme: Lexeme) {
        guard case .short(let words) = lexeme else { return lexeme.withBytes { append($0) } }
        reserve(MemoryLayout<Lexeme.Words>.size)
        UnsafeMutableRawPointer(buffer + count).storeBytes(of: words, as: Lexeme.Words.self)
        count += words.count
    }

    /// JSON text that this library has not validated itself.
    mutating func append(unchecked lexeme: Lexeme) { lexeme.withBytes { append(unchecked: $0) } }

    mutating func append(unchecked json: UnsafeBufferPointer<UInt8>) {
        guard var reader = TypedReader(json) else { return isDeclined = true }
        reader.skipSpace()
        guard reader.skipValue(), reader.isAtEnd() else { return isDeclined = true }
        append(json)
    }

    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var position = 0
        let raw = UnsafeRawBufferPointer(text)
        while position + 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            // Bytes beyond ASCII need no escape, but stop the quick test: look at these eight one by one.
            if TypedReader.stops(word) != 0 {
                for offset in position..<(position + 8) where needsEscape(raw[offset]) { return false }
            }
            position += 8
        }
        while position < raw.count {
            if needsEscape(raw[position]) { return false }
            position += 1
        }
        return true
    }

    private static func needsEscape(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x5C || byte < 0x20 }
}
