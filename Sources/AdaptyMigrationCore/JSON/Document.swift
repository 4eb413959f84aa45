/// A document in memory that is kept for the next one: its bytes and, once somebody asks for it, their tape.
///
/// **Contract.** It is with one thread at a time. What it gave is used until other bytes come into it.
package final class Document {
    /// The bytes.
    @exclusivity(unchecked) package private(set) var view: PaddedView
    @exclusivity(unchecked) private var own = ByteWriter(capacity: 256)
    private let builder = TapeBuilder()
    /// The tape, and the depth that was allowed for it.
    @exclusivity(unchecked) private var known: (tape: Tape, depth: Int)?

    package init() { view = own.view }

    package convenience init(_ bytes: [UInt8]) {
        self.init()
        write { $0.put(bytes) }
    }

    deinit { own.deallocate() }

    /// Whether it may wait for the next document: after an unusually large one its memory is given back.
    var isSmall: Bool { own.isSmall && builder.isSmall }

    /// Whether the bytes are in memory of its own.
    var isOwn: Bool { view.start == UnsafePointer(own.memory) }

    /// Takes bytes that somebody else keeps.
    package func refer(to view: PaddedView) { (self.view, known) = (view, nil) }

    /// Writes other bytes.
    package func write<Result>(_ body: (inout ByteWriter) -> Result) -> Result {
        own.setCount(0)
        return add(body)
    }

    /// Writes on, or changes what was written.
    func add<Result>(_ body: (inout ByteWriter) -> Result) -> Result {
        let result = body(&own)
        own.clearMargin()
        refer(to: own.view)
        return result
    }

    /// Writes another document without one of its members.
    ///
    /// - Parameters:
    ///   - name: the node of the member's name.
    ///   - removed: the member's bytes, with a gap beside it.
    package func write(_ other: Document, withoutMember name: Int, _ removed: Range<Int>) {
        write { $0.set(other.view, without: removed) }
        // The nodes before the last member stay where they are.
        guard let (tape, depth) = other.known, Int(tape.nodes[name + 1].next) == tape.nodeCount, name > 1 else {
            return
        }
        known = (builder.tape(view, of: tape, until: name), depth)
    }

    /// Takes what was written elsewhere, and gives its own memory for it.
    func exchange(_ writer: inout ByteWriter) {
        swap(&own, &writer)
        refer(to: own.view)
    }

    /// - Throws: ``MigrationError`` as ``JSONScanner``.
    package func tape(_ maximumDepth: Int) throws(MigrationError) -> Tape {
        if let known, known.depth <= maximumDepth { return known.tape }
        guard let tape = builder.tape(view, maximumDepth: maximumDepth) else {
            throw JSONScanner.refusal(of: view.array, maximumDepth: maximumDepth)
        }
        known = (tape, maximumDepth)
        return tape
    }

    /// The same in memory of its own.
    func index(_ maximumDepth: Int) throws(MigrationError) -> JSONIndex { try tape(maximumDepth).index }
}
