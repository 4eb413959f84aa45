/// Sixteen bytes at a time, with the standard library's public vectors.
struct VectorBlock: ByteBlock {
    private let a, b, c, d: SIMD16<UInt8>

    @inline(__always)
    init(_ bytes: PaddedView, _ position: Int) {
        a = bytes.vector(position)
        b = bytes.vector(position &+ 16)
        c = bytes.vector(position &+ 32)
        d = bytes.vector(position &+ 48)
    }

    @inline(__always)
    private func bits(_ test: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>) -> UInt64 {
        BlockBits.bits(test(a)) | BlockBits.bits(test(b)) << 16 | BlockBits.bits(test(c)) << 32 | BlockBits.bits(
            test(d))
            << 48
    }

    @inline(__always)
    func equal(_ byte: UInt8) -> UInt64 {
        let wanted = SIMD16<UInt8>(repeating: byte)
        return bits { $0 .== wanted }
    }

    @inline(__always)
    func less(_ limit: Int8) -> UInt64 {
        let limits = SIMD16<Int8>(repeating: limit)
        return bits { unsafeBitCast($0, to: SIMD16<Int8>.self) .< limits }
    }

    /// Read as signed, bytes above 0x7F are negative, so one comparison finds both ends.
    @inline(__always)
    var hasSpecial: Bool {
        let low = SIMD16<Int8>(repeating: 0x20), slash = SIMD16<UInt8>(repeating: 0x5C)
        @inline(__always)
        func special(_ v: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
            (unsafeBitCast(v, to: SIMD16<Int8>.self) .< low) .| (v .== slash)
        }
        return BlockBits.any((special(a) .| special(b)) .| (special(c) .| special(d)))
    }
}
