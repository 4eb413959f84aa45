@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Examines the records of blocks for ``Scan``.
final class ScanWorker<Finding>: BlockWorker {
    struct Note {
        let record: [UInt8]
        let position: RecordPosition
        let result: Result<Finding, MigrationError>
    }

    private let maximumDepth: Int
    private let look: Scan<Finding>.Look

    init(maximumDepth: Int, look: @escaping Scan<Finding>.Look) {
        self.maximumDepth = maximumDepth
        self.look = look
    }

    func work(on block: Block<Note>, flush: () -> Void) throws(CommandFailure) {
        try block.forEachUnit { (unit: Unit) throws(CommandFailure) in
            if unit.isBlank { return }
            let elements = unit.elements(maximumDepth: maximumDepth)
            for (position, range) in zip(unit.positions(elements), elements ?? [0..<unit.content.count]) {
                let record = Array(unit.content[range])
                let result = Result { () throws(MigrationError) in try look(record) }
                block.notes.append(Note(record: record, position: position, result: result))
            }
            if block.isFull { flush() }
        }
    }
}
