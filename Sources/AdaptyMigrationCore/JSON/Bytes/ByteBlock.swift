internal import CByteBlock

/// 64 bytes, compared at once: one bit for each.
struct ByteBlock {
    private let start: UnsafePointer<UInt8>

    /// - Parameter position: at most `count`: the margin of a view has room for a block.
    @inline(__always)
    init(_ bytes: PaddedView, _ position: Int) { start = bytes.start + position }

    /// The bytes equal to `byte`.
    @inline(__always)
    func equal(_ byte: UInt8) -> UInt64 { byte_block_equal(start, byte) }

    /// The bytes that are less than `limit` when read as signed numbers: those above 0x7F are negative.
    @inline(__always)
    func less(_ limit: Int8) -> UInt64 { byte_block_less(start, limit) }

    /// Whether any byte is a backslash, below 0x20 or above 0x7F.
    @inline(__always)
    var hasSpecial: Bool { less(0x20) | equal(0x5C) != 0 }
}
