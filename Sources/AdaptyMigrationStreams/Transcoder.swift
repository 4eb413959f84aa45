import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Converts records one after another, at the speed of a parser, in reused memory.
///
/// ```swift
/// let transcoder = Transcoder(.upgrade)
/// let outcome = try transcoder.convert(0..<input.count, of: input, into: output)
/// ```
///
/// The bytes are always those of ``Migrator``. The original is read back from every upgraded record, and compared,
/// before the record is appended. Not safe to share between threads: make one transcoder per thread.
@_spi(Tools) public final class Transcoder {
    public enum Direction: Sendable {
        case upgrade, downgrade
    }

    /// The result for one record.
    public struct Outcome: Sendable {
        /// `nil` for a document of which nothing is known, which a downgrade leaves as it is.
        public let source: Dialect?
        /// Without a ``source`` it says nothing.
        public let target: Dialect
        /// Without a ``source`` it says nothing.
        public let kind: RecordKind
        /// Whether the document differs from the input, apart from the residue.
        public let isChanged: Bool
        public let hasResidue: Bool
    }

    /// How often each action was applied to the fields of all records so far.
    public var counts: [Ledger.Action: Int] { allCounts.all }

    /// How many values of all records so far no side can read.
    public var unreadable: Int { allCounts[.unreadable] }

    /// The number of records that were converted by ``Migrator``.
    public private(set) var slowRecords = 0

    private let direction: Direction
    private let migrator: Migrator
    private let from: Dialect?
    private let to: Dialect?
    private let embedsResidue: Bool
    private let isOnTape: Bool

    // Only one thread at a time uses a transcoder, and its methods never overlap. Checking for exclusive access each
    // time would cost more than some records.
    @exclusivity(unchecked) private var allCounts = ConversionTotals()
    private let engine: RecordEngine
    private let tapes = TapeBuilder()
    @exclusivity(unchecked) private var last: Tape?

    /// - Parameters:
    ///   - from: the records' dialect; `nil` to recognise each.
    ///   - to: the target. `nil` means the current dialect of each record's kind for an upgrade, and the dialect that
    ///     the residue names for a downgrade.
    ///   - embedsResidue: whether the residue becomes the record's last member; otherwise it is discarded.
    public init(
        _ direction: Direction, options: MigrationOptions = MigrationOptions(), from: Dialect? = nil,
        to: Dialect? = nil, embedsResidue: Bool = true
    ) {
        self.direction = direction
        self.from = from
        self.to = to
        self.embedsResidue = embedsResidue
        migrator = Migrator(options)
        engine = RecordEngine(options)
        isOnTape = options.isPlain
    }

    /// Converts the record in a range of the input (without its line feed) and appends the result to the output.
    ///
    /// - Throws: ``MigrationError``; then nothing is appended.
    public func convert(_ range: Range<Int>, of input: RecordBuffer, into output: RecordBuffer) throws(MigrationError)
        -> Outcome
    {
        precondition(range.lowerBound >= 0 && range.upperBound <= input.count, "the range is outside the buffer")
        precondition(input !== output, "input and output must be two buffers")
        let bytes = input.store.view.part(range)
        if isOnTape, let tape = tape(bytes) {
            if let outcome = direction == .upgrade ? upgrade(tape, output) : downgrade(tape, output) {
                output.store.clearMargin()
                return outcome
            }
        }
        slowRecords += 1
        return try general(bytes.array, output)
    }

    /// The tape of a record, valid until the next one; `nil` when it is not JSON.
    private func tape(_ bytes: PaddedView) -> Tape? {
        last = tapes.tape(bytes, maximumDepth: migrator.options.maximumDepth)
        return last
    }

    private func general(_ record: [UInt8], _ output: RecordBuffer) throws(MigrationError) -> Outcome {
        let migration =
            switch direction {
            case .upgrade: try migrator.upgrade(record, from: from, to: to)
            case .downgrade: try migrator.downgrade(record, from: from, to: to)
            }
        allCounts.add(migration.ledger.tallies)
        output.append(embedsResidue ? migration.document : migration.documentWithoutResidue)
        return Outcome(
            source: migration.source, target: migration.target, kind: migration.kind,
            isChanged: migration.documentWithoutResidue != record,
            hasResidue: migration.hasResidue)
    }

    // MARK: Up

    private func upgrade(_ tape: Tape, _ output: RecordBuffer) -> Outcome? {
        // Why a record is refused is for ``Migrator`` to say.
        guard
            let outcome = engine.upgrade(tape, from: from, to: to, embedsResidue: embedsResidue),
            embedsResidue || !outcome.found.hasResidue
        else { return nil }
        let counts = engine.counts
        if outcome.isChanged, embedsResidue, !engine.isProven(tape) { return nil }
        allCounts.add(counts)
        output.store.put(outcome.isChanged ? engine.output : tape.view)
        let found = outcome.found
        // A promo becomes its paywall.
        return Outcome(
            source: found.hasResidue ? found.column.dialect : from ?? found.column.dialect, target: outcome.target,
            kind: found.kind.upgraded, isChanged: outcome.isChanged || found.hasResidue,
            hasResidue: outcome.isChanged || found.hasResidue)
    }

