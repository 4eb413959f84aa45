/// Bytes read without bounds checks: with ``ByteBuffer`` and ``QuoteIndex`` the only unsafe code of the module.
///
/// **Contract.** A view is made by ``ByteBuffer`` alone and used while the buffer neither changes nor goes away. Every
/// position from `-ByteBuffer.margin` to `count + ByteBuffer.margin` may be read. The bytes after the last are zero, which
/// is no JSON, so a walk that reads on past a truncated record stops in the margin.
struct ByteView: @unchecked Sendable {
    let start: UnsafePointer<UInt8>
    let count: Int

    @inline(__always)
    subscript(position: Int) -> UInt8 { start[position] }

    /// Eight bytes, the first one lowest.
    @inline(__always)
    func word(_ position: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self))
    }

    @inline(__always)
    func half(_ position: Int) -> UInt32 {
        UInt32(littleEndian: UnsafeRawPointer(start + position).loadUnaligned(as: UInt32.self))
    }

    @inline(__always)
    func vector(_ position: Int) -> SIMD16<UInt8> {
        UnsafeRawPointer(start + position).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    func array(_ range: Range<Int>) -> [UInt8] { Array(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)) }

    /// The part of the view from a position on.
    func part(_ range: Range<Int>) -> ByteView { ByteView(start: start + range.lowerBound, count: range.count) }

    /// Whether the bytes are that text.
    func equals(_ text: StaticString) -> Bool {
        guard text.utf8CodeUnitCount == count else { return false }
        for position in 0..<count where start[position] != text.utf8Start[position] { return false }
        return true
    }

    func equals(_ text: String) -> Bool {
        guard text.utf8.count == count else { return false }
        var position = 0
        for byte in text.utf8 {
            guard start[position] == byte else { return false }
            position += 1
        }
        return true
    }

    @inline(__always)
    func equals(_ other: ByteView) -> Bool {
        guard other.count == count else { return false }
        var position = 0
        while position &+ 8 <= count {
            guard word(position) == other.word(position) else { return false }
            position &+= 8
        }
        let rest = UInt64(8 &* (count &- position))
        return rest == 0 || (word(position) ^ other.word(position)) & ((1 as UInt64) << rest &- 1) == 0
    }

    /// Whether there is nothing but white space.
    var isSpace: Bool {
        for position in 0..<count where ![0x20, 0x09, 0x0A, 0x0D].contains(start[position]) { return false }
        return true
    }
}
