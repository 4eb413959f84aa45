@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Proves the records of blocks, and keeps only those with a problem.
final class VerifyWorker: BlockWorker {
    struct Note {
        let record: [UInt8]
        let position: RecordPosition
        /// The number of the record in the block, counted from 1.
        let number: Int
        let result: Result<[Laws.Failure], MigrationError>
    }

    private let laws: Laws
    private let from: Dialect?
    /// Counts and sums before and after; `nil` when they are not requested.
    private(set) var totals: Totals?
    private lazy var verifier = Verifier(options: laws.options, instants: laws.instants, from: from)

    init(_ laws: Laws, from: Dialect?, addsUp: Bool = false) {
        self.laws = laws
        self.from = from
        totals = addsUp ? Totals(instants: laws.instants, maximumDepth: laws.options.maximumDepth) : nil
    }

    func work(on block: Block<Note>, flush: () -> Void) throws(CommandFailure) {
        if block.isDocument || block.keepsRejects {
            return try block.forEachUnit { (unit: Unit) throws(CommandFailure) in check(unit, block) }
        }
        block.forEachLine(flush: flush) { line, bytes in check(line, bytes, block) }
    }

    private func check(_ line: LineCursor.Line, _ bytes: UnsafeRawBufferPointer, _ block: Block<Note>) {
        guard let first = line.content.first(where: { !bytes[$0].isSpace }) else { return }
        if bytes[first] == 0x5B { return check(block.unit(line, bytes), block) }
        let result = Result { () throws(MigrationError) in try verifier.check(line.content, of: block.input) }
        let position = RecordPosition(
            offset: block.offset + line.content.lowerBound, line: block.lines + 1, column: 1, element: nil)
        add(result, position, block) { Array(bytes[line.content]) }
    }

    /// A document, or a line that is an array of records.
    private func check(_ unit: Unit, _ block: Block<Note>) {
        if unit.isBlank { return }
        let elements = unit.elements(maximumDepth: laws.options.maximumDepth)
        for (position, range) in zip(unit.positions(elements), elements ?? [0..<unit.content.count]) {
            let record = Array(unit.content[range])
            add(Result { () throws(MigrationError) in try laws.check(record, from: from) }, position, block) { record }
        }
    }

    private func add(
        _ result: Result<[Laws.Failure], MigrationError>, _ position: RecordPosition, _ block: Block<Note>,
        _ record: () -> [UInt8]
    ) {
        block.records += 1
        if totals != nil { addUp(record()) }
        if case .success(let failures) = result, failures.isEmpty { return }
        block.notes.append(Note(record: record(), position: position, number: block.records, result: result))
    }

    /// A record that cannot be upgraded is not counted on either side.
    private func addUp(_ record: [UInt8]) {
        guard let upgraded = try? Migrator(laws.options).upgrade(record, from: from) else { return }
        totals?.add(before: record, after: upgraded.documentWithoutResidue)
    }
}
