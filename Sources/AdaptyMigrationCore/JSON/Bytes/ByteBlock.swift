/// 64 bytes, compared at once: one bit for each.
///
/// There are two implementations with the same tests. ``VectorBlock`` is the default. ``BuiltinBlock`` (package trait
/// `FastScan`) uses one instruction where `VectorBlock` multiplies.
protocol ByteBlock {
    init(_ bytes: PaddedView, _ position: Int)

    /// The bytes equal to `byte`.
    func equal(_ byte: UInt8) -> UInt64
    /// The bytes that are less than `limit` when read as signed numbers: those above 0x7F are negative.
    func less(_ limit: Int8) -> UInt64
    /// Whether any byte is a backslash, below 0x20 or above 0x7F.
    var hasSpecial: Bool { get }
}

#if FAST_SCAN
typealias DefaultBlock = BuiltinBlock
#else
typealias DefaultBlock = VectorBlock
#endif
