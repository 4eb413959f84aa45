import AdaptyMigrationTools

/// Converts blocks unit by unit, where more is wanted of a record than its bytes: for documents, sidecars and dry runs.
final class UnitWorker: BlockWorker {
    struct Note {
        let unit: Unit
        let result: UnitResult
    }

    private let converter: UnitConverter
    private let residues: SidecarReader?
    private let inspection: Inspection?

    /// - Parameters:
    ///   - residues: they are read in the records' order, so with them there may be one worker only.
    ///   - inspection: looks at every record; `nil` where nobody asks.
    init(_ converter: UnitConverter, _ residues: SidecarReader?, _ inspection: Inspection?) {
        self.converter = converter
        self.residues = residues
        self.inspection = inspection
    }

    func work(on block: Block<Note>, flush: () -> Void) throws(CommandFailure) {
        try block.forEachUnit { (unit: Unit) throws(CommandFailure) in
            let result = try convert(unit)
            block.notes.append(Note(unit: unit, result: result))
            for record in result.records { inspection?.look(at: record.original, record.position, in: block) }
            if block.isFull { flush() }
        }
    }

    private func convert(_ unit: Unit) throws(CommandFailure) -> UnitResult {
        if unit.isBlank { return UnitResult(output: unit.content, records: []) }
        let elements = unit.elements(maximumDepth: converter.migrator.options.maximumDepth)
        return converter.convert(unit, elements, residues: try residues?.next(elements?.count ?? 1) ?? [])
    }
}