    // MARK: Down

    private func downgrade(_ tape: Tape, _ output: RecordBuffer) -> Outcome? {
        if ResidueMember.name(tape) != nil { return restore(tape, output) }
        if let to { return lower(tape, to, output) }
        // Without residue the document stays as it is; only its dialect is needed.
        guard tape.kind(0) == .object, let found = engine.found(tape, from) else { return nil }
        output.store.put(tape.view)
        let dialect = found.column.dialect
        return Outcome(source: dialect, target: dialect, kind: found.kind, isChanged: false, hasResidue: false)
    }

    private func restore(_ tape: Tape, _ output: RecordBuffer) -> Outcome? {
        guard let restored = engine.restore(tape),
            to == nil || to == restored.from.dialect && to != restored.to.dialect
        else { return nil }
        output.store.put(engine.restored)
        isAsWritten = restored.isAsWritten
        return Outcome(
            source: restored.to.dialect, target: restored.from.dialect, kind: restored.kind, isChanged: true,
            hasResidue: false)
    }

    private func lower(_ tape: Tape, _ target: Dialect, _ output: RecordBuffer) -> Outcome? {
        guard let outcome = engine.lower(tape, from: from, to: target) else { return nil }
        allCounts.add(engine.counts)
        if outcome.isChanged, !embedsResidue {
            output.store.put(engine.output.part(0..<engine.residueRange.lowerBound))
            output.store.put(engine.output.part(engine.residueRange.upperBound..<engine.output.count))
        } else {
            output.store.put(outcome.isChanged ? engine.output : tape.view)
        }
        return Outcome(
            source: outcome.found.column.dialect, target: target, kind: outcome.found.kind,
            isChanged: outcome.isChanged, hasResidue: outcome.isChanged)
    }

    // MARK: Proof

    // What follows speaks of the record that was converted last, whose tape is still there.

    /// Whether every byte of the record that was restored is as the upgrade wrote it.
    private(set) var isAsWritten = false

    /// Whether the record has the residue of an earlier upgrade.
    var hasResidue: Bool { last.map { ResidueMember.name($0) != nil } ?? false }

    /// The access digest of the record.
    func access(_ digest: AccessDigest, isList: Bool = false) -> UInt64? {
        last.flatMap { digest.sum($0, isList: isList) }
    }

    /// Whether another upgrade would leave the record as it is; `nil` when only ``Migrator`` can tell.
    var isSettled: Bool? { last.flatMap { engine.isSettled($0) } }

    /// The bytes of the record's residue; `nil` when it has none.
    var residueRange: Range<Int>? { last.flatMap { ResidueMember.range($0) } }

    /// The same of another record.
    func residueRange(_ record: PaddedView) -> Range<Int>? { tape(record).flatMap { ResidueMember.range($0) } }

    /// Converts a record, as one of the current dialect, to the oldest dialect and back. The result is whether it is the
    /// same, or `nil` when only ``Migrator`` can tell.
    ///
    /// - Parameter newest: memory for the newest form of a record in an older one. It goes down from there.
    func returns(_ record: PaddedView, _ kind: RecordKind, over aside: RecordBuffer, newest: RecordBuffer) -> Bool? {
        let current: Dialect = kind == .event ? .webhook : .sdk2
        guard let oldest = kind.dialects.first(where: { $0.age < current.age }) else { return true }
        guard let tape = tape(record) else { return nil }
        // The way down is refused, so nothing is lost.
        if Envelope(tape).isByPlacement { return true }
        guard let isNewest = engine.isNewest(tape, current) else { return nil }
        if isNewest { return goesDown(tape, current, to: oldest, over: aside) }
        newest.store.set(engine.output, without: engine.residueRange)
        guard let tape = self.tape(newest.store.view), engine.isNewest(tape, current) == true else { return nil }
        return goesDown(tape, current, to: oldest, over: aside)
    }

    private func goesDown(_ tape: Tape, _ current: Dialect, to target: Dialect, over aside: RecordBuffer) -> Bool? {
        guard let lowered = engine.lower(tape, from: current, to: target) else { return nil }
        guard lowered.isChanged else {
            let raised = engine.upgrade(tape, from: target, to: current, embedsResidue: false)
            return raised.map(\.isChanged) == false ? true : nil
        }
        aside.removeAll()
        aside.store.put(engine.output)
        aside.store.clearMargin()
        let record = tape.view
        guard let down = self.tape(aside.store.view), engine.restore(down) != nil else { return nil }
        return engine.restored.equals(record)
    }
}
