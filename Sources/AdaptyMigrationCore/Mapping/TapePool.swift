/// Tape builders that wait for their next document.
enum TapePool {
    private static let idle = Locked<[TapeBuilder]>([])

    /// The index of a document; `nil` when it is not valid, see ``TapeBuilder``.
    static func index(_ bytes: [UInt8], maximumDepth: Int, names: NameNumbers?) -> JSONIndex? {
        lend { $0.index(bytes, maximumDepth: maximumDepth, names: names) }
    }

    /// Gives the tape of a document to a function, which must not keep it; `nil` when the document is not valid.
    static func tape<Result, Failure>(
        _ bytes: [UInt8], maximumDepth: Int, names: NameNumbers?,
        _ body: (Tape) throws(Failure) -> Result?
    ) throws(Failure) -> Result? {
        try lend { builder throws(Failure) in
            guard let tape = builder.tape(bytes, maximumDepth: maximumDepth, names: names) else { return nil }
            return try body(tape)
        }
    }

    private static func lend<Result, Failure>(_ body: (TapeBuilder) throws(Failure) -> Result?) throws(Failure)
        -> Result?
    {
        let builder = idle.withLock { $0.popLast() } ?? TapeBuilder()
        defer { if builder.isSmall { idle.withLock { $0.append(builder) } } }
        return try body(builder)
    }
}
