import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Checks ``Laws`` on one record after another, at the speed of the transcoder: it upgrades, downgrades, compares byte
/// by byte, upgrades again, and compares access before and after. A current record goes to the oldest dialect and back.
/// A record with any irregularity is judged by ``Laws``, together with the transcoder's output.
///
/// Not safe to share between threads: make one verifier per thread.
@_spi(Tools) public final class Verifier {
    private var laws: Laws
    private let from: Dialect?
    private let embedsResidue: Bool
    private let up: Transcoder, down: Transcoder
    private let upgraded = RecordBuffer(), restored = RecordBuffer(), body = RecordBuffer(), aside = RecordBuffer(),
        newest = RecordBuffer()
    private let digest = AccessDigest()

    /// - Parameters:
    ///   - instants: the instants at which access is compared, in microseconds since 1970.
    ///   - from: the records' dialect; `nil` to recognise each.
    ///   - target: the target of the upgrade; `nil` for the current dialect of each kind.
    ///   - embedsResidue: whether ``upgrade(_:of:into:)`` appends records with their residues.
    public init(
        options: MigrationOptions = MigrationOptions(), instants: [Int64], from: Dialect? = nil,
        to target: Dialect? = nil, embedsResidue: Bool = true
    ) {
        laws = Laws(options: options, instants: instants, to: target)
        laws.isBrief = true
        self.from = from
        self.embedsResidue = embedsResidue
        up = Transcoder(.upgrade, options: options, from: from, to: target)
        down = Transcoder(.downgrade, options: options)
    }

    /// The number of records that ``Laws`` judged.
    public private(set) var slowRecords = 0

    /// How often each action was applied to the fields of all records so far.
    public var counts: [Ledger.Action: Int] { up.counts }

    /// Checks laws 1, 2, 5 and 7 on the record in a range of the input.
    ///
    /// - Throws: ``MigrationError`` when the record cannot be converted at all.
    public func check(_ range: Range<Int>, of input: RecordBuffer) throws(MigrationError) -> [Laws.Failure] {
        try check(range, of: input) { _ in }
    }

    /// - Parameter plant: changes the upgraded record before it is judged. Tests use it to see that faults are found.
    func check(_ range: Range<Int>, of input: RecordBuffer, plant: (RecordBuffer) -> Void) throws(MigrationError)
        -> [Laws
        .Failure]
    {
        precondition(range.lowerBound >= 0 && range.upperBound <= input.count, "the range is outside the buffer")
        upgraded.removeAll()
        let slow = up.slowRecords
        guard let outcome = try? up.convert(range, of: input, into: upgraded), up.slowRecords == slow else {
            return try judge(range, of: input)
        }
        plant(upgraded)
        return try judge(range, of: input, upgraded, from: 0, outcome, verdict(range, input, 0, upgraded, outcome))
    }

    /// Upgrades the record in a range of the input to the current dialect, with its residue, and checks laws 1, 2, 5 and
    /// 7 on that. Then it appends the record to the output. A record that stays as it is needs no proof.
    ///
    /// - Returns: the result, and the laws that do not hold. If there are any, do not use the appended bytes.
    /// - Throws: ``MigrationError`` when the record cannot be converted; then nothing is appended.
    public func upgrade(_ range: Range<Int>, of input: RecordBuffer, into output: RecordBuffer) throws(MigrationError)
        -> (
            outcome: Transcoder.Outcome, failures: [Laws.Failure]
        )
    {
        let start = output.count, slow = up.slowRecords
        let outcome = try up.convert(range, of: input, into: output)
        if output.store.view.part(start..<output.count).equals(input.store.view.part(range)) { return (outcome, []) }
        let verdict = up.slowRecords == slow ? verdict(range, input, start, output, outcome) : .unclear
        let failures = try judge(range, of: input, output, from: start, outcome, verdict)
        if !embedsResidue { removeResidue(from: start, in: output) }
        return (outcome, failures)
    }

    private func removeResidue(from start: Int, in output: RecordBuffer) {
        let made = output.store.view.part(start..<output.count)
        guard let residue = down.residueRange(made) else { return }
        body.store.set(made, without: residue)
        output.store.setCount(start)
        output.store.put(body.store.view)
        output.store.clearMargin()
    }

    // MARK: Verdicts

    /// The result of the fast check.
    private enum Verdict {
        case holds
        /// The laws hold; whether access is the same only ``Laws`` can tell.
        case holdsButAccess
        /// Only ``Laws`` can tell.
        case unclear
        case fails(Laws.Failure)

        static func fails(_ law: Int, _ message: String) -> Verdict { .fails(Laws.Failure(law: law, message: message)) }
    }

