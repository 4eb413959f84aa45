/// Tape builders that wait for their next document. They number the ``KnownNames``.
enum TapePool {
    private static let idle = Locked<[TapeBuilder]>([])

    /// Lends a builder that nobody else uses.
    static func lend<Result, Failure>(_ body: (TapeBuilder) throws(Failure) -> Result) throws(Failure) -> Result {
        let builder = idle.withLock { $0.popLast() } ?? TapeBuilder()
        defer { if builder.isSmall { idle.withLock { $0.append(builder) } } }
        return try body(builder)
    }
}

extension TapeBuilder {
    package convenience init() { self.init(KnownNames.numbers) }
}

extension JSONScanner {
    /// The index of a document.
    ///
    /// - Throws: ``MigrationError`` `invalid-json`, `invalid-utf8`, `truncated`, `empty`, `too-deep` or `too-large`.
    package static func index(_ bytes: [UInt8], maximumDepth: Int = 512) throws(MigrationError) -> JSONIndex {
        if let index = TapePool.lend({ $0.index(bytes, maximumDepth: maximumDepth) }) { return index }
        return try scan(bytes, maximumDepth: maximumDepth, KnownNames.numbers)
    }

    /// Why a document has no tape.
    static func refusal(of bytes: [UInt8], maximumDepth: Int) -> MigrationError {
        do throws(MigrationError) {
            _ = try scan(bytes, maximumDepth: maximumDepth, KnownNames.numbers)
            return MigrationError(.tooLarge, "the document has 2 GB or more", remedy: "split it into NDJSON records")
        } catch {
            return error
        }
    }
}

extension JSONIndex {
    /// Gives its tape in memory with margins to a function that keeps nothing.
    func withPaddedTape<Result, Failure>(_ body: (Tape) throws(Failure) -> Result) throws(Failure) -> Result {
        try TapePool.lend { builder throws(Failure) in
            let view = builder.load(bytes)
            return try withTape { tape throws(Failure) in
                try body(Tape(bytes: view.start, byteCount: view.count, nodes: tape.nodes, nodeCount: tape.nodeCount))
            }
        }
    }
}
