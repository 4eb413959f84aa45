import AdaptyMigrationTools
import AdaptyMigrationFiles

/// One thread's share of a report.
final class Inspection {
    let inspector: RecordInspector
    /// The input at hand, as it was named.
    var source = ""
    var report = MigrationReport()

    init(_ inspector: RecordInspector) { self.inspector = inspector }

    /// - Parameters:
    ///   - written: what a record became, with its residue where that is kept in it; `nil` where the general path
    ///     converted it.
    ///   - position: in the block's lines since it was last taken.
    func look<Note>(at record: [UInt8], written: [UInt8]? = nil, _ position: RecordPosition, in block: Block<Note>) {
        inspector.inspect(
            record, written: written,
            at: .init(source: source, line: position.line + block.linesBefore, column: position.column), into: &report)
    }
}
