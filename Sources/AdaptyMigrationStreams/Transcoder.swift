import AdaptyMigrationAccess
@_spi(Tools) import AdaptyMigrationCore

/// Converts records one after another, at the speed of a parser, in reused memory.
///
/// ```swift
/// let transcoder = Transcoder(.upgrade)
/// let outcome = try transcoder.convert(0..<input.count, of: input, into: output)
/// ```
///
/// The bytes are those of ``Migrator``. Not safe to share between threads: make one transcoder per thread.
@_spi(Tools) public final class Transcoder {
    public enum Direction: Sendable {
        case upgrade, downgrade
    }

    public typealias Outcome = AdaptyMigrationCore.Outcome

    /// How often each action was applied to the fields of all records so far.
    public var counts: [Ledger.Action: Int] { totals.all }

    private let engine: Engine, record = Document()

    // Only one thread at a time uses a transcoder, and its methods never overlap. Checking for exclusive access each
    // time would cost more than some records.
    @exclusivity(unchecked) private var totals = ConversionTotals()

    /// - Parameters:
    ///   - from: the records' dialect; `nil` to recognise each.
    ///   - to: the target. `nil` means the current dialect of each record's kind for an upgrade, and the dialect that
    ///     the residue names for a downgrade.
    ///   - residues: where the residues go.
    public init(
        _ direction: Direction, options: MigrationOptions = MigrationOptions(), from: Dialect? = nil,
        to: Dialect? = nil, residues: ResiduePlace = .inside
    ) {
        engine = Engine(
            Request(direction == .upgrade ? .upgrade : .downgrade, from: from, to: to, place: residues, options))
    }

    /// Converts the record in a range of the input (without its line feed) and appends the result to the output.
    ///
    /// - Parameters:
    ///   - residue: the residue that was kept beside the record; `nil` when it is embedded.
    ///   - refusal: thrown if the record would change; `nil` when it may.
    /// - Throws: ``MigrationError``; then nothing is appended.
    public func convert(
        _ range: Range<Int>, of input: RecordBuffer, into output: RecordBuffer, residue: Residue? = nil,
        unless refusal: MigrationError? = nil
    ) throws(MigrationError) -> Outcome {
        precondition(range.lowerBound >= 0 && range.upperBound <= input.count, "the range is outside the buffer")
        precondition(input !== output, "input and output must be two buffers")
        record.refer(to: input.store.view.part(range))
        let outcome = try engine.run(record, residue: residue)
        if let refusal, !engine.output.equals(record.view) { throw refusal }
        totals.add(engine.counts)
        output.store.put(engine.output)
        output.store.clearMargin()
        return outcome
    }

    // What follows speaks of the record that was converted last.

    /// How often an action was applied to its fields.
    public func count(of action: Ledger.Action) -> Int { engine.counts[action] }

    /// The residue that goes beside the record, as JSON; `nil` when there is none.
    public var residue: [UInt8]? { engine.residue.count > 0 ? engine.residue.array : nil }

    /// A copy of all that is known of the conversion.
    ///
    /// - Parameter outcome: the result for the record.
    public func migration(_ outcome: Outcome) -> Migration { engine.migration(outcome) }
}
