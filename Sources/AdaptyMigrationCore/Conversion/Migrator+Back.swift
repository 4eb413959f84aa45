/// The way back over the hops of a residue.
extension Migrator {
    /// What the table alone makes of a converted document.
    func wayBack(_ document: [UInt8], _ hop: Residue.Hop) throws(MigrationError) -> [UInt8] {
        if hop.kind == .flow { return document }
        let index = try options.index(document)
        var quiet = options
        quiet.strict = false
        quiet.fillRequired = false
        quiet.keepsLedger = false
        quiet.observer = nil
        var converter = Converter(Plan.from(hop.to, to: hop.from), index, quiet)
        converter.isWayBack = true
        if hop.kind.isList { return try converter.document(Envelope(index), hop.kind) }
        let table = hop.kind.upgraded.table
        guard let record = try converter.record(0, table) else { return document }
        let root = index.range(0)
        return index.bytes[..<root.lowerBound] + record + index.bytes[root.upperBound...]
    }

    func context(_ hop: Residue.Hop) -> DeltaContext {
        if hop.kind.isList { return .list(hop.kind.table, hop.from) }
        return .record(hop.kind.upgraded.table, hop.from)
    }

    func restore(_ document: [UInt8], _ hop: Residue.Hop) throws(MigrationError) -> (
        document: [UInt8], stale: [String]
    ) {
        apply(hop, to: try options.index(wayBack(document, hop)))
    }

    func apply(_ hop: Residue.Hop, to base: JSONIndex) -> (document: [UInt8], stale: [String]) {
        var applier = DeltaApplier(base, Plan.from(hop.from, to: hop.to))
        let record = applier.apply(hop.delta, 0, context(hop))
        let root = base.range(0)
        var out = Array(base.bytes[..<root.lowerBound])
        out += hop.wrap?.prefix ?? []
        out += record
        out += hop.wrap?.suffix ?? []
        out += base.bytes[root.upperBound...]
        return (out, applier.stale)
    }

    /// What was edited into a document and is not in what was restored: upgraded again over the same hops, it would be
    /// gone.
    func noteDropped(from edited: [UInt8], in restored: [UInt8], _ hops: [Residue.Hop], _ ledger: inout Ledger)
        throws(MigrationError)
    {
        guard let source = hops.first?.from else { return }
        let before = try JSONScanner.index(edited, maximumDepth: options.maximumDepth)
        var edits: (dropped: [String], risen: [String])?
        // Placeholders may have been asked for on the way up; they are no edits.
        for fillRequired in [false, true] {
            guard let again = again(restored, hops, fillRequired: fillRequired) else { continue }
            if again == edited { return }
            let after = try JSONScanner.index(again, maximumDepth: options.maximumDepth)
            let dropped = Migrator.onlyIn(before, 0, after, 0), risen = Migrator.onlyIn(after, 0, before, 0)
            if dropped.isEmpty, risen.isEmpty { return }
            edits = edits ?? (dropped, risen.filter { !dropped.contains($0) })
        }
        for path in edits?.dropped ?? [] {
            ledger.add(.dropped, .init(.dropped, path, note: "\(source.dialect.rawValue) has no place for this edit"))
        }
        for path in edits?.risen ?? [] {
            ledger.add(
                .dropped,
                .init(
                    .dropped, path, note: "\(source.dialect.rawValue) always has this field, so its removal is lost")
            )
        }
    }

    /// A restored document over the hops it came back over; `nil` when it is refused.
    func again(_ restored: [UInt8], _ hops: [Residue.Hop], fillRequired: Bool) -> [UInt8]? {
        var quiet = MigrationOptions()
        quiet.maximumDepth = options.maximumDepth
        quiet.fillRequired = fillRequired
        var document = restored
        for hop in hops {
            guard let index = try? options.index(document) else { return nil }
            if hop.kind == .flow {
                guard let list = FlowPaywalls(index, Envelope(index).node).list else { return nil }
                document = list
                continue
            }
            if let sdk = hop.readableBy {
                document = readable(index, Envelope(index), hop.kind, hop.to, sdk).text ?? document
                continue
            }
            quiet.instant = hop.instant.map(Timestamp.init(microseconds:))
            var converter = Converter(Plan.from(hop.from, to: hop.to), index, quiet)
            guard let next = try? converter.document(Envelope(index), hop.kind) else { return nil }
            document = next
        }
        return document
    }

    /// JSON pointers to what the second document does not say, at most 64 levels down.
    package static func onlyIn(_ a: JSONIndex, _ x: Int, _ b: JSONIndex, _ y: Int, depth: Int = 0) -> [String] {
        // The same bytes need no fingerprint.
        if a.raw(x) == b.raw(y) || Fingerprint.of(a, x) == Fingerprint.of(b, y) { return [] }
        if a.kind(x) == .array, b.kind(y) == .array, depth < 64 {
            let xs = a.elements(x), ys = b.elements(y)
            if xs.count == ys.count { return zip(xs, ys).flatMap { onlyIn(a, $0, b, $1, depth: depth + 1) } }
        }
        guard a.kind(x) == .object, b.kind(y) == .object, depth < 64 else { return [a.pointer(x)] }
        return a.members(x).flatMap { member -> [String] in
            guard let other = b.member(y, a.name(member.name)) else { return [a.pointer(member.value)] }
            return onlyIn(a, member.value, b, other, depth: depth + 1)
        }
    }

    /// Takes hops off, the last one first, as long as a condition holds for the dialect at hand and the hop.
    func back(_ state: inout State, while goesOn: (Dialect, Residue.Hop) -> Bool) throws(MigrationError) {
        let edited = state.document
        var undone: [Residue.Hop] = []
        while let hop = state.hops.last, goesOn(state.dialect, hop) {
            try takeOff(hop, &state)
            undone.insert(hop, at: 0)
        }
        try noteDropped(from: edited, in: state.document, undone, &state.ledger)
    }

    /// What a restored document becomes over the hop it came back over.
    func step(back document: [UInt8], _ hop: Residue.Hop, _ observer: any ConversionObserver.Type)
        throws(MigrationError) -> ObservedStep
    {
        let index = try JSONScanner.index(document, maximumDepth: options.maximumDepth)
        var traced = MigrationOptions()
        traced.maximumDepth = options.maximumDepth
        traced.instant = hop.instant.map(Timestamp.init(microseconds:))
        traced.observer = observer
        var converter = Converter(Plan.from(hop.from, to: hop.to), index, traced)
        let converted = try converter.document(Envelope(index), hop.kind)
        return .back(
            index, try JSONScanner.index(converted, maximumDepth: options.maximumDepth),
            converter.trace ?? observer.init())
    }

    func takeOff(_ hop: Residue.Hop, _ state: inout State) throws(MigrationError) {
        state.hops.removeLast()
        let restored = try restore(state.document, hop)
        guard (try? JSONScanner.index(restored.document, maximumDepth: options.maximumDepth)) != nil else {
            throw MigrationError(
                .brokenResidue, "the residue is damaged: what it restores is not JSON",
                remedy: "restore the document from a backup; the residue was edited by hand",
                path: "/" + Residue.memberName)
        }
        if let observer = options.observer {
            state.steps?.append(try step(back: restored.document, hop, observer))
        }
        state.document = restored.document
        for path in restored.stale {
            state.ledger.add(
                .stale, .init(.stale, path, note: "edited since the upgrade; the old text was not restored"))
        }
        state.column = hop.from
        state.dialect = hop.from.dialect
        state.kind = hop.kind
    }
}
