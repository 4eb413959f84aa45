@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
@_spi(Tools) import AdaptyMigrationTesting

/// Redacts blocks unit by unit. Records keep their places. Those that cannot be redacted are left out.
final class RedactWorker: BlockWorker {
    private let redactor: Redactor
    private let from: Dialect?
    private let maximumDepth: Int

    init(_ redactor: Redactor, _ from: Dialect?, maximumDepth: Int) {
        self.redactor = redactor
        self.from = from
        self.maximumDepth = maximumDepth
    }

    /// The result for a unit: its bytes (none when every record was rejected) and the rejects.
    struct Note {
        let output: [UInt8]?
        let records: Int
        let rejects: [(position: RecordPosition, error: MigrationError)]
    }

    func work(on block: Block<Note>, flush: () -> Void) throws(CommandFailure) {
        try block.forEachUnit { (unit: Unit) throws(CommandFailure) in
            block.notes.append(
                unit.isBlank ? Note(output: unit.content + unit.ending, records: 0, rejects: []) : redact(unit))
            if block.isFull { flush() }
        }
    }

    private func redact(_ unit: Unit) -> Note {
        let elements = unit.elements(maximumDepth: maximumDepth)
        var texts: [[UInt8]?] = [], rejects: [(RecordPosition, MigrationError)] = []
        for (position, range) in zip(unit.positions(elements), elements ?? [0..<unit.content.count]) {
            do throws(MigrationError) {
                texts.append(try redactor.redact(Array(unit.content[range]), from: from))
            } catch {
                texts.append(nil)
                rejects.append((position, error))
            }
        }
        let output = if let elements { UnitConverter.join(texts, elements, in: unit.content) } else { texts[0] }
        let whole = output.map { (unit.isLine ? UnitConverter.onOneLine($0, unit.content) : $0) + unit.ending }
        return Note(output: whole, records: texts.count, rejects: rejects)
    }
}
