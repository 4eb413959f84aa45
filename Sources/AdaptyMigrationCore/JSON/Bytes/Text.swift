/// A few bytes somewhere in memory: of a document, or of a rule, which is never freed.
///
/// **Contract.** It is used only while that memory is valid, and ``ByteWriter/step`` bytes beyond its end may be read.
package struct Text: @unchecked Sendable, BitwiseCopyable, Hashable {
    let start: UnsafePointer<UInt8>
    let count: Int

    @inline(__always)
    init(_ start: UnsafePointer<UInt8>, _ count: Int) {
        self.start = start
        self.count = count
    }

    /// A text that is kept as long as the process.
    init(kept bytes: [UInt8]) {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + ByteWriter.step)
        memory.initialize(repeating: 0, count: bytes.count + ByteWriter.step)
        for (offset, byte) in bytes.enumerated() { memory[offset] = byte }
        self.init(UnsafePointer(memory), bytes.count)
    }

    static let empty = Text(kept: [])

    var array: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Without its quotes.
    var inside: Text { Text(start + 1, count - 2) }

    /// Whether it is decimal digits alone.
    var isDecimal: Bool {
        for offset in 0..<count where start[offset] &- UInt8(ascii: "0") > 9 { return false }
        return true
    }

    /// Texts of the same bytes are equal, wherever they are.
    package static func == (a: Text, b: Text) -> Bool {
        guard a.count == b.count else { return false }
        for offset in 0..<a.count where a.start[offset] != b.start[offset] { return false }
        return true
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytes: UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension Text {
    init(_ view: PaddedView) { self.init(view.start, view.count) }
}

extension Fingerprint.Hash {
    /// Of bytes in memory.
    init(_ text: Text) {
        self.init(count: text.count)
        var offset = 0
        while offset < text.count {
            let word = UInt64(littleEndian: UnsafeRawPointer(text.start + offset).loadUnaligned(as: UInt64.self))
            let rest = text.count &- offset
            add(rest >= 8 ? word : word & ((1 as UInt64) &<< UInt64(8 &* rest) &- 1))
            offset &+= 8
        }
    }
}
