/// Bytes that are read without bounds checks.
///
/// **Contract.** Only ``PaddedBytes`` makes a view. It is used only while that memory is neither changed nor freed.
/// Every position from `-PaddedBytes.margin` to `count + PaddedBytes.margin` may be read. The bytes after the last one
/// are zero, which begins no JSON value, so code that reads past a truncated document stops there.
package struct PaddedView: @unchecked Sendable, BitwiseCopyable {
    package let start: UnsafePointer<UInt8>
    package let count: Int

    @inline(__always)
    package subscript(position: Int) -> UInt8 { start[position] }

    /// Eight bytes, the first one lowest.
    @inline(__always)
    func word(_ position: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self))
    }

    @inline(__always)
    func vector(_ position: Int) -> SIMD16<UInt8> {
        UnsafeRawPointer(start + position).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    /// The number of decimal digits from a position on, at most eight. A digit's high half is 3, and adding 6 does not
    /// change that.
    @inline(__always)
    func digits(_ position: Int) -> Int {
        let word = word(position), high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        let others =
            ((word & high) ^ 0x3030_3030_3030_3030) | (((word &+ 0x0606_0606_0606_0606) & high) ^ 0x3030_3030_3030_3030)
        return others.trailingZeroBitCount >> 3
    }

    /// The first position from `position` on that is not white space.
    @inline(__always)
    func afterSpace(_ position: Int) -> Int { start[position] <= .space ? afterSpaces(position) : position }

    @inline(never)
    private func afterSpaces(_ position: Int) -> Int {
        var position = position
        while start[position] == .space || start[position] == .newline || start[position] == 0x0D
            || start[position] == 0x09
        {
            position &+= 1
        }
        return position
    }

    package init(start: UnsafePointer<UInt8>, count: Int) {
        self.start = start
        self.count = count
    }

    /// A part of the bytes.
    package func part(_ range: Range<Int>) -> PaddedView {
        PaddedView(start: start + range.lowerBound, count: range.count)
    }

    package var array: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    @inline(__always)
    package func equals(_ other: PaddedView) -> Bool {
        guard other.count == count else { return false }
        if other.start == start { return true }
        var position = 0
        while position &+ 16 <= count {
            if !VectorComparison.areEqual(vector(position), other.vector(position)) { return false }
            position &+= 16
        }
        while position < count {
            if start[position] != other.start[position] { return false }
            position &+= 1
        }
        return true
    }

    /// Whether a byte occurs in a range.
    func contains(_ byte: UInt8, _ range: Range<Int>) -> Bool {
        let wanted = UInt64(byte) &* 0x0101_0101_0101_0101
        var position = range.lowerBound
        while position &+ 8 <= range.upperBound {
            let different = word(position) ^ wanted
            if (different &- 0x0101_0101_0101_0101) & ~different & 0x8080_8080_8080_8080 != 0 { return true }
            position &+= 8
        }
        while position < range.upperBound {
            if start[position] == byte { return true }
            position &+= 1
        }
        return false
    }
}
