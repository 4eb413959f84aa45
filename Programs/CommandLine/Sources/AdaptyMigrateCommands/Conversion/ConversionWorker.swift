@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Converts records from bytes to bytes. For an ordinary record, only its output is allocated.
final class ConversionWorker: BlockWorker {
    /// What is noted about a record.
    enum Converted {
        /// All of it, for a dry run.
        case shown(Migration)
        /// The residue for a sidecar, as JSON.
        case residue([UInt8])
    }

    let maximumDepth: Int
    /// Read in the order of the records, so only one worker can have it; `nil` when residues are in the records.
    var residues: SidecarReader?
    /// The counts of the records so far. Of the actions, those without the transcoder.
    private var counts = ConversionCounts()
    /// ``counted`` when the last input was whole.
    private var kept = ConversionCounts()
    /// The actions that were counted in records of which nothing is written.
    private var takenBack: [Ledger.Action: Int] = [:]
    /// By action, in how many records it was looked for.
    private var looks: [Ledger.Action: Int] = [:]
    /// The actions of which the first member is told.
    private static let told: [Ledger.Action] = [.unreadable, .dropped, .restored]

    private let direction: Direction
    private let options: MigrationOptions
    private let from: Dialect?, to: Dialect?
    private let residuePlace: ResiduePlace
    private let writesRejected: Bool
    private let isDryRun: Bool
    private let inspection: Inspection?
    private let judge = EventJudge()
    /// Created with the first record, because a thread that never starts needs none.
    private lazy var transcoder = Transcoder(
        direction == .upgrade ? .upgrade : .downgrade, options: options, from: from, to: to, residues: residuePlace)

    /// - Parameter inspection: inspects every record and its result; `nil` when none is requested.
    init(_ options: ConversionOptions, _ direction: Direction, _ inspection: Inspection?) {
        self.direction = direction
        self.inspection = inspection
        self.options = options.migration
        maximumDepth = options.input.maxDepth
        from = options.input.from
        // An event has no such dialect, and goes to the current one of events.
        to = options.to == .current && direction == .downgrade ? .sdk2 : options.to?.named
        writesRejected = options.writesRejected
        isDryRun = options.dryRun
        // A downgrade reads the sidecar. A residue that a downgrade creates stays in its record; otherwise it would be
        // lost.
        residuePlace =
            switch options.residue {
            case .embed: .inside
            case .beside: direction == .downgrade ? .inside : .beside
            case .discard: .nowhere
            }
        if !options.accessAt.isEmpty {
            counts.totals = Totals(instants: options.accessAt.map(\.microseconds), maximumDepth: maximumDepth)
        }
        kept = counts
    }

    var isRestorable: Bool { residuePlace == .inside && direction == .upgrade }

    /// What was counted in the records so far.
    var counted: ConversionCounts {
        var all = counts
        let actions = all.tally.records == 0 ? takenBack : all.actions.merging(transcoder.counts, uniquingKeysWith: +)
        all.actions = actions.merging(takenBack, uniquingKeysWith: -).filter { $0.value > 0 }
        return all
    }

    /// Keeps what was counted, because all of the input is written.
    func keep() {
        if counts.tally.records != kept.tally.records { kept = counted }
    }

    /// Forgets what was counted since ``keep()``.
    func takeBack() {
        takenBack.merge(counted.actions.merging(kept.actions, uniquingKeysWith: -), uniquingKeysWith: +)
        (counts.tally, counts.totals, counts.first) = (kept.tally, kept.totals, kept.first)
    }

    func work(
        on range: Range<Int>, of bytes: RecordBuffer, at position: RecordPosition, in block: Block<Converted>
    ) throws(CommandFailure) -> Bool {
        let output = block.output, start = output.count, residue = try residues?.next()
        do throws(MigrationError) {
            if let export = try block.export?.get() {
                try convert(bytes.bytes(in: range), export, output)
                return true
            }
            let outcome = try transcoder.convert(
                range, of: bytes, into: output, residue: residue, unless: block.refusal)
            counts.tally.add(outcome)
            if residuePlace == .nowhere, transcoder.count(of: .stashed) > 0 { counts.tally.addLoss() }
            for action in ConversionWorker.told where transcoder.count(of: action) > 0 {
                try noteFirst(action, bytes.bytes(in: range), residue)
            }
            if isDryRun {
                block.add(.success(.shown(transcoder.migration(outcome))), bytes.bytes(in: range), position)
            } else if let residue = transcoder.residue {
                block.add(.success(.residue(residue)), [], position)
            }
            // Line breaks in a text are escaped.
            if outcome.hadResidue, !position.isText, block.layout == .lines || block.layout == .rejects {
                LineBreaks.join(output, from: start, of: range, in: bytes)
            }
        } catch {
            return reject(bytes.bytes(in: range), error, at: position, in: block)
        }
        if let inspection {
            let written = residuePlace == .beside ? nil : output.bytes(in: start..<output.count)
            inspection.look(at: bytes.bytes(in: range), written: written, position, in: block)
        }
        counts.totals?.add(before: bytes.bytes(in: range), after: output.bytes(in: start..<output.count))
        return true
    }

    func noteOtherName() { counts.tally.addOtherName() }

    func reject(
        _ record: [UInt8], _ error: MigrationError, at position: RecordPosition, in block: Block<Converted>
    ) -> Bool {
        block.add(.failure(error), record, position)
        if block.inside?.leaves(error, at: position) != true {
            counts.tally.add(error)
            inspection?.reject(record, error, position, in: block)
        }
        if writesRejected { block.output.append(record) }
        return writesRejected
    }

    private func convert(_ row: [UInt8], _ export: ExportConversion, _ output: RecordBuffer) throws(MigrationError) {
        let row = try export.convert(row, judge)
        counts.tally.add(row)
        if row.oldName != row.newName { counts.actions[.recoded, default: 0] += 1 }
        if !row.hasKnownName { counts.actions[.unknownName, default: 0] += 1 }
        inspection?.look(at: row)
        output.append(row.bytes)
    }

    private func noteFirst(_ action: Ledger.Action, _ record: [UInt8], _ residue: Residue?) throws(MigrationError) {
        // Where all unreadable values are mended for a version of the SDK, there is none to tell.
        if counts.first[action] != nil || looks[action, default: 0] > 8 { return }
        looks[action, default: 0] += 1
        var options = options
        options.keepsLedger = true
        let migrator = Migrator(options)
        let migration =
            direction == .upgrade
            ? try migrator.upgrade(record, from: from, to: to, residue: residue)
            : try migrator.downgrade(record, from: from, to: to, residue: residue)
        counts.first[action] = migration.ledger.entries.first { $0.action == action }.map {
            FirstMember(path: $0.path, note: $0.note, dialect: migration.target)
        }
    }
}
