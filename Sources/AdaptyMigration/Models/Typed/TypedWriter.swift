/// Writes one record into one growing buffer, which is copied once at the end.
///
/// The buffer is this writer's own: `count` bytes of `capacity` are initialised, and every store is behind
/// ``reserve(_:)``.
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
    func written(from start: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: buffer + start, count: count - start)
    }

    /// How many bytes may be loaded from an offset on.
    func room(from start: Int) -> Int { capacity - start }

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
            target.storeBytes(
                of: (source + done).loadUnaligned(as: SIMD32<UInt8>.self), toByteOffset: done, as: SIMD32<UInt8>.self)
            done += TypedWriter.step
        } while done < key.count
        count += key.count
    }

    mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// A string token. Escapes are rare, so the text is copied first, and written otherwise when one is needed.
    mutating func append(text: String) {
        let start = count
        let isPlain = text.utf8.withContiguousStorageIfAvailable { utf8 in
            reserve(utf8.count + 2 + TypedWriter.step)
            buffer[count] = 0x22
            count += 1
            if let source = utf8.baseAddress { (buffer + count).update(from: source, count: utf8.count) }
            count += utf8.count
            // The last vector looks at the closing quote and behind it: blanks in their place.
            UnsafeMutableRawPointer(buffer + count).storeBytes(of: SIMD16(repeating: 0x20), as: SIMD16<UInt8>.self)
            let isPlain = hasNoEscape(from: start + 1)
            buffer[count] = 0x22
            count += 1
            return isPlain
        }
        if isPlain == true { return }
        count = start
        append(JSONText.encode(text))
    }

    /// Whether no byte from an offset on needs an escape. Precondition: a vector of blanks is behind the last.
    private func hasNoEscape(from start: Int) -> Bool {
        let text = UnsafeRawPointer(buffer)
        let limit = SIMD16<UInt8>(repeating: 0x20), quote = SIMD16<UInt8>(repeating: 0x22),
            backslash = SIMD16<UInt8>(repeating: 0x5C)
        var position = start
        while position < count {
            let bytes = (text + position).loadUnaligned(as: SIMD16<UInt8>.self)
            let isSpecial: SIMDMask<SIMD16<Int8>> = bytes .< limit
            if ByteMask.any(isSpecial .| (bytes .== quote) .| (bytes .== backslash)) { return false }
            position += 16
        }
        return true
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
}
