/// Vector comparisons as bits and positions.
enum BlockBits {
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

    /// Whether all lanes are equal. The standard library compares lane by lane.
    @inline(__always)
    static func areEqual(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> Bool {
        let halves = unsafeBitCast(a ^ b, to: SIMD2<UInt64>.self)
        return halves[0] | halves[1] == 0
    }
}
