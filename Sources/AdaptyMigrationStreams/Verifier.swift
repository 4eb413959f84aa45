import AdaptyMigrationAccess
@_spi(Tools) import AdaptyMigrationCore

/// Checks ``Laws`` on one record after another: it upgrades, downgrades, compares byte by byte, upgrades again, and
/// compares access before and after. A current record goes to an older dialect and back.
///
/// Not safe to share between threads: make one verifier per thread.
@_spi(Tools) public final class Verifier {
    private let laws: Laws
    private let upgrade: Request
    private let embedsResidue: Bool
    /// Whether law 2 is checked for every older dialect, and not for the oldest alone.
    private let isThorough: Bool
    private let up = Engine(), down = Engine()
    /// The record, what the upgrade made of it, that without its residue, and what that is in an older dialect.
    private let record = Document(), made = Document(), bare = Document(), older = Document()
    /// The residue, where the target has no place for it.
    private var residue: Residue?
    private let digest = AccessDigest()
    private var totals = ConversionTotals()
    /// Changes upgraded records before they are judged. Tests use it to see that faults are found.
    public var plant: (([UInt8]) -> [UInt8])?

    /// - Parameters:
    ///   - instants: the instants at which access is compared, in microseconds since 1970.
    ///   - from: the records' dialect; `nil` to recognise each.
    ///   - target: the target of the upgrade; `nil` for the current dialect of each kind.
    ///   - embedsResidue: whether ``upgrade(_:of:into:)`` appends records with their residues.
    public convenience init(
        options: MigrationOptions = MigrationOptions(), instants: [Int64], from: Dialect? = nil,
        to target: Dialect? = nil, embedsResidue: Bool = true
    ) {
        let laws = Laws(options: options, instants: instants, to: target)
        self.init(laws, from: from, embedsResidue: embedsResidue, isThorough: false)
    }

    init(_ laws: Laws, from: Dialect?, embedsResidue: Bool = true, isThorough: Bool) {
        (self.laws, self.embedsResidue, self.isThorough) = (laws, embedsResidue, isThorough)
        let place: ResiduePlace = laws.target?.holdsResidue == false ? .beside : .inside
        upgrade = Request(.upgrade, from: from, to: laws.target, place: place, laws.options)
    }

    /// How often each action was applied to the fields of all records so far.
    public var counts: [Ledger.Action: Int] { totals.all }

    /// Whether the last record has members that only its residue has.
    public private(set) var hasLosses = false

    /// Checks laws 1, 2, 5 and 7 on the record in a range of the input.
    ///
    /// - Throws: ``MigrationError`` when the record cannot be converted at all.
    public func check(_ range: Range<Int>, of input: RecordBuffer) throws(MigrationError) -> [Laws.Failure] {
        record.refer(to: view(range, of: input))
        return try judge(try convert())
    }

    func check(_ document: [UInt8]) throws(MigrationError) -> [Laws.Failure] {
        record.write { $0.put(document) }
        return try judge(try convert())
    }

    /// Upgrades the record in a range of the input to the current dialect, with its residue, and checks laws 1, 2, 5 and
    /// 7 on that. Then it appends the record to the output. A record that stays as it is needs no proof.
    ///
    /// - Returns: the result, and the laws that do not hold. If there are any, do not use the appended bytes.
    /// - Throws: ``MigrationError`` when the record cannot be converted; then nothing is appended.
    public func upgrade(_ range: Range<Int>, of input: RecordBuffer, into output: RecordBuffer) throws(MigrationError)
        -> (outcome: Transcoder.Outcome, failures: [Laws.Failure])
    {
        record.refer(to: view(range, of: input))
        let outcome = try convert(), isSame = made.view.equals(record.view)
        let failures = isSame ? [] : try judge(outcome)
        output.store.put(embedsResidue || isSame ? made.view : try bared().view)
        output.store.clearMargin()
        return (outcome, failures)
    }

