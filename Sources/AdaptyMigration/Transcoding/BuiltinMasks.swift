#if FAST_SCAN
import Builtin

/// Sixteen bytes at a time, each comparison gathered by one instruction. `Builtin` is not a stable interface of the
/// compiler: hence a trait, and the public form as the default.
struct BuiltinMasks: ByteMasks {
    private let block: ByteBlock

    @inline(__always)
    init(_ bytes: ByteView, _ position: Int) { block = ByteBlock(bytes, position) }

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
        let wanted = SIMD16<UInt8>(repeating: byte)
        return block.bits { BuiltinMasks.equal($0, wanted) }
    }

    @inline(__always)
    func less(_ limit: Int8) -> UInt64 {
        let limits = SIMD16<Int8>(repeating: limit)
        return block.bits { BuiltinMasks.below($0, limits) }
    }

    @inline(__always)
    var hasSpecial: Bool { BuiltinMasks.below(unsafeBitCast(block.special, to: SIMD16<UInt8>.self), SIMD16()) != 0 }
}
#endif
