import AdaptyMigration
import AdaptyMigrationFiles

/// One thread's share of a report.
final class Inspection {
    let inspector: RecordInspector
    private let maximumDepth: Int
    /// The input at hand, as it was named.
    var source = ""
    var report = MigrationReport()

    init(_ inspector: RecordInspector, maximumDepth: Int) {
        self.inspector = inspector
        self.maximumDepth = maximumDepth
    }

    /// Looks at the records of a block; the block stays as it is.
    func look<Note>(at block: Block<Note>) throws(CommandFailure) {
        let lines = block.lines
        try block.forEachUnit { (unit: Unit) throws(CommandFailure) in look(at: unit, below: block.linesBefore) }
        block.lines = lines
    }

    private func look(at unit: Unit, below lines: Int) {
        if unit.isBlank { return }
        let elements = unit.elements(maximumDepth: maximumDepth)
        for (position, range) in zip(unit.positions(elements), elements ?? [0..<unit.content.count]) {
            inspector.inspect(Array(unit.content[range]), at: .init(source: source, line: position.line + lines, column: position.column), into: &report)
        }
    }
}
