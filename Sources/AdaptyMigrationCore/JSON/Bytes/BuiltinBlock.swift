#if FAST_SCAN
import Builtin

/// Processes sixteen bytes at a time and gathers each comparison with one instruction. `Builtin` is not a stable
/// interface of the compiler, so this is behind a trait, and the public form is the default.
struct BuiltinBlock: ByteBlock {
    private let bytes: SIMD64<UInt8>

    @inline(__always)
    init(_ view: PaddedView, _ position: Int) {
        bytes = UnsafeRawPointer(view.start + position).loadUnaligned(as: SIMD64<UInt8>.self)
    }

    @inline(__always)
    func equal(_ byte: UInt8) -> UInt64 {
        UInt64(
            Builtin.bitcast_Vec64xInt1_Int64(
                Builtin.cmp_eq_Vec64xInt8(bytes._storage._value, SIMD64<UInt8>(repeating: byte)._storage._value)))
    }

    @inline(__always)
    func less(_ limit: Int8) -> UInt64 {
        UInt64(
            Builtin.bitcast_Vec64xInt1_Int64(
                Builtin.cmp_slt_Vec64xInt8(bytes._storage._value, SIMD64<Int8>(repeating: limit)._storage._value)))
    }

    @inline(__always)
    var hasSpecial: Bool { less(0x20) | equal(0x5C) != 0 }
}
#endif
