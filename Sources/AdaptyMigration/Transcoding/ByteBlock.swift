/// Sixty-four bytes in four vectors.
struct ByteBlock {
    let a, b, c, d: SIMD16<UInt8>

    @inline(__always)
    init(_ bytes: ByteView, _ position: Int) {
        a = bytes.vector(position)
        b = bytes.vector(position &+ 16)
        c = bytes.vector(position &+ 32)
        d = bytes.vector(position &+ 48)
    }

    /// One bit per byte, from a function that answers sixteen.
    @inline(__always)
    func bits(_ test: (SIMD16<UInt8>) -> UInt64) -> UInt64 { test(a) | test(b) << 16 | test(c) << 32 | test(d) << 48 }

    /// In each place whether a backslash, a byte below 0x20 or one above 0x7F stands there in any of the four: read as signed,
    /// bytes above 0x7F are negative, so one comparison finds both ends.
    @inline(__always)
    var special: SIMDMask<SIMD16<Int8>> {
        let low = SIMD16<Int8>(repeating: 0x20), slash = SIMD16<UInt8>(repeating: 0x5C)
        @inline(__always)
        func special(_ v: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> { (unsafeBitCast(v, to: SIMD16<Int8>.self) .< low) .| (v .== slash) }
        return (special(a) .| special(b)) .| (special(c) .| special(d))
    }
}