    /// Checks the laws on a record in words.
    private func judge(_ range: Range<Int>, of input: RecordBuffer) throws(MigrationError) -> [Laws.Failure] {
        slowRecords += 1
        return try laws.check(input.store.view.part(range).array, from: from)
    }

    /// Checks the laws on a record and on its upgraded bytes, which may differ from those that ``Laws`` makes.
    ///
    /// - Parameter start: the start of those bytes in their buffer; they reach to its end.
    private func judge(
        _ range: Range<Int>, of input: RecordBuffer, _ upgraded: RecordBuffer, from start: Int,
        _ outcome: Transcoder.Outcome, _ verdict: Verdict
    ) throws(MigrationError) -> [Laws.Failure] {
        if case .holds = verdict { return [] }
        let record = input.store.view.part(range).array, made = upgraded.store.view.part(start..<upgraded.count).array
        if case .holdsButAccess = verdict { return try laws.access(record, made, outcome.source, outcome.target) }
        let failures = try judge(range, of: input)
        guard failures.isEmpty else { return failures }
        if case .fails(let failure) = verdict { return [failure] }
        if made == record { return [] }
        let again = try Migrator(laws.options).upgrade(made, from: outcome.hasResidue ? nil : from, to: laws.target)
            .document
        if again != made {
            return [Laws.Failure(law: 5, message: "upgrading twice differs at byte \(Laws.difference(again, made))")]
        }
        let (body, residue) = try ResidueMember.split(try laws.options.index(made))
        if let residue, !residue.isOf(body) {
            return [Laws.Failure(law: 1, message: "the upgraded record is not the one whose hash its residue has")]
        }
        guard let origin = try laws.restored(record) else { return try laws.check(record, upgraded: made, from: from) }
        // A record that was already upgraded goes back to its original, or the upgrade itself is now the original.
        if try laws.restored(made) ?? made != origin {
            return [
                Laws.Failure(law: 1, message: "upgraded a second time, the record no longer goes back to the original")
            ]
        }
        return try laws.access(record, made, outcome.source, outcome.target)
    }

    /// - Parameters:
    ///   - start: the start of the upgraded record in its buffer; it reaches to the end.
    ///   - outcome: the transcoder's result of the upgrade.
    private func verdict(
        _ range: Range<Int>, _ input: RecordBuffer, _ start: Int, _ upgraded: RecordBuffer,
        _ outcome: Transcoder.Outcome
    ) -> Verdict {
        restored.removeAll()
        let record = input.store.view.part(range), current = upgraded.store.view.part(start..<upgraded.count)
        guard outcome.hasResidue else {
            // Nothing changed, so laws 1, 5 and 7 hold. Law 2 checks the way down and up, for newer and for current
            // records.
            guard current.equals(record), outcome.source == outcome.target || outcome.source?.isUpgraded == false else {
                return .unclear
            }
            return verdict(down.returns(record, outcome.kind, over: aside, newest: newest))
        }
        // A record that was already upgraded and stays as it is goes back beyond the given record. Law 2 is checked on
        // it without its residue.
        if current.equals(record) { return verdict(bare: current, down.residueRange(current), outcome) }
        let before = up.access(digest, isList: outcome.source == .serverV2), slow = down.slowRecords
        guard (try? down.convert(start..<upgraded.count, of: upgraded, into: restored)) != nil, down.slowRecords == slow
        else { return .unclear }
        guard restored.store.view.equals(record) else {
            return up.hasResidue
                ? .unclear
                : .fails(
                    1,
                    "the upgrade on the tape goes back to a different record: it differs at byte \(Laws.difference(restored.bytes, record.array))"
                )
        }
        guard down.isAsWritten else { return .unclear }
        let isSameAccess = before != nil && down.access(digest) == before
        guard let isSettled = down.isSettled else { return .unclear }
        guard isSettled else { return .fails(5, "the result of the upgrade on the tape would be upgraded again") }
        // An older variant of the current dialect is now a current record, like one that did not change.
        let verdict =
            outcome.source == outcome.target ? verdict(bare: current, down.residueRange, outcome) : .holds
        if case .holds = verdict, !isSameAccess { return .holdsButAccess }
        return verdict
    }

    /// Law 2 for an upgraded record without its residue.
    private func verdict(bare current: PaddedView, _ residue: Range<Int>?, _ outcome: Transcoder.Outcome) -> Verdict {
        guard let residue else { return .unclear }
        body.store.set(current, without: residue)
        return verdict(down.returns(body.store.view, outcome.kind, over: aside, newest: newest))
    }

    /// - Parameter returns: whether a current record is the same after conversion to the oldest dialect and back,
    ///   ``Transcoder/returns(_:of:_:over:_:into:)``.
    private func verdict(_ returns: Bool?) -> Verdict {
        returns.map { $0 ? .holds : .fails(2, "converting to an older dialect and back differs on the tape") }
            ?? .unclear
    }
}
