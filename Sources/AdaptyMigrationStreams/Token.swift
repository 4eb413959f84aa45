import AdaptyMigrationAccess
import AdaptyMigrationCore

/// A string of the record with its quotes; empty when there is none. Two tokens fit into a machine word, because
/// ``QuoteIndex`` accepts only records shorter than 2 GiB.
struct Token: BitwiseCopyable {
    private let first: UInt32, last: UInt32

    @inline(__always)
    init(start: Int = 0, end: Int = 0) {
        first = UInt32(truncatingIfNeeded: start)
        last = UInt32(truncatingIfNeeded: end)
    }

    @inline(__always)
    var start: Int { Int(first) }

    @inline(__always)
    var end: Int { Int(last) }

    @inline(__always)
    var isEmpty: Bool { first == last }
}

extension Token {
    /// Whether these bytes stand between the two positions.
    func equals(_ other: ByteView, in bytes: ByteView) -> Bool { bytes.part(start..<end).equals(other) }

    /// Whether the same bytes stand between both pairs of positions.
    func isSame(_ other: Token, in bytes: ByteView) -> Bool { equals(bytes.part(other.start..<other.end), in: bytes) }
}
