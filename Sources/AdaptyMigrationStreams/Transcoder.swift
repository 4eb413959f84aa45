import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Converts records one after another, at the speed of a parser: bytes to bytes in one pass, in memory that is used
/// again.
///
/// ```swift
/// let transcoder = Transcoder(.upgrade)
/// let outcome = try transcoder.convert(0..<input.count, of: input, into: output)
/// ```
///
/// The bytes are those of ``Migrator``, always. Whatever is rare (errors, duplicate and colliding names, ties between
/// dialects, structures that are rebuilt) takes the general path by itself. `Migrator` runs every record's way back
/// before it answers; here that is asked for (`proves`), or left to ``Verifier``. Not safe to share between threads:
/// make one per thread.
public final class Transcoder {
    public enum Direction: Sendable {
        case upgrade, downgrade
    }

    /// What became of one record.
    public struct Outcome: Sendable {
        public let source: Dialect
        public let target: Dialect
        public let kind: RecordKind
        /// Whether the document, its residue aside, is not what it was.
        public let isChanged: Bool
        public let hasResidue: Bool
    }

    /// What happened to the fields of all records so far.
    public var counts: [Ledger.Action: Int] {
        var all = generalCounts
        fastCounts.add(to: &all)
        return all
    }

    /// How many records took the general path.
    public private(set) var slowRecords = 0

    private let direction: Direction
    private let migrator: Migrator
    private let from: Dialect?
    private let to: Dialect?
    private let embedsResidue: Bool
    private let proves: Bool
    private lazy var prover = Transcoder(.downgrade, options: migrator.options)
    private let isFast: Bool

    // One thread at a time uses a transcoder, and no two of its methods overlap: asking so at every access costs more
    // than some records.
    @exclusivity(unchecked) private var fastCounts = LedgerCounts()
    private var generalCounts: [Ledger.Action: Int] = [:]
    private let index = QuoteIndex()
    private let programs: Programs
    @exclusivity(unchecked) private var up: UpgradeWalk
    @exclusivity(unchecked) private var back: RestoreWalk
    /// What ``up`` takes records for; `nil` for upgraded ones.
    @exclusivity(unchecked) private var expected: Guess?
    private let memberName = NameToken(Residue.memberName)
    private let unused = RecordBuffer(capacity: 1 << 12)
    private let events = EventNames()
    /// What records with the same first names were, lately.
    @exclusivity(unchecked) private var guesses: [Guess?] = Array(repeating: nil, count: 64)
    @exclusivity(unchecked) private var lastGuess: Guess
    /// The last record was upgraded before: those come together.
    @exclusivity(unchecked) private var comesAgain = false

