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

    var hasBackslash: Bool {
        for offset in 0..<count where start[offset] == 0x5C { return true }
        return false
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

extension Fingerprint {
    /// The fingerprint of a value whose canonical text is itself.
    static func put(_ text: Text, _ out: inout ByteWriter) {
        if text.count <= longestText {
            out.putEscaped(text)
        } else {
            out.put(0x23)
            out.putHex(Hash(text).value)
        }
    }

    /// Whether it is the fingerprint of a value whose canonical text is itself.
    ///
    /// - Parameter expected: with its quotes, as a residue has it.
    static func matches(_ text: Text, _ expected: Text) -> Bool {
        if text.count > longestText {
            guard expected.count == 19, expected.start[1] == 0x23 else { return false }
            var value: UInt64 = 0
            for offset in 2..<18 {
                let byte = expected.start[offset]
                guard byte &- 0x30 <= 9 || byte &- 0x61 <= 5 else { return false }
                value = value << 4 | UInt64(byte <= 0x39 ? byte &- 0x30 : byte &- 0x57)
            }
            return value == Hash(text).value
        }
        guard expected.hasBackslash else { return expected.inside == text }
        return JSONText.unescape(expected.inside.array[...]) == text.array
    }
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
