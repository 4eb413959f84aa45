/// Converts one record after another on their tapes, in memory that is kept.
///
/// **Contract.** It is with one thread at a time.
package final class RecordEngine: @unchecked Sendable {
    /// What became of one record.
    package struct Outcome {
        package let found: Found
        package let target: Dialect
        /// Whether it is another document now, which is in ``output``.
        package let isChanged: Bool
    }

    @exclusivity(unchecked) private var conversion: RecordConversion
    /// The last original, and a document without its residue or what is behind one.
    @exclusivity(unchecked) private var original = ByteWriter(capacity: 256), scratch = ByteWriter(capacity: 256)
    /// Where the residue is in ``output``; `nil` when there is none.
    @exclusivity(unchecked) private var embedded: EmbeddedResidue?
    /// Of the documents that are given as arrays, of originals, and of what is between two conversions.
    private let inputs = TapeBuilder(), tapes = TapeBuilder(), middles = TapeBuilder()
    private let options: MigrationOptions

    package init(_ options: MigrationOptions) {
        self.options = options
        conversion = RecordConversion(options)
    }

    deinit {
        original.deallocate()
        scratch.deallocate()
    }

    /// The last converted document; valid until the next one.
    package var output: PaddedView { conversion.out.view }

    /// How often each action was applied to the fields of the last record.
    package var counts: ConversionCounts { conversion.counts }

    // MARK: Documents

    /// The options of the shared engines.
    static let options = MigrationOptions()

    private static let idle = Locked<[RecordEngine]>([])

    /// Lends an engine that nobody else uses.
    static func shared<Result>(_ body: (RecordEngine) -> Result) -> Result {
        let engine = idle.withLock { $0.popLast() } ?? RecordEngine(options)
        defer { if engine.isSmall { idle.withLock { $0.append(engine) } } }
        return body(engine)
    }

    /// Whether it may wait for the next document: after an unusually large one its memory is given back.
    private var isSmall: Bool {
        inputs.isSmall && tapes.isSmall && conversion.out.isSmall && original.isSmall && scratch.isSmall
    }

    private func tape(_ document: [UInt8]) -> Tape? {
        inputs.tape(inputs.load(document), maximumDepth: options.maximumDepth)
    }

    /// Upgrades a document, and proves it; `nil` as for ``upgrade(_:from:to:embedsResidue:)``.
    func upgrade(_ document: [UInt8], from dialect: Dialect?, to target: Dialect?) -> Migration? {
        guard let tape = tape(document),
            let outcome = upgrade(tape, from: dialect, to: target, embedsResidue: true),
            !outcome.found.hasResidue
        else { return nil }
        let kind = outcome.found.kind.upgraded, source = outcome.found.column.dialect,
            ledger = Ledger(counts)
        guard outcome.isChanged else {
            return Migration(
                document: document, residue: .none, ledger: ledger, source: source, target: outcome.target, kind: kind)
        }
        guard isProven(tape), let embedded else { return nil }
        let whole = output.array
        return Migration(
            document: Array(whole[..<embedded.member.lowerBound] + whole[embedded.member.upperBound...]),
            residue: .text(Array(whole[embedded.value])), whole: whole, ledger: ledger, source: source,
            target: outcome.target, kind: kind)
    }

    /// Restores a document from its residue; `nil` as for ``restore(_:)``.
    func downgrade(_ document: [UInt8], from dialect: Dialect?, to target: Dialect?) -> Migration? {
        guard let tape = tape(document), ResidueMember.name(tape) != nil, let restored = restore(tape),
            target == nil || target == restored.from.dialect && target != restored.to.dialect
        else { return nil }
        return Migration(
            document: self.restored.array, residue: .none, ledger: Ledger(ConversionCounts()),
            source: restored.to.dialect, target: restored.from.dialect, kind: restored.kind)
    }

    /// Whether the residue in ``output`` says the original.
    package func isProven(_ tape: Tape) -> Bool {
        guard let text = embedded?.original else { return false }
        original.setCount(0)
        original.putUnescaped(Text(UnsafePointer(conversion.out.memory + text.lowerBound), text.count))
        return original.view.equals(tape.view)
    }

    /// Where the residue's member is in ``output``, with the comma before it.
    package var residueRange: Range<Int> { embedded?.member ?? 0..<0 }

    /// Converts a document into ``output``.
    ///
    /// - Returns: whether anything changed; `nil` for what only ``Migrator`` can convert, and for what it refuses in words.
    private func convert(_ tape: Tape, _ found: Found, to: Column, embedsResidue: Bool) -> Bool? {
        embedded = nil
        guard let isChanged = try? conversion.document(tape, found, to: to) else { return nil }
        guard isChanged else { return false }
        if embedsResidue {
            let settings = Residue.Settings(
                instant: counts[.derived] > 0 ? options.instant?.microseconds : nil, fills: counts[.defaulted] > 0)
            embedded = EmbeddedResidue(of: tape, found, to: to, settings, into: &conversion.out, rest: &scratch)
        }
        return true
    }

    // MARK: Up

    /// - Parameters:
    ///   - dialect: the record's dialect; `nil` to recognise it.
    ///   - target: `nil` for the current dialect of the record's kind.
    ///   - embedsResidue: whether the residue becomes the last member of ``output``.
    /// - Returns: `nil` for what only ``Migrator`` can convert, as other targets, and for what it refuses in words.
    package func upgrade(
        _ tape: Tape, from dialect: Dialect?, to target: Dialect?, embedsResidue: Bool
    ) -> Outcome? {
        conversion.clearCounts()
        if ResidueMember.name(tape) != nil { return upgraded(tape, to: target) }
        guard tape.kind(0) == .object, let found = found(tape, dialect), !found.hasResidue, !found.isBarePromo else {
            return nil
        }
        if found.isLeftAlone {
            conversion.clearCounts(found.keepsFormerName ? .formerName : nil)
            return Outcome(found: found, target: found.column.dialect, isChanged: false)
        }
        let hub = found.column.dialect.hub
        guard found.kind.target(target) ?? hub == hub else { return nil }
        if found.kind.isList, found.column != .sdk3, Envelope(tape).isByPlacement { return nil }
        if !found.column.dialect.isUpgraded {
            if options.unwraps, found.node != found.place { return nil }
            conversion.clearCounts(.newerThanTarget)
            return Outcome(found: found, target: hub, isChanged: false)
        }
        guard let isChanged = convert(tape, found, to: hub.column, embedsResidue: embedsResidue) else {
            return nil
        }
        return Outcome(found: found, target: hub, isChanged: isChanged)
    }

    /// What a document is; `nil` for what ``Migrator`` refuses in words.
    package func found(_ tape: Tape, _ dialect: Dialect?) -> Found? {
        switch Recognizer.recognise(tape, dialect) {
        case .one(let found): found
        case .several(let all): same(all, tape)
        case .none: nil
        }
    }

    /// Of several columns that fit a document the first one, if it becomes the same document in all.
    func same(_ all: [Found], _ document: [UInt8]) -> Found? { tape(document).flatMap { same(all, $0) } }

    private func same(_ all: [Found], _ tape: Tape) -> Found? {
        var first: [UInt8]?
        for found in all {
            var document = tape.view
            if found.column.dialect.isUpgraded {
                guard
                    let isChanged = try? conversion.document(tape, found, to: found.column.dialect.hub.column)
                else { return nil }
                if isChanged { document = conversion.out.view }
            }
            if let first, first != document.array { return nil }
            first = first ?? document.array
        }
        conversion.clearCounts()
        return all.first
    }

    /// A record that was already upgraded stays as it is, if nothing in it would be converted today.
    private func upgraded(_ tape: Tape, to target: Dialect?) -> Outcome? {
        // Today's instant may tell more of the original.
        guard let residue = ResidueNodes(tape), target == nil || target == residue.to.dialect,
            options.instant == nil || residue.from.dialect != .serverV2, restore(tape) != nil,
            let found = settled(tape, residue)
        else { return nil }
        return Outcome(found: found, target: residue.to.dialect, isChanged: false)
    }

    /// What an upgraded record is, if another upgrade would leave it as it is; `nil` if not.
    private func settled(_ tape: Tape, _ residue: ResidueNodes) -> Found? {
        let kind = residue.kind.upgraded
        guard residue.to.dialect == residue.to.dialect.hub, residue.to == residue.to.dialect.column,
            case let envelope = Envelope(tape), envelope.node == envelope.place,
            (envelope.list != nil) == kind.isList
        else { return nil }
        let found = Found(envelope, kind, residue.to)
        let isChanged = try? conversion.document(tape, found, to: residue.to, skipping: residue.node - 1)
        return isChanged == false ? found : nil
    }

    /// Whether another upgrade would leave an upgraded record as it is; `nil` when only ``Migrator`` can tell.
    package func isSettled(_ tape: Tape) -> Bool? {
        guard let residue = ResidueNodes(tape), residue.to.dialect == residue.to.dialect.hub else {
            return nil
        }
        return settled(tape, residue) != nil
    }

    // MARK: Down

    /// What became of an upgraded record.
    package struct Restored {
        package let from: Column, to: Column
        package let kind: RecordKind
        /// Whether every byte of the record is as the upgrade wrote it.
        package let isAsWritten: Bool
    }

    /// The restored document; valid until the next one.
    package var restored: PaddedView { original.view }

    /// Restores a record that was not edited.
    ///
    /// - Returns: `nil` for every other record, and for those that were converted under options.
    package func restore(_ tape: Tape) -> Restored? {
        guard let residue = ResidueNodes(tape) else { return nil }
        original.setCount(0)
        original.putUnescaped(tape.text(residue.original).inside)
        original.clearMargin()
        guard
            let before = tapes.tape(original.view, maximumDepth: options.maximumDepth),
            // The original of a document that was edited in between has a residue, too.
            ResidueMember.name(before) == nil,
            case let isAsWritten = hasHash(tape, residue),
            isAsWritten || residue.settings == Residue.Settings() && isOriginal(before, of: tape, residue)
        else { return nil }
        return Restored(from: residue.from, to: residue.to, kind: residue.kind, isAsWritten: isAsWritten)
    }

    /// Whether a document without its residue has the residue's hash.
    private func hasHash(_ tape: Tape, _ residue: ResidueNodes) -> Bool {
        scratch.set(tape.view, without: ResidueMember.range(tape, residue.node - 1))
        return Fingerprint.Hash(Text(scratch.view)).value == residue.hash
    }

    /// Whether an original becomes the upgraded document.
    private func isOriginal(_ original: Tape, of tape: Tape, _ residue: ResidueNodes) -> Bool {
        var current = original, from = residue.from, kind = residue.kind
        for column in ConversionStep.path(from: residue.from, to: residue.to) {
            let envelope = Envelope(current)
            guard (envelope.list != nil) == kind.isList else { return false }
            let found = Found(envelope, kind, from)
            guard let isChanged = try? conversion.document(current, found, to: column) else {
                return false
            }
            if column == residue.to {
                if isSame(isChanged ? conversion.out.view : current.view, as: tape, residue) { return true }
                guard let made = isChanged ? middle(conversion.out) : current else { return false }
                return SameValue(a: made, b: tape, skipped: residue.node - 1).holds()
            }
            (from, kind) = (column, kind.upgraded)
            guard isChanged else { continue }
            scratch.setCount(0)
            scratch.put(conversion.out.view)
            scratch.clearMargin()
            guard let next = middle(scratch) else { return false }
            current = next
        }
        return false
    }

    private func middle(_ text: ByteWriter) -> Tape? {
        middles.tape(text.view, maximumDepth: options.maximumDepth)
    }

    /// Whether a document is another one but for its residue.
    private func isSame(_ made: PaddedView, as tape: Tape, _ residue: ResidueNodes) -> Bool {
        let removed = ResidueMember.range(tape, residue.node - 1)
        guard made.count + removed.count == tape.byteCount else { return false }
        return made.part(0..<removed.lowerBound).equals(tape.view.part(0..<removed.lowerBound))
            && made.part(removed.lowerBound..<made.count).equals(tape.view.part(removed.upperBound..<tape.byteCount))
    }

    /// Whether a record, as one of a current dialect, is in its newest form; if not, that form is in ``output``, with its
    /// residue. `nil` for what is no such record.
    package func isNewest(_ tape: Tape, _ dialect: Dialect) -> Bool? {
        guard tape.kind(0) == .object, let found = found(tape, dialect), !found.hasResidue,
            let isChanged = convert(tape, found, to: found.column, embedsResidue: true)
        else { return nil }
        return !isChanged
    }

    /// Converts a current record without residue to an older dialect, into ``output``.
    ///
    /// - Returns: `nil` for records that are not in the current dialect, or not in its newest form.
    package func lower(_ tape: Tape, from dialect: Dialect?, to target: Dialect) -> Outcome? {
        guard tape.kind(0) == .object, let found = found(tape, dialect), !found.hasResidue, !found.isBarePromo,
            !found.isLeftAlone, found.column.dialect == found.column.dialect.hub, found.kind.dialects.contains(target),
            target.age < found.column.dialect.age,
            let isOlder = try? conversion.document(tape, found, to: found.column), !isOlder
        else { return nil }
        // Like any other record, it goes over the current dialect.
        let over = conversion.counts
        guard let isChanged = convert(tape, found, to: target.column, embedsResidue: true) else {
            return nil
        }
        conversion.counts.add(step: over)
        if !isChanged, !isStable(tape, found, in: target.column) { return nil }
        return Outcome(found: found, target: target, isChanged: isChanged)
    }

    /// Whether a document that is the same in an older column comes back from there as it is.
    private func isStable(_ tape: Tape, _ found: Found, in column: Column) -> Bool {
        let counts = conversion.counts
        defer { conversion.counts = counts }
        let back = Found(Envelope(tape), found.kind, column)
        return (try? conversion.document(tape, back, to: found.column)) == false
    }
}
