import AdaptyMigrationAccess
import AdaptyMigrationCore

/// One bit per byte of a 64-byte block.
///
/// There are three implementations with the same tests. ``ScalarMasks`` is the reference, ``VectorMasks`` is the
/// default, and ``BuiltinMasks`` (package trait `FastScan`) uses one instruction per 16 bytes where `VectorMasks`
/// multiplies.
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
