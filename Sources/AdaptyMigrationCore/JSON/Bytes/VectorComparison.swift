/// Vector comparisons as one answer.
enum VectorComparison {
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
