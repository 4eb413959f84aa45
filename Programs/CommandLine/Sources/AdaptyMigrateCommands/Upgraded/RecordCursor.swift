@_spi(Tools) import AdaptyMigrationTools

/// The records of an input one by one, in order.
final class RecordCursor {
    private let reader: InputReader?
    private let taken: (Block<Void>) -> Void
    private let worker: ScanWorker<Void>
    private let block = Block<Void>(capacity: BlockReader.usualSize)
    private var numbering: Numbering
    /// Records that were read but not returned, the first one last.
    private var ahead: [Record] = []

    /// - Parameters:
    ///   - reader: `nil` for no records.
    ///   - taken: called with each block that was read.
    init(_ reader: InputReader?, maximumDepth: Int, taken: @escaping (Block<Void>) -> Void = { _ in }) {
        self.reader = reader
        self.taken = taken
        worker = ScanWorker(maximumDepth: maximumDepth) { _, _ in }
        numbering = Numbering(source: reader?.name ?? "")
    }

    /// Whether a note says that a document has no record inside.
    private static func isNothing(_ result: Result<Void, MigrationError>) -> Bool {
        if case .failure(let error) = result { error.code == .nothingThere } else { false }
    }

    /// The next record; `nil` at the end.
    func next() throws(CommandFailure) -> Record? {
        while ahead.isEmpty {
            guard let reader, try reader.next(block) else { return nil }
            try worker.work(on: block) {}
            taken(block)
            ahead = numbering.take(block).filter { !RecordCursor.isNothing($0.1) }.map(\.0).reversed()
            block.reset(capacity: reader.blockSize)
        }
        return ahead.popLast()
    }
}
