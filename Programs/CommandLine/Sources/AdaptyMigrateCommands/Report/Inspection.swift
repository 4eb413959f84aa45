@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// One thread's share of a report.
final class Inspection {
    let inspector: RecordInspector
    /// The current input, by its given name.
    var source = ""
    var report = MigrationReport()

    init(_ inspector: RecordInspector) { self.inspector = inspector }

    /// Inspects a record that was converted.
    ///
    /// - Parameters:
    ///   - written: the converted record, with its residue if it is kept in the record; `nil` when the general path
    ///     converted it.
    ///   - position: relative to the block's lines since it was last taken.
    func look<Finding>(
        at record: [UInt8], written: [UInt8]? = nil, _ position: RecordPosition, in block: Block<Finding>
    ) {
        inspector.inspect(record, written: written, at: place(position, block), into: &report)
    }

    func reject<Finding>(
        _ record: [UInt8], _ error: MigrationError, _ position: RecordPosition, in block: Block<Finding>
    ) {
        inspector.reject(record, error, at: place(position, block), into: &report)
    }

    func reject(_ input: Input, _ error: MigrationError) {
        inspector.reject([], error, at: .init(source: input.name, line: 1, column: 1), into: &report)
    }

    func look(at row: ExportConversion.Row) { inspector.event(row.oldName, became: row.newName, into: &report) }

    private func place<Finding>(_ position: RecordPosition, _ block: Block<Finding>) -> RecordInspector.Place {
        .init(source: source, line: position.line + block.linesBefore, column: position.column)
    }
}
