@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// One thread's share of a report.
final class Inspection {
    let inspector: RecordInspector
    /// The current input, by its given name.
    var source = ""
    var report = MigrationReport()

    init(_ inspector: RecordInspector) { self.inspector = inspector }

    /// - Parameters:
    ///   - written: the converted record, with its residue if it is kept in the record; `nil` when the general path
    ///     converted it.
    ///   - position: relative to the block's lines since it was last taken.
    func look<Finding>(
        at record: [UInt8], written: [UInt8]? = nil, _ position: RecordPosition, in block: Block<Finding>
    ) {
        inspector.inspect(
            record, written: written,
            at: .init(source: source, line: position.line + block.linesBefore, column: position.column), into: &report)
    }
}
