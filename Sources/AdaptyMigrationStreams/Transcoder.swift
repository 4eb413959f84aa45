import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Converts records one after another, at the speed of a parser: bytes to bytes in one pass, in reused memory.
///
/// ```swift
/// let transcoder = Transcoder(.upgrade)
/// let outcome = try transcoder.convert(0..<input.count, of: input, into: output)
/// ```
///
/// The bytes are always those of ``Migrator``. Rare cases (errors, duplicate and colliding names, ties between
/// dialects, structures that are rebuilt) automatically take the general path. Every upgraded record is converted back
/// and compared with its original before it is appended, as `Migrator` does, unless `proves` is `false`. Not safe to
/// share between threads: make one transcoder per thread.
public final class Transcoder {
    public enum Direction: Sendable {
        case upgrade, downgrade
    }

    /// The result for one record.
    public struct Outcome: Sendable {
        public let source: Dialect
        public let target: Dialect
        public let kind: RecordKind
        /// Whether the document differs from the input, apart from the residue.
        public let isChanged: Bool
        public let hasResidue: Bool
    }

    /// How often each action was applied to the fields of all records so far.
    public var counts: [Ledger.Action: Int] {
        var all = generalCounts
        fastCounts.add(to: &all)
        return all
    }

    /// The number of records that were not converted in one pass.
    public private(set) var slowRecords = 0

    private let direction: Direction
    private let migrator: Migrator
    private let from: Dialect?
    private let to: Dialect?
    private let embedsResidue: Bool
    private let proves: Bool
    private lazy var prover = Transcoder(.downgrade, options: migrator.options)
    /// Proves records whose residue is not written.
    private lazy var witness = Transcoder(.upgrade, options: migrator.options, from: from, to: to)
    private lazy var aside = RecordBuffer(capacity: 1 << 12)
    private let isFast: Bool

    // Only one thread at a time uses a transcoder, and its methods never overlap. Checking for exclusive access each
    // time would cost more than some records.
    @exclusivity(unchecked) private var fastCounts = LedgerCounts()
    private var generalCounts: [Ledger.Action: Int] = [:]
    private let index = QuoteIndex()
    private let tapes = TapeBuilder()
    private let programs: Programs
    @exclusivity(unchecked) private var up: UpgradeWalk
    @exclusivity(unchecked) private var back: RestoreWalk
    /// The guess with which ``up`` starts; `nil` for upgraded records.
    @exclusivity(unchecked) private var expected: Guess?
    private let memberName = NameToken(Residue.memberName)
    private let unused = RecordBuffer(capacity: 1 << 12)
    private let events = EventNames()
    /// Recent guesses for records with the same first names.
    @exclusivity(unchecked) private var guesses: [Guess?] = Array(repeating: nil, count: 64)
    @exclusivity(unchecked) private var lastGuess: Guess
    /// Whether the last record was already upgraded. Such records usually come together.
    @exclusivity(unchecked) private var comesAgain = false

