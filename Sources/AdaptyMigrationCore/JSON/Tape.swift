/// A valid document in borrowed memory: its bytes, and the nodes of its ``JSONIndex``.
///
/// **Contract.** It is used only until its ``TapeBuilder`` builds the next tape, and while the bytes do not change.
package struct Tape: @unchecked Sendable, BitwiseCopyable {
    package let bytes: UnsafePointer<UInt8>
    package let byteCount: Int
    package let nodes: UnsafePointer<JSONNode>
    package let nodeCount: Int
    /// Whether the names have their numbers.
    package let isNumbered: Bool

    /// A document that says nothing.
    static let empty = Tape(
        bytes: Text.empty.start, byteCount: 0,
        nodes: UnsafePointer(UnsafeMutablePointer<JSONNode>.allocate(capacity: 1)),
        nodeCount: 0, isNumbered: false)

    /// The bytes.
    package var view: PaddedView { PaddedView(start: bytes, count: byteCount) }

    /// The same in memory of its own.
    package var index: JSONIndex {
        JSONIndex(
            bytes: Array(UnsafeBufferPointer(start: bytes, count: byteCount)),
            nodes: Array(UnsafeBufferPointer(start: nodes, count: nodeCount)),
            isNumbered: isNumbered)
    }
}

extension JSONIndex {
    /// The same with the numbers of its names.
    package func numbered(_ names: NameNumbers) -> JSONIndex {
        isNumbered ? self : TapePool.index(bytes, maximumDepth: .max, names: names) ?? self
    }

    /// Gives a tape of its bytes, with the numbers of all names, to a function that keeps nothing; `nil` when they are
    /// not JSON. The bytes are copied, because those of the index have no margin.
    func withPaddedTape<Result, Failure>(_ body: (Tape) throws(Failure) -> Result?) throws(Failure) -> Result? {
        try TapePool.tape(bytes, maximumDepth: .max, names: KnownNames.numbers, body)
    }

    /// Gives its bytes and nodes as a tape to a function that keeps nothing, and reads no bytes outside of nodes.
    func withTape<Result>(_ body: (Tape) -> Result) -> Result? {
        bytes.withUnsafeBufferPointer { bytes in
            nodes.withUnsafeBufferPointer { nodes in
                guard let start = bytes.baseAddress, let first = nodes.baseAddress else { return nil }
                return body(
                    Tape(
                        bytes: start, byteCount: bytes.count, nodes: first, nodeCount: nodes.count,
                        isNumbered: isNumbered))
            }
        }
    }
}
