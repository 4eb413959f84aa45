/// A valid document in borrowed memory: its bytes, and the nodes of its ``JSONIndex``.
///
/// **Contract.** It is used only until its ``TapeBuilder`` builds the next tape, and while the bytes do not change.
package struct Tape: @unchecked Sendable, BitwiseCopyable {
    package let bytes: UnsafePointer<UInt8>
    package let byteCount: Int
    package let nodes: UnsafePointer<JSONNode>
    package let nodeCount: Int

    /// A document that says nothing.
    static let empty = Tape(
        bytes: Text.empty.start, byteCount: 0,
        nodes: UnsafePointer(UnsafeMutablePointer<JSONNode>.allocate(capacity: 1)),
        nodeCount: 0)

    /// The bytes.
    package var view: PaddedView { PaddedView(start: bytes, count: byteCount) }

    /// The same in memory of its own.
    package var index: JSONIndex {
        JSONIndex(
            bytes: Array(UnsafeBufferPointer(start: bytes, count: byteCount)),
            nodes: Array(UnsafeBufferPointer(start: nodes, count: nodeCount)))
    }
}

extension JSONIndex {
    /// Gives its bytes and nodes as a tape to a function that keeps nothing, and reads no bytes outside of nodes.
    package func withTape<Result, Failure>(_ body: (Tape) throws(Failure) -> Result) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
            try nodes.withUnsafeBufferPointer { nodes throws(Failure) in
                guard let start = bytes.baseAddress, let first = nodes.baseAddress else { return try body(.empty) }
                return try body(Tape(bytes: start, byteCount: bytes.count, nodes: first, nodeCount: nodes.count))
            }
        }
    }
}