    /// - Parameters:
    ///   - from: the records' dialect; `nil` to recognise each.
    ///   - to: the target. `nil` means the current dialect of each record's kind for an upgrade, and the dialect that
    ///     the residue names for a downgrade.
    ///   - embedsResidue: whether the residue becomes the record's last member; otherwise it is discarded.
    ///   - proves: whether every upgraded record is converted back and compared with its original before it is
    ///     appended. Leave it on unless the same run is verified otherwise.
    public init(
        _ direction: Direction, options: MigrationOptions = MigrationOptions(), from: Dialect? = nil,
        to: Dialect? = nil, embedsResidue: Bool = true,
        proves: Bool = true
    ) {
        self.proves = proves
        self.direction = direction
        self.from = from
        self.to = to
        self.embedsResidue = embedsResidue
        migrator = Migrator(options)
        let isPlain =
            !options.strict && !options.fillRequired && options.instant == nil && !options.keepsLedger
            && options.maximumDepth >= 64
        let isDown = direction == .downgrade && to.map { $0.age < $0.hub.age && !$0.isEvent } ?? false
        isFast =
            isPlain && from != .webhook
            && (to == nil || isDown || direction == .upgrade && (to == .sdk2 || to == .webhook))
        programs = Programs(source: from)
        lastGuess = Guess(
            kind: from?.isEvent ?? false ? .event : .profile,
            column: from.map { $0.isEvent ? .webhookLegacy : $0.column } ?? .sdk1Wire)
        let empty = Cursor(forms: .shared, bytes: unused.store.view, quotes: UnsafePointer(index.positions)),
            depth = Transcoder.depth(options)
        let program = programs.settled(lastGuess.column, to: lastGuess.column, lastGuess.kind)
        up = UpgradeWalk(empty, program, lastGuess, maximumDepth: depth, events: events, out: unused.store)
        back = RestoreWalk(empty, program, maximumDepth: depth, events, out: unused.store)
    }

    deinit {
        up.deallocate()
        back.deallocate()
        events.deallocate()
        memberName.deallocate()
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
        if isFast, let outcome = direction == .upgrade ? upgrade(bytes, output) : downgrade(bytes, output) {
            return outcome
        }
        slowRecords += 1
        if isFast, direction == .upgrade, let outcome = try onTape(bytes, output) { return outcome }
        return try general(bytes.array(0..<bytes.count), output)
    }

    // MARK: On the tape

    /// Converts a record with an object that cannot be converted in one pass.
    private func onTape(_ bytes: ByteView, _ output: RecordBuffer) throws(MigrationError) -> Outcome? {
        guard
            let tape = tapes.tape(
                bytes.start, count: bytes.count, maximumDepth: migrator.options.maximumDepth, names: KnownNames.numbers),
            let result = try TapeUpgrade.upgrade(tape, from: from, migrator.options), to == nil || to == result.target
        else { return nil }
        if proves, let converted = result.converted {
            aside.removeAll()
            aside.append(converted.documentWithResidue)
            guard isProven(0..<aside.count, of: aside, bytes) else { return nil }
        }
        for (action, count) in result.counts { generalCounts[action, default: 0] += count }
        let found = result.found
        lastGuess = Guess(kind: found.kind, column: found.kind == .event ? .webhookLegacy : found.column)
        if let converted = result.converted {
            output.append(embedsResidue ? converted.documentWithResidue : converted.document)
        } else {
            output.append(bytes.array(0..<bytes.count))
        }
        return Outcome(
            source: from ?? found.column.dialect, target: result.target, kind: found.kind,
            isChanged: result.converted != nil, hasResidue: result.converted != nil)
    }

    // MARK: The general path

    private func general(_ record: [UInt8], _ output: RecordBuffer) throws(MigrationError) -> Outcome {
        let migration =
            switch direction {
            case .upgrade: try migrator.upgrade(record, from: from, to: to)
            case .downgrade: try migrator.downgrade(record, from: from, to: to)
            }
        for (action, count) in migration.ledger.counts { generalCounts[action, default: 0] += count }
        output.append(embedsResidue ? migration.documentWithResidue : migration.document)
        lastGuess = Guess(
            kind: migration.kind, column: migration.kind == .event ? .webhookLegacy : migration.source.column)
        return Outcome(
            source: migration.source, target: migration.target, kind: migration.kind,
            isChanged: migration.document != record,
            hasResidue: migration.residue != nil)
    }

    // MARK: Up

