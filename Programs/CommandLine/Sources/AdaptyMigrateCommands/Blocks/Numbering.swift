@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Gives the records of blocks, which are taken in order, their numbers and positions in the input.
struct Numbering {
    private let source: String
    private var lines = 0, records = 0

    init(source: String) { self.source = source }

    /// The records of a block that have a note.
    mutating func take<Finding>(_ block: Block<Finding>) -> [(Record, Result<Finding, MigrationError>)] {
        defer {
            lines += block.lines
            records += block.records
        }
        return block.notes.map { note in
            let record = Record(
                bytes: note.record, source: source, number: records + note.number,
                position: note.position.below(lines))
            return (record, note.result)
        }
    }
}