    private func view(_ range: Range<Int>, of input: RecordBuffer) -> PaddedView {
        precondition(range.lowerBound >= 0 && range.upperBound <= input.count, "the range is outside the buffer")
        return input.store.view.part(range)
    }

    private func convert() throws(MigrationError) -> Outcome {
        let outcome = try up.run(record, upgrade)
        totals.add(up.counts)
        hasLosses = up.counts[.stashed] > 0
        residue = up.residue.count > 0 ? try Residue(json: up.residue.array) : nil
        if up.output.equals(record.view) { made.refer(to: record.view) } else { made.write { $0.put(up.output) } }
        if let planted = plant?(made.view.array) { made.write { $0.put(planted) } }
        return outcome
    }

    /// What was made, without its residue.
    private func bared() throws(MigrationError) -> Document {
        let tape = try tape(made)
        guard let name = ResidueMember.name(tape) else { return made }
        bare.write(made, withoutMember: name, ResidueMember.range(tape, name))
        return bare
    }

    private func tape(_ document: Document) throws(MigrationError) -> Tape {
        try document.tape(laws.options.maximumDepth)
    }

    // MARK: Laws

    /// Checks the laws on the record and on what was made of it.
    private func judge(_ outcome: Outcome) throws(MigrationError) -> [Laws.Failure] {
        let isCurrent = !outcome.hasResidue || outcome.source == outcome.target
        // Bytes that did not change come back, would be upgraded to the same, and say the same.
        if made.view.equals(record.view) { return isCurrent ? try law2(outcome) : [] }
        // Law 5 uses what law 1 read.
        return try law1() + law5(outcome) + (isCurrent ? law2(outcome) : []) + law7(outcome)
    }

    private func law1() throws(MigrationError) -> [Laws.Failure] {
        let back = Request(.downgrade, laws.options)
        _ = try down.run(made, back, residue: residue)
        var original = record.view, words = "upgrade then downgrade differs"
        if ResidueMember.name(try tape(record)) != nil {
            _ = try up.run(record, back)
            original = up.output
            words = "upgraded a second time, the record no longer goes back to the original; it differs"
        }
        if !down.output.equals(original) { return [Laws.Failure(1, words, down.output.array, original.array)] }
        if down.isAsWritten { return [] }
        return [Laws.Failure(law: 1, message: "the upgraded record is not the one whose hash its residue has")]
    }

    private func law5(_ outcome: Outcome) throws(MigrationError) -> [Laws.Failure] {
        var again = upgrade
        if outcome.hasResidue { again.from = nil }
        _ = try up.run(made, again, residue: residue, opened: down.opened)
        if up.output.equals(made.view) { return [] }
        return [Laws.Failure(5, "upgrading twice differs", up.output.array, made.view.array)]
    }

    private func law2(_ outcome: Outcome) throws(MigrationError) -> [Laws.Failure] {
        let bare = try bared(), targets = outcome.kind.dialects.filter { $0.age < outcome.target.age }
        var failures: [Laws.Failure] = []
        for target in isThorough ? targets[...] : targets.prefix(1) {
            let lower = Request(.downgrade, from: outcome.target, to: target, laws.options)
            // What has no older form is refused, and so loses nothing.
            guard let lowered = try? down.run(bare, lower) else { continue }
            older.refer(to: down.output)
            // If nothing changed, there is no residue that names the record's dialect.
            let source = lowered.hasResidue ? nil : target
            _ = try up.run(
                older, Request(.upgrade, from: source, to: outcome.target, place: .nowhere, laws.options))
            if up.output.equals(bare.view) { continue }
            failures.append(
                Laws.Failure(2, "\(target.rawValue) and back differs", up.output.array, bare.view.array))
        }
        return failures
    }

    private func law7(_ outcome: Outcome) throws(MigrationError) -> [Laws.Failure] {
        if let before = digest.sum(try tape(record), isList: outcome.source == .serverV2),
            digest.sum(try tape(made), isList: outcome.target == .serverV2) == before
        {
            return []
        }
        return try laws.access(record.view.array, try bared().view.array, outcome.source, outcome.target)
    }
}
