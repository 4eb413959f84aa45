/// A valid document in borrowed memory: its bytes, and the nodes of its ``JSONIndex``.
///
/// **Contract.** It is used only until its ``TapeBuilder`` builds the next tape, and while the bytes do not change.
package struct Tape: BitwiseCopyable {
    package let bytes: UnsafePointer<UInt8>
    package let byteCount: Int
    package let nodes: UnsafePointer<JSONNode>
    package let nodeCount: Int
    /// Whether the names have their numbers.
    package let isNumbered: Bool

    /// The same in memory of its own.
    package var index: JSONIndex {
        JSONIndex(
            bytes: Array(UnsafeBufferPointer(start: bytes, count: byteCount)),
            nodes: Array(UnsafeBufferPointer(start: nodes, count: nodeCount)),
            isNumbered: isNumbered)
    }
}
