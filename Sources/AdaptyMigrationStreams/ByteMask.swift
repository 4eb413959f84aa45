import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Vector comparisons as bits and positions.
enum ByteMask {
    /// The position of the first lane that is set; 16 when none is.
    @inline(__always)
    static func first(_ mask: SIMDMask<SIMD16<Int8>>) -> Int {
        let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        if halves[0] != 0 { return halves[0].trailingZeroBitCount >> 3 }
        return 8 + halves[1].trailingZeroBitCount >> 3
    }

    /// Eight lanes as eight bits: each lane's lowest bit is moved to the top byte by one multiplication.
    @inline(__always)
    static func gather(_ lanes: UInt64) -> UInt64 { ((lanes & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) >> 56 }

    @inline(__always)
    static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
        let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        return gather(halves[0]) | gather(halves[1]) << 8
    }

    @inline(__always)
    static func any(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
        let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        return halves[0] | halves[1] != 0
    }
}
