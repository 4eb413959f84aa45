/// Converts one record after another on their tapes, in memory that is kept.
///
/// **Contract.** It is with one thread at a time.
package final class RecordEngine: @unchecked Sendable {
    /// What became of one record.
    package struct Outcome {
        package let found: TapeRecognizer.Found
        package let target: Dialect
        /// Whether it is another document now, which is in ``output``.
        package let isChanged: Bool
    }

    @exclusivity(unchecked) private var conversion: RecordConversion
    @exclusivity(unchecked) private var restoration: RecordRestoration
    @exclusivity(unchecked) private var scratch = ByteWriter(capacity: 256)
    /// Of the documents that are given as arrays, of upgraded documents to be proven, and of restored ones.
    private let inputs = TapeBuilder(), outputs = TapeBuilder(), tapes = TapeBuilder()
    private let options: MigrationOptions

    package init(_ options: MigrationOptions) {
        self.options = options
        conversion = RecordConversion(options)
        restoration = RecordRestoration(options)
    }

    deinit { scratch.deallocate() }

    /// The last converted document; valid until the next one.
    package var output: PaddedView { conversion.out.view }

    /// How often each action was applied to the fields of the last record.
    package var counts: ConversionCounts { conversion.counts }

    /// How many objects of the last record were irregular.
    var irregularObjects: Int { conversion.irregularObjects }

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
        inputs.isSmall && outputs.isSmall && tapes.isSmall && conversion.out.isSmall && restoration.out.isSmall
            && scratch.isSmall
    }

    private func tape(_ document: [UInt8]) -> Tape? {
        inputs.tape(document, maximumDepth: options.maximumDepth, names: KnownNames.numbers)
    }

    /// Upgrades a document, and proves it; `nil` as for ``upgrade(_:from:to:embedsResidue:isProvenLater:)``.
    func upgrade(_ document: [UInt8], from dialect: Dialect?, to target: Dialect?) -> Migration? {
        guard let tape = tape(document),
            let outcome = upgrade(tape, from: dialect, to: target, embedsResidue: true, isProvenLater: true),
            !outcome.found.hasResidue
        else { return nil }
        let kind = outcome.found.kind.upgraded, source = outcome.found.column.dialect,
            ledger = Ledger(counts)
        guard outcome.isChanged else {
            return Migration(
                document: document, residue: .none, ledger: ledger, source: source, target: outcome.target, kind: kind)
        }
        guard let upgraded = proven(tape), let removed = ResidueNodes.range(upgraded),
            let name = ResidueNodes.name(upgraded)
        else { return nil }
        let whole = upgraded.view.array
        return Migration(
            document: Array(whole[..<removed.lowerBound] + whole[removed.upperBound...]),
            residue: .text(upgraded.array(name + 1)), whole: whole, ledger: ledger, source: source,
            target: outcome.target, kind: kind)
    }

    /// Restores a document from its residue; `nil` as for ``restore(_:isProof:)``.
    func downgrade(_ document: [UInt8], from dialect: Dialect?, to target: Dialect?) -> Migration? {
        guard let tape = tape(document), ResidueNodes.name(tape) != nil, let restored = restore(tape, isProof: false),
            target == nil || target == restored.from.dialect && target != restored.to.dialect
        else { return nil }
        return Migration(
            document: self.restored.array, residue: .none, ledger: Ledger(ConversionCounts()),
            source: restored.to.dialect, target: restored.from.dialect, kind: restored.kind)
    }

    /// The tape of ``output``, if the record converts back to its original; else `nil`.
    package func proven(_ original: Tape) -> Tape? {
        guard
            let tape = outputs.tape(
                output.start, count: output.count, maximumDepth: options.maximumDepth, names: KnownNames.numbers),
            restore(tape, isProof: true) != nil, restored.equals(original.view)
        else { return nil }
        return tape
    }

    // MARK: Up

    /// - Parameters:
    ///   - dialect: the record's dialect; `nil` to recognise it.
    ///   - target: `nil` for the current dialect of the record's kind.
    ///   - embedsResidue: whether the residue becomes the last member of ``output``.
    ///   - isProvenLater: whether ``proven(_:)`` is asked before the result is used.
    /// - Returns: `nil` for what only ``Migrator`` can convert or refuse: other targets, and records of which
    ///   ``TapeRecognizer`` is not sure.
    package func upgrade(
        _ tape: Tape, from dialect: Dialect?, to target: Dialect?, embedsResidue: Bool, isProvenLater: Bool = false
    ) -> Outcome? {
        conversion.isProvenLater = isProvenLater
        defer { conversion.isProvenLater = false }
        conversion.clearCounts()
        if ResidueNodes.name(tape) != nil { return upgraded(tape, to: target) }
        guard let found = recognised(tape, dialect), !found.hasResidue else { return nil }
        let hub = found.column.dialect.hub
        guard found.kind.target(target) ?? hub == hub else { return nil }
        if !found.column.dialect.isUpgraded {
            if options.unwraps, found.node != 0 { return nil }
            conversion.clearCounts(newerThanTarget: 1)
            return Outcome(found: found, target: hub, isChanged: false)
        }
        guard let isChanged = try? conversion.document(tape, found, to: hub.column, embedsResidue: embedsResidue) else {
            return nil
        }
        return Outcome(found: found, target: hub, isChanged: isChanged)
    }

    /// What a document is. Of several dialects that fit equally well it is the first, if all give the same document.
    private func recognised(_ tape: Tape, _ dialect: Dialect?) -> TapeRecognizer.Found? {
        if let found = TapeRecognizer.recognise(tape, dialect) { return found }
        let candidates = dialect == nil ? TapeRecognizer.candidates(tape) : []
        var first: [UInt8]?
        for candidate in candidates {
            guard let found = TapeRecognizer.recognise(tape, candidate.column.dialect) else { return nil }
            var document = tape.view
            if found.column.dialect.isUpgraded {
                guard
                    let isChanged = try? conversion.document(
                        tape, found, to: found.column.dialect.hub.column, embedsResidue: false)
                else { return nil }
                if isChanged { document = conversion.out.view }
            }
            if let first, first != document.array { return nil }
            first = first ?? document.array
        }
        conversion.clearCounts()
        return candidates.first
    }

    /// A record that was already upgraded stays as it is, if nothing in it would be converted today.
    private func upgraded(_ tape: Tape, to target: Dialect?) -> Outcome? {
        guard let residue = ResidueNodes(tape), target == nil || target == residue.to.dialect,
            restoration.document(tape, residue), let found = settled(tape, residue)
        else { return nil }
        return Outcome(found: found, target: residue.to.dialect, isChanged: false)
    }

    /// What an upgraded record is, if another upgrade would leave it as it is; `nil` if not.
    private func settled(_ tape: Tape, _ residue: ResidueNodes) -> TapeRecognizer.Found? {
        let kind = residue.kind.upgraded
        guard residue.to.dialect == residue.to.dialect.hub, residue.to == residue.to.dialect.column,
            case let envelope = Envelope(tape), !envelope.isDoubtful, envelope.node == 0,
            (envelope.list != nil) == kind.isList
        else { return nil }
        let found = TapeRecognizer.Found(kind: kind, column: residue.to, node: 0, id: nil, hasResidue: true)
        func isChanged(_ tape: Tape, skipping name: Int) -> Bool {
            (try? conversion.document(tape, found, to: residue.to, embedsResidue: false, skipping: name)) ?? true
        }
        if !isChanged(tape, skipping: residue.name) { return found }
        guard let body = body(tape), !isChanged(body, skipping: 0) else { return nil }
        return found
    }

    /// The tape of an upgraded record without its residue.
    private func body(_ tape: Tape) -> Tape? {
        guard let removed = ResidueNodes.range(tape) else { return nil }
        scratch.setCount(0)
        scratch.put(tape.view.part(0..<removed.lowerBound))
        scratch.put(tape.view.part(removed.upperBound..<tape.byteCount))
        return scratchTape
    }

    /// The tape of what is in ``scratch``; `nil` when it is not JSON.
    private var scratchTape: Tape? {
        scratch.clearMargin()
        return tapes.tape(
            scratch.view.start, count: scratch.count, maximumDepth: options.maximumDepth, names: KnownNames.numbers)
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
    }

    /// The restored document; valid until the next one.
    package var restored: PaddedView { restoration.out.view }

    /// Restores a record from its residue.
    ///
    /// - Parameter isProof: whether the result is only compared with the original.
    /// - Returns: `nil` for residues with several hops, and where only ``Migrator`` can say what an edit means.
    package func restore(_ tape: Tape, isProof: Bool) -> Restored? {
        guard let residue = ResidueNodes(tape), restoration.document(tape, residue) else { return nil }
        if !isProof {
            if residue.prefix > 0, !isEnvelope(tape, residue) { return nil }
            if restoration.isDoubtful, !comesAgain(tape, residue) { return nil }
        }
        return Restored(from: residue.from, to: residue.to, kind: residue.kind)
    }

    /// Whether the texts around the record make a document of it.
    private func isEnvelope(_ tape: Tape, _ residue: ResidueNodes) -> Bool {
        scratch.setCount(0)
        scratch.putUnescaped(tape.text(residue.prefix).inside)
        scratch.put("{}")
        scratch.putUnescaped(tape.text(residue.suffix).inside)
        return scratchTape != nil
    }

    /// Whether the restored document becomes the upgraded one again, so that no edit of it is lost.
    private func comesAgain(_ tape: Tape, _ residue: ResidueNodes) -> Bool {
        let restored = restoration.out.view
        guard
            let again = tapes.tape(
                restored.start, count: restored.count, maximumDepth: options.maximumDepth, names: KnownNames.numbers),
            case let envelope = Envelope(again), !envelope.isDoubtful,
            (envelope.list != nil) == residue.kind.isList
        else { return false }
        let found = TapeRecognizer.Found(
            kind: residue.kind, column: residue.from, node: envelope.node, id: envelope.id, hasResidue: false)
        guard let isChanged = try? conversion.document(again, found, to: residue.to, embedsResidue: false) else {
            return false
        }
        let made = isChanged ? conversion.out.view : restored, removed = ResidueNodes.range(tape) ?? 0..<0
        return made.part(0..<min(made.count, removed.lowerBound)).equals(tape.view.part(0..<removed.lowerBound))
            && made.part(min(made.count, removed.lowerBound)..<made.count).equals(
                tape.view.part(removed.upperBound..<tape.byteCount))
    }

    /// Whether a record, as one of a current dialect, is in its newest form; if not, that form is in ``output``, with its
    /// residue. `nil` for what is no such record.
    package func isNewest(_ tape: Tape, _ dialect: Dialect) -> Bool? {
        guard let found = TapeRecognizer.recognise(tape, dialect), !found.hasResidue,
            let isChanged = try? conversion.document(tape, found, to: found.column, embedsResidue: true)
        else { return nil }
        return !isChanged
    }

    /// Converts a current record without residue to an older dialect, into ``output``.
    ///
    /// - Returns: `nil` for records that are not in the current dialect, or not in its newest form.
    package func lower(_ tape: Tape, from dialect: Dialect?, to target: Dialect) -> Outcome? {
        guard let found = TapeRecognizer.recognise(tape, dialect), !found.hasResidue,
            found.column.dialect == found.column.dialect.hub, found.kind.dialects.contains(target),
            target.age < found.column.dialect.age,
            let isOlder = try? conversion.document(tape, found, to: found.column, embedsResidue: false), !isOlder
        else { return nil }
        // Like any other record, it goes over the current dialect.
        let over = conversion.counts
        guard let isChanged = try? conversion.document(tape, found, to: target.column, embedsResidue: true) else {
            return nil
        }
        conversion.addCounts(over)
        return Outcome(found: found, target: target, isChanged: isChanged)
    }
}
