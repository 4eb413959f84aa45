#if FAST_SCAN
import Builtin
#endif

/// One bit per byte of a 64-byte block.
///
/// Three ways to compute them, all under the same tests: ``ScalarMasks`` says what is meant, ``VectorMasks`` is the
/// default, and ``BuiltinMasks`` (package trait `FastScan`) uses one instruction per 16 bytes where `VectorMasks` multiplies.
protocol ByteMasks {
    init(_ bytes: ByteView, _ position: Int)

    /// The bytes equal to `byte`.
    func equal(_ byte: UInt8) -> UInt64
    /// The bytes that are less than `limit` when read as signed numbers: those above 0x7F are negative.
    func less(_ limit: Int8) -> UInt64
    /// Whether any byte is a backslash, below 0x20 or above 0x7F.
    var hasSpecial: Bool { get }
}

#if FAST_SCAN
typealias DefaultMasks = BuiltinMasks
#else
typealias DefaultMasks = VectorMasks
#endif

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

/// One byte at a time.
struct ScalarMasks: ByteMasks {
    private let bytes: ByteView
    private let position: Int

    init(_ bytes: ByteView, _ position: Int) {
        self.bytes = bytes
        self.position = position
    }

    private func mask(_ holds: (UInt8) -> Bool) -> UInt64 {
        (0..<64).reduce(0) { holds(bytes[position + $1]) ? $0 | 1 << UInt64($1) : $0 }
    }

    func equal(_ byte: UInt8) -> UInt64 { mask { $0 == byte } }
    func less(_ limit: Int8) -> UInt64 { mask { Int8(bitPattern: $0) < limit } }
    var hasSpecial: Bool { mask { $0 == 0x5C || $0 < 0x20 || $0 > 0x7F } != 0 }
}

/// Sixteen bytes at a time, with the standard library's public vectors.
struct VectorMasks: ByteMasks {
    private let a, b, c, d: SIMD16<UInt8>

    @inline(__always)
    init(_ bytes: ByteView, _ position: Int) {
        a = bytes.vector(position)
        b = bytes.vector(position + 16)
        c = bytes.vector(position + 32)
        d = bytes.vector(position + 48)
    }

    @inline(__always)
    private func bits(_ test: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>) -> UInt64 {
        ByteMask.bits(test(a)) | ByteMask.bits(test(b)) << 16 | ByteMask.bits(test(c)) << 32 | ByteMask.bits(test(d)) << 48
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
        func special(_ v: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> { (unsafeBitCast(v, to: SIMD16<Int8>.self) .< low) .| (v .== slash) }
        return ByteMask.any((special(a) .| special(b)) .| (special(c) .| special(d)))
    }
}

#if FAST_SCAN
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
