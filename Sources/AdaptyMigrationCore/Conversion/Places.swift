/// JSON pointers to the nodes of a document: all found in one walk where many are wanted, else each when it is asked
/// for.
struct Places {
    private let index: JSONIndex
    private let pointers: [String]

    init(_ index: JSONIndex, inOneWalk: Bool) {
        self.index = index
        pointers = inOneWalk ? index.pointers() : []
    }

    func pointer(_ node: Int) -> String { pointers.isEmpty ? index.pointer(node) : pointers[node] }
}
