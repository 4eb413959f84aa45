/// A few bytes somewhere in memory: of a document, or of a rule, which is never freed.
///
/// **Contract.** It is used only while that memory is valid.
struct Text: @unchecked Sendable, BitwiseCopyable, Hashable {
    let start: UnsafePointer<UInt8>
    let count: Int

    init(_ start: UnsafePointer<UInt8>, _ count: Int) {
        self.start = start
        self.count = count
    }

    /// A text that is kept as long as the process.
    init(kept bytes: [UInt8]) {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
        for (offset, byte) in bytes.enumerated() { (memory + offset).initialize(to: byte) }
        self.init(UnsafePointer(memory), bytes.count)
    }

    static let empty = Text(kept: [])

    var array: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Texts of the same bytes are equal, wherever they are.
    static func == (a: Text, b: Text) -> Bool {
        guard a.count == b.count else { return false }
        for offset in 0..<a.count where a.start[offset] != b.start[offset] { return false }
        return true
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(start: start, count: count)) }
}
