/// Memory for one document at a time, with a margin on both sides, so that whole vectors can be read at every position.
///
/// **Contract.** There is one owner, which calls ``deallocate()`` once. The margins are zero.
package struct PaddedBytes {
    package static let margin = 128

    private var memory: UnsafeMutablePointer<UInt8>
    /// How many bytes a document may have before the memory is replaced.
    private(set) var capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        memory = PaddedBytes.allocate(capacity)
    }

    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 2 * margin)
        memory.initialize(repeating: 0, count: margin)
        return memory + margin
    }

    func deallocate() { (memory - PaddedBytes.margin).deallocate() }

    /// Copies a document. Earlier views are invalid.
    mutating func load(_ document: [UInt8]) -> PaddedView {
        if document.count > capacity {
            deallocate()
            capacity = max(document.count, 2 * capacity)
            memory = PaddedBytes.allocate(capacity)
        }
        document.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { memory.update(from: start, count: source.count) }
        }
        (memory + document.count).initialize(repeating: 0, count: PaddedBytes.margin)
        return PaddedView(start: UnsafePointer(memory), count: document.count)
    }
}