    /// - Parameters:
    ///   - from: the records' dialect; `nil` to recognise each.
    ///   - to: the target; `nil` for the current dialect of each record's kind (upgrade), or what its residue names
    ///     (downgrade).
    ///   - embedsResidue: whether the residue becomes the record's last member; otherwise it is discarded.
    ///   - proves: whether every upgrade is taken back and compared with its original before it is appended.
    public init(
        _ direction: Direction, options: MigrationOptions = MigrationOptions(), from: Dialect? = nil,
        to: Dialect? = nil, embedsResidue: Bool = true,
        proves: Bool = false
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
    /// - Throws: ``MigrationError``; nothing is appended then.
    public func convert(_ range: Range<Int>, of input: RecordBuffer, into output: RecordBuffer) throws(MigrationError)
        -> Outcome
    {
        precondition(range.lowerBound >= 0 && range.upperBound <= input.count, "the range is outside the buffer")
        precondition(input !== output, "input and output must be two buffers")
        let bytes = input.store.view.part(range)
        if isFast, let outcome = direction == .upgrade ? upgrade(bytes, output) : downgrade(bytes, output) {
            return outcome
        }
        return try general(bytes.array(0..<bytes.count), output)
    }

    // MARK: The general path

    private func general(_ record: [UInt8], _ output: RecordBuffer) throws(MigrationError) -> Outcome {
        slowRecords += 1
        let migration =
            switch direction {
            case .upgrade: try migrator.upgrade(record, from: from, to: to)
            case .downgrade: try migrator.downgrade(record, from: from, to: to)
            }
        for (action, count) in migration.ledger.counts { generalCounts[action, default: 0] += count }
        output.append(embedsResidue ? migration.embedded : migration.document)
        lastGuess = Guess(
            kind: migration.kind, column: migration.kind == .event ? .webhookLegacy : migration.source.column)
        return Outcome(
            source: migration.source, target: migration.target, kind: migration.kind,
            isChanged: migration.document != record,
            hasResidue: migration.residue != nil)
    }

    // MARK: Up

    private func upgrade(_ bytes: ByteView, _ output: RecordBuffer) -> Outcome? {
        // A proof needs the residue in the record; without it the general path proves.
        guard !proves || embedsResidue, index.scan(bytes, DefaultMasks.self) else { return nil }
        if comesAgain, let outcome = settled(bytes, output) { return outcome }
        let before = output.count, counts = fastCounts
        guard let outcome = guessed(bytes, output) else {
            guard !comesAgain, let outcome = settled(bytes, output) else { return nil }
            comesAgain = true
            return outcome
        }
        comesAgain = false
        if proves, outcome.isChanged, !isProven(before..<output.count, of: output, bytes) {
            output.store.setCount(before)
            fastCounts = counts
            return nil
        }
        return outcome
    }

    /// A record that was upgraded before stays as it is, where its residue is written as today and nothing in it would
    /// be converted today. There is nothing to prove then.
    private func settled(_ bytes: ByteView, _ output: RecordBuffer) -> Outcome? {
        guard embedsResidue, let name = residueName(bytes) else { return nil }
        unused.removeAll()
        // What it goes back to is not wanted, but whether its residue leads there.
        guard let past = restore(bytes, name, unused), past.source == past.source.hub, to == nil || to == past.source,
            residuePlace.isAsWritten(bytes)
        else { return nil }
        unused.removeAll()
        let column = past.source.column
        expectSettled(Guess(kind: past.kind, column: column), to: column, residuePlace)
        guard case .success(let walked) = walk(bytes, unused), !walked.isChanged else { return nil }
        fastCounts.add(up.counts)
        // The residue is no member of the record.
        fastCounts.unknown &-= 1
        output.store.put(bytes, 0, bytes.count)
        output.store.clearMargin()
        return Outcome(source: past.source, target: past.source, kind: past.kind, isChanged: true, hasResidue: true)
    }

    /// Whether the record's way back gives the original.
    private func isProven(_ range: Range<Int>, of output: RecordBuffer, _ original: ByteView) -> Bool {
        unused.removeAll()
        guard (try? prover.convert(range, of: output, into: unused)) != nil else { return false }
        defer { unused.removeAll() }
        return unused.store.view.equals(original)
    }

    /// Walks with the likeliest guess, and again with a better one where it was wrong.
    private func guessed(_ bytes: ByteView, _ output: RecordBuffer) -> Outcome? {
        let slot = slot()
        var guess = guesses[slot] ?? lastGuess
        // Said before the walk, as the walk would see it only at its end.
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

    /// The places of the first strings of the record that was indexed last say most of what it is.
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

    /// A record that is newer than the target stays as it is; an older variant of its dialect needs the general path,
    /// which leaves it, too.
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

    /// Whether the guess's dialect is the one asked for, and converts to the target in one step over the table, or
    /// stays.
    private func isTarget(_ guess: Guess) -> Bool {
        let hub = guess.column.dialect.hub
        return (from == nil || from == guess.column.dialect) && (to == nil || to == hub || direction == .downgrade)
    }

    /// Walks the record that was indexed last; what a walk appended that failed is taken back.
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

    /// Room for the levels of records above an unknown value. The walks nest calls as the record nests values, so that
    /// whatever the limit, records deeper than usual are left to the general path, whose scanner nests on the heap.
    private static func depth(_ options: MigrationOptions) -> Int {
        min(options.maximumDepth, MigrationOptions().maximumDepth) - 16
    }

    // MARK: Proof

    /// Whether the upgraded record that was taken back last would stay as it is, and its residue too, if it were
    /// upgraded again; `nil` when only the general path can say.
    func isSettled(_ bytes: ByteView, _ kind: RecordKind, _ hub: Dialect) -> Bool? {
        unused.removeAll()
        return staysSame(bytes, Guess(kind: kind, column: hub.column), to: hub.column, unused, residue: residuePlace)
    }

    /// Where the residue is of the record that was taken back last.
    var residuePlace: ResiduePlace { back.residuePlace }

    /// A current record in every older dialect, and back; whether it is the same again each time, or `nil` when only
    /// the general path can say.
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
                // Unless somebody said what it is, it is taken for what it was taken for before.
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

    /// By kind, the dialects that law 2 asks for.
    private static let older: [[Column]] = RecordKind.converted.sorted { $0.number < $1.number }.map { kind in
        kind.dialects.filter { $0.age < current(kind).dialect.age }.map(\.column)
    }

    /// Converts an upgraded record; whether nothing changed.
    private func staysSame(
        _ bytes: ByteView, _ guess: Guess, to: Column, _ output: RecordBuffer, residue: ResiduePlace? = nil
    ) -> Bool? {
        expectSettled(guess, to: to, residue)
        guard case .success(let walked) = walk(bytes, output) else { return nil }
        return !walked.isChanged
    }

    /// The records that come next are of a dialect that is known.
    private func expectSettled(_ guess: Guess, to: Column, _ residue: ResiduePlace? = nil) {
        up.expect(
            guess, programs.settled(guess.column, to: to, guess.kind), embeds: embedsResidue, isUpgraded: true,
            residue: residue)
        expected = nil
    }

    /// What the record that was converted last says about access.
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
        // Without residue the document stays, and only its dialect is wanted.
        let before = output.count
        guard let outcome = guessed(bytes, output) else { return nil }
        output.store.setCount(before)
        output.store.put(bytes, 0, bytes.count)
        output.store.clearMargin()
        return Outcome(
            source: outcome.source, target: outcome.source, kind: outcome.kind, isChanged: false, hasResidue: false)
    }

    /// A record without residue in an older dialect that somebody names: of current records those that the way up
    /// leaves as they are.
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

    /// The number of the quote at which the residue's name begins, where the document ends as one with a residue does.
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