    private func upgrade(_ bytes: ByteView, _ output: RecordBuffer) -> Outcome? {
        if proves, !embedsResidue {
            // A proof needs the residue, so the record is proven with it first.
            aside.removeAll()
            guard witness.upgrade(bytes, aside) != nil else { return nil }
        }
        guard index.scan(bytes, DefaultMasks.self) else { return nil }
        if comesAgain, let outcome = settled(bytes, output) { return outcome }
        let before = output.count, counts = fastCounts
        guard let outcome = guessed(bytes, output) else {
            guard !comesAgain, let outcome = settled(bytes, output) else { return nil }
            comesAgain = true
            return outcome
        }
        comesAgain = false
        if proves, embedsResidue, outcome.isChanged, !isProven(before..<output.count, of: output, bytes) {
            output.store.setCount(before)
            fastCounts = counts
            return nil
        }
        return outcome
    }

    /// A record that was already upgraded stays as it is, if its residue has the form written today and nothing in it
    /// would be converted today. Then there is nothing to prove.
    private func settled(_ bytes: ByteView, _ output: RecordBuffer) -> Outcome? {
        guard embedsResidue, let name = residueName(bytes) else { return nil }
        unused.removeAll()
        // Only whether the residue leads back matters here, not the restored record.
        guard let past = restore(bytes, name, unused), past.source == past.source.hub, to == nil || to == past.source,
            residuePlace.isAsWritten(bytes)
        else { return nil }
        unused.removeAll()
        let column = past.source.column
        expectSettled(Guess(kind: past.kind, column: column), to: column, residuePlace)
        guard case .success(let walked) = walk(bytes, unused), !walked.isChanged else { return nil }
        fastCounts.add(up.counts)
        // The residue is not a member of the record.
        fastCounts.unknown &-= 1
        output.store.put(bytes, 0, bytes.count)
        output.store.clearMargin()
        return Outcome(source: past.source, target: past.source, kind: past.kind, isChanged: true, hasResidue: true)
    }

    /// Whether the record converts back to its original.
    private func isProven(_ range: Range<Int>, of output: RecordBuffer, _ original: ByteView) -> Bool {
        unused.removeAll()
        guard (try? prover.convert(range, of: output, into: unused)) != nil else { return false }
        defer { unused.removeAll() }
        return unused.store.view.equals(original)
    }

    /// Walks with the likeliest guess. If the guess was wrong, walks again with a better one.
    private func guessed(_ bytes: ByteView, _ output: RecordBuffer) -> Outcome? {
        let slot = slot()
        var guess = guesses[slot] ?? lastGuess
        // Checked before the walk, which would notice it only at its end.
        if guess.kind == .profile, cursor(bytes).startsAsEnvelope {
            guess.insertsID = index.firstString(.profileID, in: bytes) == nil
        }
        for _ in 0..<4 {
            switch walk(bytes, guess, output) {
            case .success(let outcome):
                guesses[slot] = guess
                lastGuess = guess
                return outcome
            case .failure(.general): return nil
            case .failure(.misjudged(let other)): guess = other
            }
        }
        return nil
    }

    /// A slot for the guess. The positions of the first strings of the record indexed last usually determine what it
    /// is.
    private func slot() -> Int {
        var hash = 0
        for number in 0..<4 {
            let position = index.positions[number]
            if position == QuoteIndex.end { break }
            hash = (hash &* 31) &+ Int(position)
        }
        return hash & 63
    }

    private func walk(_ bytes: ByteView, _ guess: Guess, _ output: RecordBuffer) -> Result<Outcome, Detour> {
        if expected != guess {
            guard let program = programs.upgrade(guess), isTarget(guess) else { return .failure(.general) }
            up.expect(guess, program, embeds: embedsResidue, isUpgraded: false)
            expected = guess
        }
        guard guess.column.dialect.isUpgraded else { return newer(bytes, guess, output) }
        return walk(bytes, output).map { walked in
            if direction == .upgrade || to != nil { fastCounts.add(up.counts) }
            return Outcome(
                source: from ?? walked.source, target: walked.target, kind: guess.kind, isChanged: walked.isChanged,
                hasResidue: walked.isChanged)
        }
    }

