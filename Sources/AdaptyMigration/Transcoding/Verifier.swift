/// ``Laws`` on one record after another, at the speed of the transcoder: up, down, compared byte by byte, upgraded again, and
/// what it says about access before and after. A record on which anything is not plainly right is judged by ``Laws``.
///
/// Not safe to share between threads: make one per thread.
public final class Verifier {
    private let laws: Laws
    private let from: Dialect?
    private let up: Transcoder, down: Transcoder
    private let upgraded = ByteBuffer(), restored = ByteBuffer(), body = ByteBuffer()
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
    public func check(_ range: Range<Int>, of input: ByteBuffer) throws(MigrationError) -> [Laws.Failure] {
        precondition(range.lowerBound >= 0 && range.upperBound <= input.count, "the range is outside the buffer")
        upgraded.removeAll()
        let slow = up.slowRecords
        if let outcome = try? up.convert(range, of: input, into: upgraded), up.slowRecords == slow, holds(range, input, 0, upgraded, outcome) { return [] }
        slowRecords += 1
        return try laws.check(input.store.view.array(range), from: from)
    }

    /// Upgrades the record in a range of the input to the current dialect, appends it with its residue to the output, and checks laws 1, 2, 5 and 7 on the
    /// very bytes that it appended. A record that stays as it is needs no proof.
    ///
    /// - Returns: what became of it, and the laws that do not hold: then what was appended is not to be used.
    /// - Throws: ``MigrationError`` when the record cannot be converted; nothing is appended then.
    public func upgrade(_ range: Range<Int>, of input: ByteBuffer, into output: ByteBuffer) throws(MigrationError) -> (outcome: Transcoder.Outcome, failures: [Laws.Failure]) {
        let start = output.count, slow = up.slowRecords
        let outcome = try up.convert(range, of: input, into: output)
        if output.store.view.part(start..<output.count).equals(input.store.view.part(range)) { return (outcome, []) }
        if up.slowRecords == slow, holds(range, input, start, output, outcome) { return (outcome, []) }
        slowRecords += 1
        let record = input.store.view.array(range), failures = try laws.check(record, from: from)
        guard failures.isEmpty else { return (outcome, failures) }
        return (outcome, try laws.check(record, upgraded: output.store.view.array(start..<output.count), from: from))
    }

    /// - Parameters:
    ///   - start: where the upgraded record begins in its buffer, which it ends.
    ///   - outcome: of the upgrade, which the transcoder ended with.
    /// - Returns: `false` says that it is not plain.
    private func holds(_ range: Range<Int>, _ input: ByteBuffer, _ start: Int, _ upgraded: ByteBuffer, _ outcome: Transcoder.Outcome) -> Bool {
        restored.removeAll()
        guard outcome.hasResidue else {
            // Nothing changed, so laws 1, 5 and 7 hold; law 2 asks for the way down and up, of a newer record as of a current one.
            guard outcome.source == outcome.target || !outcome.source.isUpgraded else { return false }
            return up.returns(range, of: input, outcome.kind, over: self.upgraded, down, into: restored) ?? false
        }
        let record = input.store.view.part(range), current = upgraded.store.view.part(start..<upgraded.count), before = up.access(record, digest), slow = down.slowRecords
        guard (try? down.convert(start..<upgraded.count, of: upgraded, into: restored)) != nil, down.slowRecords == slow else { return false }
        guard restored.store.view.equals(record), down.isSettled(current, outcome.kind, outcome.target) ?? false else { return false }
        guard before != nil, down.access(current, digest) == before else { return false }
        if outcome.source != outcome.target { return true }
        // What was an older variant of the current dialect is a current record like those that nothing changed.
        let residue = down.residuePlace
        body.removeAll()
        body.store.put(current, 0, residue.start - 1)
        body.store.put(current, residue.end, current.count)
        body.store.clearMargin()
        return up.returns(0..<body.count, of: body, outcome.kind, over: self.upgraded, down, into: restored) ?? false
    }
}
