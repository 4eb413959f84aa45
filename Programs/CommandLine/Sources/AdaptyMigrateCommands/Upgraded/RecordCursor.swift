@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The records of an input one by one, in order.
final class RecordCursor {
    private let source: String
    private let maximumDepth: Int
    private let reader: InputReader?
    private let block: Block<Never>
    /// Records that were read but not returned, the first one last.
    private var ahead: [Record] = []
    private var lines = 0, records = 0

    /// - Parameter input: `nil` for no records.
    init(_ input: Input?, maximumDepth: Int) throws(CommandFailure) {
        source = input?.name ?? ""
        self.maximumDepth = maximumDepth
        reader = if let input { try InputReader(input, maximumDepth: maximumDepth) } else { nil }
        block = Block(capacity: BlockReader.usualSize)
    }

    /// The next record; `nil` at the end.
    func next() throws(CommandFailure) -> Record? {
        while ahead.isEmpty {
            guard let reader, !reader.isAtEnd, try reader.next(block) else { return nil }
            try block.forEachUnit { (unit: Unit) throws(CommandFailure) in add(unit) }
            ahead.reverse()
            lines += block.lines
            block.reset(capacity: reader.blockSize)
        }
        return ahead.popLast()
    }

    private func add(_ unit: Unit) {
        if unit.isBlank { return }
        let elements = unit.elements(maximumDepth: maximumDepth)
        for (position, range) in zip(unit.positions(elements), elements ?? [0..<unit.content.count]) {
            records += 1
            ahead.append(
                Record(
                    bytes: Array(unit.content[range]), source: source, number: records, position: position.below(lines))
            )
        }
    }
}
