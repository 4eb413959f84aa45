import AdaptyMigration

/// Converts blocks unit by unit, where more is wanted of a record than its bytes: for documents, sidecars and dry runs.
final class UnitWorker: BlockWorker {
    struct Note {
        let unit: Unit
        let result: UnitResult
    }

    private let converter: UnitConverter
    private let residues: SidecarReader?

    /// - Parameter residues: they are read in the records' order, so with them there may be one worker only.
    init(_ converter: UnitConverter, _ residues: SidecarReader?) {
        self.converter = converter
        self.residues = residues
    }

    func work(on block: Block<Note>, flush: () -> Void) throws(CommandFailure) {
        try block.forEachUnit { (unit: Unit) throws(CommandFailure) in
            block.notes.append(Note(unit: unit, result: try convert(unit)))
            if block.isFull { flush() }
        }
    }

    private func convert(_ unit: Unit) throws(CommandFailure) -> UnitResult {
        if unit.isBlank { return UnitResult(output: unit.content, records: []) }
        let elements = unit.elements(maximumDepth: converter.migrator.options.maximumDepth)
        return converter.convert(unit, elements, residues: try residues?.next(elements?.count ?? 1) ?? [])
    }
}
