import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The beginning of a member, `"name":`, which three vectors compare with a document's bytes.
///
/// Worked example, `"store":`: eight bytes of text, and a mask of eight ones and forty zeros. The comparison includes
/// the closing quote and the colon, so it needs no length: `"store_name":` differs at the quote, `"store" :` at the
/// colon.
struct MemberHead {
    /// How many bytes are loaded, from the quote on.
    static let room = 48

    private var text = (SIMD16<UInt8>(repeating: 1), SIMD16<UInt8>(), SIMD16<UInt8>())
    private var mask = (SIMD16<UInt8>(), SIMD16<UInt8>(), SIMD16<UInt8>())
    /// Bytes up to the value.
    let count: Int

    /// Matches nothing.
    init() { count = 0 }

    /// - Parameter name: plain ASCII that needs no escapes, of ``NameTable/longestName`` bytes at most.
    init(_ name: String) {
        let bytes = Array("\"\(name)\":".utf8)
        count = bytes.count
        func vector(_ start: Int, _ value: (Int) -> UInt8) -> SIMD16<UInt8> {
            SIMD16((0..<16).map { start + $0 < bytes.count ? value(start + $0) : 0 })
        }
        text = (vector(0) { bytes[$0] }, vector(16) { bytes[$0] }, vector(32) { bytes[$0] })
        mask = (vector(0) { _ in 0xFF }, vector(16) { _ in 0xFF }, vector(32) { _ in 0xFF })
    }

    /// Whether a member begins so at a position where one may begin.
    @inline(__always)
    func matches(_ bytes: ByteView, _ position: Int) -> Bool {
        let difference =
            ((bytes.vector(position) & mask.0) ^ text.0) | ((bytes.vector(position &+ 16) & mask.1) ^ text.1)
            | ((bytes.vector(position &+ 32) & mask.2) ^ text.2)
        let halves = unsafeBitCast(difference, to: SIMD2<UInt64>.self)
        return halves[0] | halves[1] == 0
    }
}
