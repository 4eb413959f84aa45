import AdaptyMigrationAccess
import AdaptyMigrationCore

/// ``Laws`` on one record after another, at the speed of the transcoder: up, down, compared byte by byte, upgraded
/// again, and what it says about access before and after. A record on which anything is not plainly right is judged by
/// ``Laws``, and so is what the transcoder made of it.
///
/// Not safe to share between threads: make one per thread.
public final class Verifier {
    private let laws: Laws
    private let from: Dialect?
    private let up: Transcoder, down: Transcoder
    private let upgraded = RecordBuffer(), restored = RecordBuffer(), body = RecordBuffer(), aside = RecordBuffer()
    private let digest = AccessDigest()

    /// - Parameters:
    ///   - instants: the instants at which access is compared; microseconds since 1970.
    ///   - from: the records' dialect; `nil` to recognise each.
    public init(options: MigrationOptions = MigrationOptions(), instants: [Int64], from: Dialect? = nil) {
        laws = Laws(options: options, instants: instants)
        self.from = from
        up = Transcoder(.upgrade, options: options, from: from)
        down = Transcoder(.downgrade, options: options)
    }

    /// How many records ``Laws`` judged.
    public private(set) var slowRecords = 0

    /// What happened to the fields of all records so far.
    public var counts: [Ledger.Action: Int] { up.counts }

    /// Checks laws 1, 2, 5 and 7 on the record in a range of the input.
    ///
    /// - Throws: ``MigrationError`` when the record cannot be converted at all.
    public func check(_ range: Range<Int>, of input: RecordBuffer) throws(MigrationError) -> [Laws.Failure] {
        try check(range, of: input) { _ in }
    }

    /// - Parameter plant: what befalls the upgraded record before it is judged: for tests, to see that a fault is
    ///   found.
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

    /// Upgrades the record in a range of the input to the current dialect, appends it with its residue to the output,
    /// and checks laws 1, 2, 5 and 7 on the very bytes that it appended. A record that stays as it is needs no proof.
    ///
    /// - Returns: what became of it, and the laws that do not hold: then what was appended is not to be used.
    /// - Throws: ``MigrationError`` when the record cannot be converted; nothing is appended then.
    public func upgrade(_ range: Range<Int>, of input: RecordBuffer, into output: RecordBuffer) throws(MigrationError)
        -> (
            outcome: Transcoder.Outcome, failures: [Laws.Failure]
        )
    {
        let start = output.count, slow = up.slowRecords
        let outcome = try up.convert(range, of: input, into: output)
        if output.store.view.part(start..<output.count).equals(input.store.view.part(range)) { return (outcome, []) }
        let verdict = up.slowRecords == slow ? verdict(range, input, start, output, outcome) : .unclear
        return (outcome, try judge(range, of: input, output, from: start, outcome, verdict))
    }

    // MARK: Verdicts

    /// What the fast look at a record says.
    private enum Verdict {
        case holds
        /// Only the general path can say.
        case unclear
        case fails(Laws.Failure)

        static func fails(_ law: Int, _ message: String) -> Verdict { .fails(Laws.Failure(law: law, message: message)) }
    }

    /// The laws on a record that the general path converts.
    private func judge(_ range: Range<Int>, of input: RecordBuffer) throws(MigrationError) -> [Laws.Failure] {
        slowRecords += 1
        return try laws.check(input.store.view.array(range), from: from)
    }

    /// The laws on a record, and on the very bytes that were made of it, which need not be those that ``Laws`` makes.
    ///
    /// - Parameter start: where those bytes begin in their buffer, which they end.
    private func judge(
        _ range: Range<Int>, of input: RecordBuffer, _ upgraded: RecordBuffer, from start: Int,
        _ outcome: Transcoder.Outcome, _ verdict: Verdict
    ) throws(MigrationError) -> [Laws.Failure] {
        if case .holds = verdict { return [] }
        let failures = try judge(range, of: input)
        guard failures.isEmpty else { return failures }
        if case .fails(let failure) = verdict { return [failure] }
        let record = input.store.view.array(range), made = upgraded.store.view.array(start..<upgraded.count)
        if made == record { return [] }
        let again = try Migrator(laws.options).upgrade(made, from: outcome.hasResidue ? nil : from).embedded
        if again != made {
            return [Laws.Failure(law: 5, message: "upgrading twice differs at byte \(Laws.difference(again, made))")]
        }
        guard let origin = try laws.restored(record) else { return try laws.check(record, upgraded: made, from: from) }
        // What was converted before goes back to what it was then, or now is that.
        if try laws.restored(made) ?? made != origin {
            return [
                Laws.Failure(law: 1, message: "what was upgraded again no longer goes back to what it was at first")
            ]
        }
        return try laws.access(record, made, outcome.source)
    }

    /// - Parameters:
    ///   - start: where the upgraded record begins in its buffer, which it ends.
    ///   - outcome: of the upgrade, which the transcoder ended with.
    private func verdict(
        _ range: Range<Int>, _ input: RecordBuffer, _ start: Int, _ upgraded: RecordBuffer,
        _ outcome: Transcoder.Outcome
    ) -> Verdict {
        restored.removeAll()
        guard outcome.hasResidue else {
            // Nothing changed, so laws 1, 5 and 7 hold; law 2 asks for the way down and up, of a newer record as of a
            // current one.
            guard upgraded.store.view.part(start..<upgraded.count).equals(input.store.view.part(range)),
                outcome.source == outcome.target || !outcome.source.isUpgraded
            else { return .unclear }
            return verdict(up.returns(range, of: input, outcome.kind, over: aside, down, into: restored))
        }
        let record = input.store.view.part(range), current = upgraded.store.view.part(start..<upgraded.count)
        // What was upgraded before and stays as it is goes back further than it was given; law 2 is asked of it without
        // its residue.
        if current.equals(record) { return verdict(current, up.residuePlace, outcome) }
        let before = up.access(record, digest), slow = down.slowRecords
        guard (try? down.convert(start..<upgraded.count, of: upgraded, into: restored)) != nil, down.slowRecords == slow
        else { return .unclear }
        guard restored.store.view.equals(record) else {
            return up.hasResidue(record)
                ? .unclear
                : .fails(
                    1,
                    "what the fast way up made goes back to another record: it differs at byte \(Laws.difference(restored.bytes, record.array(0..<record.count)))"
                )
        }
        guard let isSettled = down.isSettled(current, outcome.kind, outcome.target) else { return .unclear }
        guard isSettled else { return .fails(5, "what the fast way up made would be upgraded again") }
        guard before != nil, down.access(current, digest) == before else { return .unclear }
        // What was an older variant of the current dialect is a current record like those that nothing changed.
        return outcome.source == outcome.target ? verdict(current, down.residuePlace, outcome) : .holds
    }

    /// Law 2 on an upgraded record without its residue.
    private func verdict(_ current: ByteView, _ residue: ResiduePlace, _ outcome: Transcoder.Outcome) -> Verdict {
        body.removeAll()
        body.store.put(current, 0, residue.start - 1)
        body.store.put(current, residue.end, current.count)
        body.store.clearMargin()
        return verdict(up.returns(0..<body.count, of: body, outcome.kind, over: aside, down, into: restored))
    }

    /// - Parameter returns: whether a current record comes back from every older dialect,
    ///   ``Transcoder/returns(_:of:_:over:_:into:)``.
    private func verdict(_ returns: Bool?) -> Verdict {
        returns.map { $0 ? .holds : .fails(2, "an older dialect and back differs on the fast path") } ?? .unclear
    }
}
