/// Tape builders that wait for their next document.
enum TapePool {
    private static let idle = Locked<[TapeBuilder]>([])

    /// The index of a document; `nil` when it is not valid, see ``TapeBuilder``.
    static func index(_ bytes: [UInt8], maximumDepth: Int, names: NameNumbers?) -> JSONIndex? {
        let builder = idle.withLock { $0.popLast() } ?? TapeBuilder()
        let index = builder.index(bytes, maximumDepth: maximumDepth, names: names)
        if builder.isSmall { idle.withLock { $0.append(builder) } }
        return index
    }
}
