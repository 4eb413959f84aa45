@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Converts blocks of lines from bytes to bytes. For an ordinary record, only its output is allocated.
final class LineConverter: BlockWorker {
    private let units: UnitConverter
    /// Created with the first record, because a thread that never starts needs none.
    private lazy var transcoder = units.transcoder

    /// The results for the records so far.
    private(set) var tally = Tally()
    private var arrayActions: [Ledger.Action: Int] = [:]
    /// The access and money information of the records on both sides; `nil` when it is not requested.
    private(set) var totals: Totals?
    private let inspection: Inspection?

    /// - Parameters:
    ///   - units: contains the options of the conversion, and converts lines that are arrays of records.
    ///   - accessAt: the instants at which access is counted, in microseconds since 1970; empty for no counts.
    ///   - inspection: inspects every record and its result; `nil` when none is requested.
    init(_ units: UnitConverter, accessAt: [Int64] = [], _ inspection: Inspection? = nil) {
        self.units = units
        self.inspection = inspection
        totals = accessAt.isEmpty ? nil : Totals(instants: accessAt, maximumDepth: units.migrator.options.maximumDepth)
    }

    /// How often each action was applied to the fields of all records so far.
    var actions: [Ledger.Action: Int] {
        tally.records == 0 ? [:] : transcoder.counts.merging(arrayActions, uniquingKeysWith: +)
    }

    func work(on block: Block<Reject>, flush: () -> Void) throws(CommandFailure) {
        // Stored in local variables: reading them from the block for each line would count references.
        let transcoder = transcoder, input = block.input, output = block.output
        block.forEachLine(flush: flush) { line, bytes in
            convert(line, bytes, block, transcoder, from: input, to: output)
        }
    }

    private func convert(
        _ line: LineCursor.Line, _ bytes: UnsafeRawBufferPointer, _ block: Block<Reject>, _ transcoder: Transcoder,
        from input: RecordBuffer, to output: RecordBuffer
    ) {
        var start = line.content.lowerBound
        while start < line.content.upperBound, bytes[start].isSpace { start += 1 }
        guard start < line.content.upperBound else {
            // A line of white space is not a record; it is kept.
            output.append(UnsafeRawBufferPointer(rebasing: bytes[line.content.lowerBound..<line.end]))
            return
        }
        if bytes[start] == 0x5B {
            convert(block.unit(line, bytes), block)
            return
        }
        block.records += 1
        let before = output.count, slow = transcoder.slowRecords
        do throws(MigrationError) {
            tally.add(try transcoder.convert(line.content, of: input, into: output))
            if let inspection {
                inspection.look(
                    at: Array(bytes[line.content]), written: output.withUnsafeBytes { Array($0[before...]) },
                    position(line, block), in: block)
            }
            if !units.isInStep, units.direction == .downgrade || transcoder.slowRecords > slow {
                joinLines(before, line, bytes, block)
            }
            if totals != nil {
                totals?.add(before: Array(bytes[line.content]), after: output.withUnsafeBytes { Array($0[before...]) })
            }
        } catch {
            let record = Array(bytes[line.content]), position = position(line, block)
            reject(Reject(error: error, position: position, record: record), block)
            inspection?.look(at: record, position, in: block)
            guard units.keepsRejected else { return skipInStep(block) }
            output.append(UnsafeRawBufferPointer(rebasing: bytes[line.content]))
        }
        output.append(UnsafeRawBufferPointer(rebasing: bytes[line.content.upperBound..<line.end]))
    }

    private func position(_ line: LineCursor.Line, _ block: Block<Reject>) -> RecordPosition {
        units.isInStep
            ? .first
            : RecordPosition(
                offset: block.offset + line.content.lowerBound, line: block.lines + 1, column: 1, element: nil)
    }

    /// Converts a line that may be an array of records.
    private func convert(_ line: Unit, _ block: Block<Reject>) {
        let unit =
            units.isInStep ? Unit(content: line.content, ending: line.ending, offset: 0, line: 1, isLine: true) : line
        let result = units.convert(unit, unit.elements(maximumDepth: units.migrator.options.maximumDepth))
        for record in result.records {
            block.records += 1
            inspection?.look(at: record.original, record.position, in: block)
            switch record.outcome {
            case .converted(let migration):
                tally.add(migration, from: record.original)
                arrayActions.merge(migration.ledger.counts, uniquingKeysWith: +)
                totals?.add(before: record.original, after: migration.documentWithoutResidue)
            case .rejected(let error):
                reject(Reject(error: error, position: record.position, record: record.original), block)
            }
        }
        guard let output = result.output else { return skipInStep(block) }
        output.withUnsafeBytes(block.output.append)
        unit.ending.withUnsafeBytes(block.output.append)
    }

    private func reject(_ reject: Reject, _ block: Block<Reject>) {
        tally.add(reject.error)
        block.notes.append(reject)
        guard units.isInStep else { return }
        block.output.append([0x21] + reject.line(source: "-").dropLast() + [0])
    }

    /// The line in place of a rejected line, see `--in-step`.
    private func skipInStep(_ block: Block<Reject>) {
        if units.isInStep { block.output.append([0x2D, 0]) }
    }

    /// A restored record may have line breaks between its members, see ``LineBreaks``.
    private func joinLines(
        _ start: Int, _ line: LineCursor.Line, _ bytes: UnsafeRawBufferPointer, _ block: Block<Reject>
    ) {
        let hasBreaks = block.output.withUnsafeBytes { output in
            LineBreaks.are(
                in: UnsafeRawBufferPointer(rebasing: output[start...]),
                of: UnsafeRawBufferPointer(rebasing: bytes[line.content]))
        }
        if hasBreaks { block.output.replaceBytes(from: start, with: LineBreaks.joined) }
    }
}
