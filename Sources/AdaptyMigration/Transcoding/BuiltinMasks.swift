#if FAST_SCAN
import Builtin

/// Sixteen bytes at a time, each comparison gathered by one instruction. `Builtin` is not a stable interface of the
/// compiler: hence a trait, and the public form as the default.
struct BuiltinMasks: ByteMasks {
    private let a, b, c, d: SIMD16<UInt8>

    @inline(__always)
    init(_ bytes: ByteView, _ position: Int) {
        a = bytes.vector(position)
        b = bytes.vector(position + 16)
        c = bytes.vector(position + 32)
        d = bytes.vector(position + 48)
    }

    @inline(__always)
    private static func equal(_ v: SIMD16<UInt8>, _ w: SIMD16<UInt8>) -> UInt64 {
        UInt64(UInt16(Builtin.bitcast_Vec16xInt1_Int16(Builtin.cmp_eq_Vec16xInt8(v._storage._value, w._storage._value))))
    }

    @inline(__always)
    private static func below(_ v: SIMD16<UInt8>, _ w: SIMD16<Int8>) -> UInt64 {
        UInt64(UInt16(Builtin.bitcast_Vec16xInt1_Int16(Builtin.cmp_slt_Vec16xInt8(v._storage._value, w._storage._value))))
    }

    @inline(__always)
    func equal(_ byte: UInt8) -> UInt64 {
        let w = SIMD16<UInt8>(repeating: byte)
        return BuiltinMasks.equal(a, w) | BuiltinMasks.equal(b, w) << 16 | BuiltinMasks.equal(c, w) << 32 | BuiltinMasks.equal(d, w) << 48
    }

    @inline(__always)
    func less(_ limit: Int8) -> UInt64 {
        let w = SIMD16<Int8>(repeating: limit)
        return BuiltinMasks.below(a, w) | BuiltinMasks.below(b, w) << 16 | BuiltinMasks.below(c, w) << 32 | BuiltinMasks.below(d, w) << 48
    }

    @inline(__always)
    var hasSpecial: Bool {
        let low = SIMD16<Int8>(repeating: 0x20), slash = SIMD16<UInt8>(repeating: 0x5C)
        @inline(__always)
        func special(_ v: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> { (unsafeBitCast(v, to: SIMD16<Int8>.self) .< low) .| (v .== slash) }
        let all = unsafeBitCast((special(a) .| special(b)) .| (special(c) .| special(d)), to: SIMD16<UInt8>.self)
        return BuiltinMasks.below(all, SIMD16<Int8>(repeating: 0)) != 0
    }
}
#endif
