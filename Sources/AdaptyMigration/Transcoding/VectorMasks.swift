/// Sixteen bytes at a time, with the standard library's public vectors.
struct VectorMasks: ByteMasks {
    private let block: ByteBlock

    @inline(__always)
    init(_ bytes: ByteView, _ position: Int) { block = ByteBlock(bytes, position) }

    @inline(__always)
    func equal(_ byte: UInt8) -> UInt64 {
        let wanted = SIMD16<UInt8>(repeating: byte)
        return block.bits { ByteMask.bits($0 .== wanted) }
    }

    @inline(__always)
    func less(_ limit: Int8) -> UInt64 {
        let limits = SIMD16<Int8>(repeating: limit)
        return block.bits { ByteMask.bits(unsafeBitCast($0, to: SIMD16<Int8>.self) .< limits) }
    }

    @inline(__always)
    var hasSpecial: Bool { ByteMask.any(block.special) }
}
