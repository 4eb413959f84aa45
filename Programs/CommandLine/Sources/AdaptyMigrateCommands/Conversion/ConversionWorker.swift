@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Converts records from bytes to bytes. For an ordinary record, only its output is allocated.
final class ConversionWorker: BlockWorker {
    let maximumDepth: Int
    /// Read in the order of the records, so only one worker can have it; `nil` when residues are in the records.
    var residues: SidecarReader?
    /// The results for the records so far.
    private(set) var tally = Tally()
    /// The access and money information of the records on both sides; `nil` when it is not requested.
    private(set) var totals: Totals?

    /// The first value that no SDK reads; `nil` for none.
    private(set) var unreadable: Ledger.Entry?

    private let direction: Direction
    private let migrator: Migrator
    private let from: Dialect?
    private let to: DialectArgument?
    private let embedsResidue: Bool
    private let writesRejected: Bool
    /// Whether migrations are noted, for a dry run or a sidecar.
    private let notesMigrations: Bool
    private let isGeneral: Bool
    private let inspection: Inspection?
    private let judge = EventJudge()
    /// How often each action was applied without the transcoder.
    private var otherActions: [Ledger.Action: Int] = [:]
    /// Created with the first record, because a thread that never starts needs none.
    private lazy var transcoder = Transcoder(
        direction == .upgrade ? .upgrade : .downgrade, options: migrator.options, from: from, to: to?.named,
        embedsResidue: embedsResidue)

    /// - Parameter inspection: inspects every record and its result; `nil` when none is requested.
    init(_ options: ConversionOptions, _ direction: Direction, _ inspection: Inspection?) {
        self.direction = direction
        self.inspection = inspection
        migrator = Migrator(options.migration)
        maximumDepth = options.input.maxDepth
        from = options.input.from
        to = options.to
        writesRejected = options.writesRejected
        let isBeside = if case .beside = options.residue { true } else { false }
        // A downgrade reads the sidecar. A residue that a downgrade creates stays in its record; otherwise it would be
        // lost.
        embedsResidue = options.residue == .embed || isBeside && direction == .downgrade
        notesMigrations = options.dryRun || isBeside && direction == .upgrade
        isGeneral = options.dryRun || isBeside || direction == .downgrade && options.to == .current
        if !options.accessAt.isEmpty {
            totals = Totals(instants: options.accessAt.map(\.microseconds), maximumDepth: maximumDepth)
        }
    }

    var isRestorable: Bool { embedsResidue && direction == .upgrade }

    /// How often each action was applied to the fields of all records so far.
    var actions: [Ledger.Action: Int] {
        tally.records == 0 ? [:] : otherActions.merging(transcoder.counts, uniquingKeysWith: +)
    }

    func work(on range: Range<Int>, of bytes: RecordBuffer, at position: RecordPosition, in block: Block<Migration>)
        throws(CommandFailure) -> Bool
    {
        let output = block.output, start = output.count, slow = transcoder.slowRecords
        let residue = try residues?.next()
        do throws(MigrationError) {
            if let export = try block.export?.get() {
                try convert(bytes.bytes(in: range), export, output)
                return true
            }
            if let refusal = block.refusal, try migration(of: bytes.bytes(in: range)).document != bytes.bytes(in: range)
            {
                throw refusal
            }
            let before = transcoder.unreadable
            if isGeneral {
                try migrate(bytes.bytes(in: range), residue, position, block)
            } else {
                tally.add(try transcoder.convert(range, of: bytes, into: output))
                if transcoder.unreadable > before { try noteUnreadable(bytes.bytes(in: range)) }
            }
        } catch {
            return reject(bytes.bytes(in: range), error, at: position, in: block)
        }
        if let inspection {
            let written = isGeneral ? nil : output.bytes(in: start..<output.count)
            inspection.look(at: bytes.bytes(in: range), written: written, position, in: block)
        }
        totals?.add(before: bytes.bytes(in: range), after: output.bytes(in: start..<output.count))
        let mayHaveBreaks = direction == .downgrade || isGeneral || transcoder.slowRecords > slow
        // Line breaks in a text are escaped.
        if mayHaveBreaks, !position.isText, block.layout == .lines || block.layout == .rejects {
            LineBreaks.join(output, from: start, of: range, in: bytes)
        }
        return true
    }

    func reject(
        _ record: [UInt8], _ error: MigrationError, at position: RecordPosition, in block: Block<Migration>
    ) -> Bool {
        block.add(.failure(error), record, position)
        if block.inside?.leaves(error, at: position) != true {
            tally.add(error)
            inspection?.reject(record, error, position, in: block)
        }
        if writesRejected { block.output.append(record) }
        return writesRejected
    }

    private func convert(_ row: [UInt8], _ export: ExportConversion, _ output: RecordBuffer) throws(MigrationError) {
        let row = try export.convert(row, judge)
        tally.add(row)
        if row.oldName != row.newName { otherActions[.recoded, default: 0] += 1 }
        inspection?.look(at: row)
        output.append(row.bytes)
    }

    /// Converts a record when more than its bytes is needed.
    private func migrate(
        _ record: [UInt8], _ residue: Residue?, _ position: RecordPosition, _ block: Block<Migration>
    ) throws(MigrationError) {
        let migration = try migration(of: record, residue)
        tally.add(migration, from: record)
        otherActions.merge(migration.ledger.counts, uniquingKeysWith: +)
        if migration.ledger.counts[.unreadable] != nil { try noteUnreadable(record) }
        block.output.append(embedsResidue ? migration.document : migration.documentWithoutResidue)
        if notesMigrations { block.add(.success(migration), record, position) }
    }

    private func noteUnreadable(_ record: [UInt8]) throws(MigrationError) {
        if unreadable != nil || direction == .downgrade { return }
        var options = migrator.options
        options.keepsLedger = true
        let ledger = try Migrator(options).upgrade(record, from: from, to: to?.named).ledger
        unreadable = ledger.entries.first { $0.action == .unreadable }
    }

    private func migration(of record: [UInt8], _ residue: Residue? = nil) throws(MigrationError) -> Migration {
        switch direction {
        case .upgrade: try migrator.upgrade(record, from: from, to: to?.named, residue: residue)
        case .downgrade: try migrator.downgrade(record, from: from, to: try target(of: record), residue: residue)
        }
    }

    /// The target of a downgrade; `nil` for the dialect that the residue names.
    private func target(of record: [UInt8]) throws(MigrationError) -> Dialect? {
        guard to == .current else { return to?.named }
        return DialectArgument.current.dialect(of: try migrator.detect(record, from: from).kind)
    }
}