    /// A record that is newer than the target stays as it is. An older variant of its dialect needs the general path,
    /// which also leaves it unchanged.
    private func newer(_ bytes: ByteView, _ guess: Guess, _ output: RecordBuffer) -> Result<Outcome, Detour> {
        let before = output.count
        return walk(bytes, output).flatMap { walked in
            guard !walked.isChanged else {
                output.store.setCount(before)
                return .failure(.general)
            }
            if direction == .upgrade { fastCounts.newerThanTarget &+= 1 }
            return .success(
                Outcome(
                    source: walked.source, target: walked.source.hub, kind: guess.kind, isChanged: false,
                    hasResidue: false))
        }
    }

    /// Whether the guess has the requested dialect and converts to the target in one step over the table, or stays as
    /// it is.
    private func isTarget(_ guess: Guess) -> Bool {
        let hub = guess.column.dialect.hub
        return (from == nil || from == guess.column.dialect) && (to == nil || to == hub || direction == .downgrade)
    }

    /// Walks the record that was indexed last. If the walk fails, its output is removed.
    private func walk(_ bytes: ByteView, _ output: RecordBuffer) -> Result<UpgradeWalk.Summary, Detour> {
        let before = output.count
        let result = Result { () throws(Detour) in try up.upgrade(cursor(bytes), &output.store) }
        if case .failure = result { output.store.setCount(before) } else { output.store.clearMargin() }
        return result
    }

    private func cursor(_ bytes: ByteView) -> Cursor {
        Cursor(
            forms: .shared, bytes: bytes, quotes: UnsafePointer(index.positions), firstBackslash: index.firstBackslash,
            isVerbatim: index.isVerbatim)
    }

    /// Room for the levels of records above an unknown value. The walks use one nested call per level. Whatever the
    /// limit, records that are deeper than usual therefore take the general path, whose scanner uses the heap.
    private static func depth(_ options: MigrationOptions) -> Int {
        min(options.maximumDepth, MigrationOptions().maximumDepth) - 16
    }

    // MARK: Proof

    /// Whether the upgraded record that was converted back last, and its residue, would stay as they are in another
    /// upgrade; `nil` when only the general path can tell.
    func isSettled(_ bytes: ByteView, _ kind: RecordKind, _ hub: Dialect) -> Bool? {
        unused.removeAll()
        return staysSame(bytes, Guess(kind: kind, column: hub.column), to: hub.column, unused, residue: residuePlace)
    }

    /// The place of the residue in the record that was converted back last.
    var residuePlace: ResiduePlace { back.residuePlace }

    /// Converts a current record to every older dialect and back. The result is whether the record is the same each
    /// time, or `nil` when only the general path can tell.
    func returns(
        _ range: Range<Int>, of input: RecordBuffer, _ kind: RecordKind, over aside: RecordBuffer, _ down: Transcoder,
        into restored: RecordBuffer
    ) -> Bool? {
        let bytes = input.store.view.part(range), current = Transcoder.current(kind)
        guard index.scan(bytes, DefaultMasks.self) else { return nil }
        for target in Transcoder.older[kind.number] {
            aside.removeAll()
            guard let isSame = staysSame(bytes, Guess(kind: kind, column: current), to: target, aside) else {
                return nil
            }
            if isSame {
                // Without a stated dialect, the guess for the record is used again.
                guard from == nil else { return nil }
                continue
            }
            restored.removeAll()
            let slow = down.slowRecords
            guard (try? down.convert(0..<aside.count, of: aside, into: restored)) != nil, down.slowRecords == slow
            else { return nil }
            guard restored.store.view.part(0..<restored.count).equals(bytes) else { return false }
        }
        return true
    }

    private static func current(_ kind: RecordKind) -> Column { kind == .event ? .webhook : .sdk2 }

    /// By kind, the dialects that law 2 requires.
    private static let older: [[Column]] = RecordKind.converted.sorted { $0.number < $1.number }.map { kind in
        kind.dialects.filter { $0.age < current(kind).dialect.age }.map(\.column)
    }

