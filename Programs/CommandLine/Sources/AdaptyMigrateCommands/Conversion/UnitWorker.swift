@_spi(Tools) import AdaptyMigrationTools

/// Converts blocks unit by unit, when more than the bytes of a record is needed: for documents, sidecars and dry runs.
final class UnitWorker: BlockWorker {
    struct Note {
        let unit: Unit
        let result: UnitResult
    }

    private let converter: UnitConverter
    private let residues: SidecarReader?
    private let inspection: Inspection?

    /// - Parameters:
    ///   - residues: read in the order of the records, so there can be only one worker with them.
    ///   - inspection: inspects every record; `nil` when none is requested.
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
