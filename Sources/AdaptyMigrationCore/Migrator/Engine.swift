/// Leads the conversion of one record after another, in memory that is kept.
///
/// A run has three parts. The record is *opened*: its residue comes off, or it is recognised. It is *moved* to the
/// target, one ``ConversionStep`` after another. It is *finished*: it gets a residue, from which the original is read
/// back and compared.
///
/// **Contract.** It is with one thread at a time. What it gives is valid until its next run.
package final class Engine: @unchecked Sendable {
    @exclusivity(unchecked) var conversion = RecordConversion()
    @exclusivity(unchecked) var request: Request
    @exclusivity(unchecked) var state: State
    /// The documents that a run makes, and how many of them are in use.
    @exclusivity(unchecked) private var documents: [Document] = []
    @exclusivity(unchecked) var used = 0
    private let input = Document(), aside = Document()
    /// The residue that was given with the record.
    @exclusivity(unchecked) private var givenResidue: Residue?
    @exclusivity(unchecked) private var proof = ByteWriter(capacity: 256), rest = ByteWriter(capacity: 256)

    /// The document, with its residue where the request wants it inside.
    @exclusivity(unchecked) package private(set) var output: PaddedView
    /// The residues of the record; `nil` as long as they were not read.
    @exclusivity(unchecked) package internal(set) var opened: [Layer]?
    /// Where the residue is that was written into ``output``; `nil` when none was.
    @exclusivity(unchecked) package private(set) var embedded: EmbeddedResidue?

    /// - Parameter request: of the first run, if it names none.
    package init(_ request: Request = Request(.upgrade)) {
        self.request = request
        (state, output) = (State(input), input.view)
    }

    deinit {
        proof.deallocate()
        rest.deallocate()
    }

    /// The residue of a run that wanted it beside the document, as JSON; empty when there is none.
    package var residue: PaddedView { aside.view }

    /// Whether the record is, byte for byte, what the conversions wrote that were taken back.
    package var isAsWritten: Bool { state.isAsWritten }

    /// How often each action was applied to the fields of the record.
    package var counts: ConversionCounts { state.ledger.tallies }

    // MARK: Memory

    private static let idle = Locked<[Engine]>([])

    /// Lends an engine that nobody else uses.
    package static func lend<Result, Failure>(_ body: (Engine) throws(Failure) -> Result) throws(Failure) -> Result {
        let engine = idle.withLock { $0.popLast() } ?? Engine()
        defer { if engine.isSmall { idle.withLock { $0.append(engine) } } }
        return try body(engine)
    }

    /// Whether it may wait for the next record: after an unusually large one its memory is given back.
    private var isSmall: Bool {
        conversion.out.isSmall && input.isSmall && aside.isSmall && proof.isSmall && rest.isSmall
            && documents.count <= 32
            && documents.allSatisfy(\.isSmall)
    }

    /// A copy of a record, for the next run.
    package func load(_ bytes: [UInt8]) -> Document {
        input.write { $0.put(bytes) }
        return input
    }

    /// A document for bytes of this run.
    func fresh() -> Document {
        if used == documents.count { documents.append(Document()) }
        defer { used += 1 }
        return documents[used]
    }

    /// A document of this run with these bytes.
    func document(_ bytes: [UInt8]) -> Document {
        let document = fresh()
        document.write { $0.put(bytes) }
        return document
    }

    var depth: Int { request.options.maximumDepth }

    // MARK: Runs

    /// Converts a record.
    ///
    /// - Parameters:
    ///   - request: `nil` for that of the last run.
    ///   - residue: the residue that was kept beside the record; `nil` when it is embedded.
    ///   - opened: what the last run of another engine read in the residue of the same record; `nil` to read it.
    package func run(
        _ given: Document, _ request: Request? = nil, residue: Residue? = nil, opened: [Layer]? = nil
    ) throws(MigrationError) -> Outcome {
        if let request { self.request = request }
        (self.opened, used, givenResidue) = (opened, 0, residue)
        return switch self.request.wish {
        case .upgrade: try upgrade(given, residue)
        case .downgrade: try downgrade(given, residue)
        case .convert: try convert(given)
        }
    }

    private func upgrade(_ given: Document, _ residue: Residue?) throws(MigrationError) -> Outcome {
        try open(given, residue)
        let sdk = request.options.readableBy
        if let sdk { try requireReader(sdk) }
        if state.isLeftAlone { return try finish(state.column.dialect) }
        if let sdk {
            try makeReadable(by: sdk)
            return try finish(state.column.dialect)
        }
        let target = state.kind.target(request.to) ?? state.column.dialect.hub
        try require(target)
        if state.column.dialect.age > target.age, target != state.column.dialect.hub || !state.column.dialect.isUpgraded
        {
            return try keep(newerThan: target)
        }
        try move(to: target)
        // A promo without a paywall stays what it is.
        return try finish(state.kind == .promo ? state.source : target)
    }

    /// A document that is newer than the target.
    private func keep(newerThan target: Dialect) throws(MigrationError) -> Outcome {
        if request.options.unwraps, case let envelope = Envelope(try state.document.tape(depth)),
            envelope.node != envelope.place
        {
            try convert(to: state.column)
            return try finish(state.column.dialect)
        }
        if case .same(let index, _)? = state.steps?.first { state.steps = [.same(index, .newerThanTarget)] }
        let dialect = state.column.dialect
        state.ledger.add(
            .newerThanTarget,
            .init(.newerThanTarget, "", note: "\(dialect.rawValue) is newer than \(target.rawValue)"))
        try tellUnreadable()
        return try finish(target)
    }

    /// Tells the values of a document that no decoder of its dialect reads, where no step looks at them.
    private func tellUnreadable() throws(MigrationError) {
        let tape = try state.document.tape(depth)
        let all = UnreadableFields.all(tape, staying: state.column, state.kind)
        if request.options.strict, let first = all.first {
            throw MigrationError.unreadable(all.count, tape, first.value, by: state.column)
        }
        for (value, row) in all {
            let note = row.codec.unreadable + "; kept verbatim"
            state.ledger.add(.unreadable, .init(.unreadable, tape.index.pointer(value), target: row.id, note: note))
        }
    }

    private func downgrade(_ given: Document, _ residue: Residue?) throws(MigrationError) -> Outcome {
        if request.to == nil, let outcome = try keep(given, residue) { return outcome }
        try open(given, residue)
        guard let target = state.kind.target(request.to) ?? state.layers.first?.head.from.dialect else {
            return try finish(state.column.dialect)
        }
        if state.kind == .flow, RecordKind.paywalls.dialects.contains(target), target != .sdk3 {
            try lowerFlow(target)
        }
        try require(target)
        if state.isLeftAlone { return try finish(state.column.dialect) }
        if request.to == nil {
            try back(to: nil)
        } else if state.column.dialect.age >= target.age || came(from: target) {
            try move(to: target)
        }
        return try finish(target)
    }

    /// A document without a residue stays as it is, if no target is named; `nil` for every other.
    private func keep(_ given: Document, _ residue: Residue?) throws(MigrationError) -> Outcome? {
        let tape = try given.tape(depth)
        guard ResidueMember.name(tape) == nil, try fitting(residue, given) == nil else { return nil }
        let found = try? found(tape, request.from), dialect = found?.column.dialect ?? request.from
        state.begin(given, given, (dialect ?? .sdk2).column, found?.kind ?? .profile, request.options)
        if residue != nil { state.ledger.add(.otherDocument, Engine.otherDocument) }
        if request.options.observer != nil { state.steps = [.same(tape.index, .copied)] }
        let outcome = try finish(state.column.dialect)
        return Outcome(
            source: dialect, target: outcome.target, kind: outcome.kind, isChanged: false, hasResidue: false,
            hadResidue: false)
    }

    private func convert(_ given: Document) throws(MigrationError) -> Outcome {
        try open(given, nil)
        guard let target = request.to else { return try finish(state.column.dialect) }
        try require(target)
        if state.isLeftAlone { return try finish(state.column.dialect) }
        state.keepsUnchanged = request.keepsUnchanged
        if request.keepsUnchanged {
            try convert(to: target.column)
            return try finish(target)
        }
        try move(to: target)
        return try finish(state.kind == .promo ? state.source : target)
    }

    private func require(_ target: Dialect) throws(MigrationError) {
        guard state.kind.dialects.contains(target) || state.kind.upgraded.dialects.contains(target) else {
            throw MigrationError(
                .noSuchTarget, "\(target.rawValue) has no \(state.kind.rawValue)",
                remedy: "choose one of \(state.kind.dialects.map(\.rawValue).joined(separator: ", "))")
        }
    }

    // MARK: The end

    /// The document with its residue, as the request wants it.
    private func finish(_ target: Dialect) throws(MigrationError) -> Outcome {
        let isMade = self.isMade
        let outcome = Outcome(
            source: state.source, target: target, kind: state.kind,
            isChanged: !state.view.equals(state.given),
            hasResidue: isMade || !state.layers.isEmpty, hadResidue: state.hadResidue)
        (output, embedded) = (state.view, nil)
        if aside.view.count > 0 { aside.write { _ in } }
        guard outcome.hasResidue else { return outcome }
        switch request.place {
        case .nowhere: break
        case .inside:
            if !isMade, let whole = state.whole {
                output = whole
            } else if target.holdsResidue {
                try embed()
            }
        case .beside:
            guard let (head, original) = made else { break }
            let text = aside.write { head.put(original: original, into: &$0) }
            try prove(aside.view.part(text), original)
        }
        return outcome
    }

    private func embed() throws(MigrationError) {
        guard let (head, original) = made else { return }
        var holder = state.document
        // The bytes may be those that were given, or the original itself.
        if !holder.isOwn || state.view.start == original.start { holder = copy(state.view) }
        let place = holder.add { $0.embed(head, of: original, rest: &rest) }
        (output, embedded) = (holder.view, place)
        try prove(output.part(place.original), original)
    }

    private func copy(_ view: PaddedView) -> Document {
        let copy = fresh()
        copy.write { $0.put(view) }
        return copy
    }

    /// The document with the last residue that did not come off, as the original of another one; `nil` when there is none.
    var wholeSoFar: PaddedView? {
        if let whole = state.whole { return whole }
        guard let layer = state.layers.last else { return nil }
        let whole = copy(state.view)
        _ = whole.add { $0.embed(layer.head, of: layer.original.view, rest: &rest) }
        return whole.view
    }

    /// The original must come back from the residue's text.
    private func prove(_ text: PaddedView, _ original: PaddedView) throws(MigrationError) {
        proof.setCount(0)
        proof.putUnescaped(Text(text))
        guard proof.view.equals(original) else {
            throw MigrationError(
                .notReversible, "the original does not come back from the residue",
                remedy: "report this with the record; it was not converted")
        }
    }

    /// A copy of what became of the record.
    package func migration(_ outcome: Outcome) -> Migration {
        let whole = output.array, document: [UInt8], residue: [UInt8]?
        if let embedded {
            document = Array(whole[..<embedded.member.lowerBound] + whole[embedded.member.upperBound...])
            residue = Array(whole[embedded.value])
        } else {
            document = state.view.array
            residue =
                outcome.hasResidue
                ? made.map { head, original in ByteWriter.array { _ = head.put(original: original, into: &$0) }
                }
                : nil
        }
        let hasLosses = counts[.stashed] + counts[.dropped] > 0 && !request.options.keepsLedger
        let unsaid =
            hasLosses ? Migration.Unsaid(document: state.given.array, request: request, residue: givenResidue) : nil
        return Migration(
            document: document, residue: residue, whole: whole, ledger: state.ledger, outcome, steps: state.steps,
            unsaid: unsaid)
    }
}