    /// Converts an upgraded record, and returns whether nothing changed.
    private func staysSame(
        _ bytes: ByteView, _ guess: Guess, to: Column, _ output: RecordBuffer, residue: ResiduePlace? = nil
    ) -> Bool? {
        expectSettled(guess, to: to, residue)
        guard case .success(let walked) = walk(bytes, output) else { return nil }
        return !walked.isChanged
    }

    /// Announces records of a known dialect.
    private func expectSettled(_ guess: Guess, to: Column, _ residue: ResiduePlace? = nil) {
        up.expect(
            guess, programs.settled(guess.column, to: to, guess.kind), embeds: embedsResidue, isUpgraded: true,
            residue: residue)
        expected = nil
    }

    /// The access digest of the record that was converted last.
    func access(_ bytes: ByteView, _ digest: AccessDigest) -> UInt64? {
        let isUp = direction == .upgrade
        return digest.sum(
            cursor(bytes), depth: Transcoder.depth(migrator.options), residue: isUp ? nil : residuePlace,
            isList: isUp && lastGuess.column == .serverV2)
    }

    // MARK: Down

    private func downgrade(_ bytes: ByteView, _ output: RecordBuffer) -> Outcome? {
        guard index.scan(bytes, DefaultMasks.self) else { return nil }
        if let name = residueName(bytes) { return restore(bytes, name, output) }
        if let to { return lowered(bytes, to, output) }
        // Without residue the document stays as it is; only its dialect is needed.
        let before = output.count
        guard let outcome = guessed(bytes, output) else { return nil }
        output.store.setCount(before)
        output.store.put(bytes, 0, bytes.count)
        output.store.clearMargin()
        return Outcome(
            source: outcome.source, target: outcome.source, kind: outcome.kind, isChanged: false, hasResidue: false)
    }

    /// Converts a record without residue to a named older dialect. This works for current records that an upgrade
    /// leaves unchanged.
    private func lowered(_ bytes: ByteView, _ target: Dialect, _ output: RecordBuffer) -> Outcome? {
        let before = output.count, counts = fastCounts
        if let found = guessed(bytes, output), !found.isChanged, found.source == found.target,
            found.kind.dialects.contains(target)
        {
            output.store.setCount(before)
            expectSettled(Guess(kind: found.kind, column: found.target.column), to: target.column)
            if case .success(let walked) = walk(bytes, output) {
                fastCounts.add(up.counts)
                return Outcome(
                    source: found.source, target: target, kind: found.kind, isChanged: walked.isChanged,
                    hasResidue: walked.isChanged)
            }
        }
        output.store.setCount(before)
        fastCounts = counts
        return nil
    }

    /// The number of the quote at which the residue's name begins, if the document ends like one with a residue.
    private func residueName(_ bytes: ByteView) -> Int? {
        var end = bytes.count, tail: UInt32 = 0
        while end > 0, tail & 0xFF00_0000 == 0 {
            end -= 1
            if bytes[end] > 0x20 { tail = tail << 8 | UInt32(bytes[end]) }
        }
        // `}]}}`, read from the end.
        guard tail == 0x7D7D_5D7D else { return nil }
        return index.lastString(memberName, in: bytes)
    }

    /// Whether the record that was indexed last has the residue of an earlier upgrade.
    func hasResidue(_ bytes: ByteView) -> Bool { residueName(bytes) != nil }

    private func restore(_ bytes: ByteView, _ name: Int, _ output: RecordBuffer) -> Outcome? {
        let before = output.count
        let result = Result { () throws(Detour) in
            try back.restore(cursor(bytes), residue: name, programs, &output.store)
        }
        guard case .success(let restored) = result, to == nil || to == restored.target && to != restored.source else {
            output.store.setCount(before)
            return nil
        }
        output.store.clearMargin()
        return Outcome(
            source: restored.source, target: restored.target, kind: restored.kind, isChanged: true, hasResidue: false)
    }
}
