import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Bytes that are read without bounds checks. With ``RecordBuffer`` and ``QuoteIndex`` this is the only unsafe code of
/// the module.
///
/// **Contract.** Only ``RecordBuffer`` makes a view, and it is used only while the buffer neither changes nor goes
/// away. Every position from `-RecordBuffer.margin` to `count + RecordBuffer.margin` may be read. The bytes after the
/// last are zero, which is not JSON, so a walk that reads past a truncated record stops in the margin.
package struct ByteView: @unchecked Sendable, BitwiseCopyable {
    let start: UnsafePointer<UInt8>
    let count: Int

    @inline(__always)
    package subscript(position: Int) -> UInt8 { start[position] }

    /// Eight bytes, the first one lowest.
    @inline(__always)
    func word(_ position: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self))
    }

    @inline(__always)
    func half(_ position: Int) -> UInt32 {
        UInt32(littleEndian: UnsafeRawPointer(start + position).loadUnaligned(as: UInt32.self))
    }

    /// How many decimal digits stand from a position on; of more than eight, eight. A digit's high half is 3, and
    /// adding 6 does not change that.
    @inline(__always)
    func digits(_ position: Int) -> Int {
        let word = word(position), high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        let others =
            ((word & high) ^ 0x3030_3030_3030_3030) | (((word &+ 0x0606_0606_0606_0606) & high) ^ 0x3030_3030_3030_3030)
        return others.trailingZeroBitCount >> 3
    }

    @inline(__always)
    func vector(_ position: Int) -> SIMD16<UInt8> {
        UnsafeRawPointer(start + position).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    /// Where the colon stands before a member's value.
    func colon(before value: Int) -> Int {
        var position = value &- 1
        while start[position] != 0x3A { position &-= 1 }
        return position
    }

    func array(_ range: Range<Int>) -> [UInt8] {
        Array(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
    }

    /// The part of the view from a position on.
    func part(_ range: Range<Int>) -> ByteView { ByteView(start: start + range.lowerBound, count: range.count) }

    /// Whether the bytes are that text.
    func equals(_ text: StaticString) -> Bool {
        guard text.utf8CodeUnitCount == count else { return false }
        for position in 0..<count where start[position] != text.utf8Start[position] { return false }
        return true
    }

    @inline(__always)
    func equals(_ other: ByteView) -> Bool {
        guard other.count == count else { return false }
        var position = 0
        while position &+ 32 <= count {
            let difference =
                (vector(position) ^ other.vector(position)) | (vector(position &+ 16) ^ other.vector(position &+ 16))
            let halves = unsafeBitCast(difference, to: SIMD2<UInt64>.self)
            guard halves[0] | halves[1] == 0 else { return false }
            position &+= 32
        }
        while position &+ 8 <= count {
            guard word(position) == other.word(position) else { return false }
            position &+= 8
        }
        let rest = UInt64(8 &* (count &- position))
        return rest == 0 || (word(position) ^ other.word(position)) & ((1 as UInt64) << rest &- 1) == 0
    }

    /// The number that up to nine digits say; `nil` for everything else.
    func decimal(_ range: Range<Int>) -> Int? {
        guard range.count <= 9, !range.isEmpty else { return nil }
        var value = 0
        for position in range {
            guard start[position] &- 0x30 <= 9 else { return nil }
            value = value * 10 + Int(start[position] &- 0x30)
        }
        return value
    }

    /// Whether there is nothing but white space.
    var isSpace: Bool {
        for position in 0..<count where ![0x20, 0x09, 0x0A, 0x0D].contains(start[position]) { return false }
        return true
    }
}

/// The access digest reads dates from views.
extension ByteView: IndexedBytes {}
