/// The way back over the conversions that led from an original to a document.
extension Migrator {
    /// How far the way back goes.
    enum Extent {
        case all
        case to(Dialect)
        /// To the document before it was made readable for an SDK version.
        case readable

        func goesOn(from state: State, over step: ConversionStep) -> Bool {
            switch self {
            case .all: true
            // An older variant of the target was brought to its newest form on the way: that is undone too.
            case .to(let target): state.dialect != target || step.from.dialect == target
            case .readable: step.settings.readableBy != nil
            }
        }

        func isAll(of residue: Residue) -> Bool {
            switch self {
            case .all: true
            case .to(let target): residue.source == target
            case .readable: false
            }
        }
    }

    /// Back to the dialect of the first original, or to a dialect on the way.
    func back(_ state: inout State, to target: Dialect?) throws(MigrationError) {
        let edited = state.document
        var taken: [ConversionStep] = []
        while let residue = state.layers.last?.residue {
            if let target, state.dialect == target, residue.source != target || residue.to.dialect != target { break }
            taken = try takeOff(&state, target.map { .to($0) } ?? .all) + taken
        }
        try noteDropped(from: edited, in: state.document, taken, &state.ledger)
    }

    /// Back to the original as long as nobody edited what it became.
    func returnUnedited(_ state: inout State) throws(MigrationError) {
        while let layer = state.layers.last, try isUnedited(state.document, layer) {
            let settings = layer.residue.settings
            state.inherited.instant = state.inherited.instant ?? settings.instant
            state.inherited.fills = state.inherited.fills || settings.fills
            _ = try takeOff(&state, .all)
        }
    }

    /// Takes conversions of the last residue back, the last one first.
    ///
    /// - Returns: the conversions that were taken back; none if it was clear without them.
    func takeOff(_ state: inout State, _ extent: Extent) throws(MigrationError) -> [ConversionStep] {
        guard let layer = state.layers.popLast() else { return [] }
        let residue = layer.residue
        if options.observer == nil, extent.isAll(of: residue), residue.isOf(state.document) {
            state.restore(layer)
            return []
        }
        let steps = try steps(layer), isUnedited = isSame(state.document, as: steps)
        var left = steps[...]
        while let step = left.last, extent.goesOn(from: state, over: step) {
            left.removeLast()
            let restored: (document: [UInt8], stale: [String]) =
                isUnedited ? (step.before, []) : try restore(state.document, step)
            if let observer = options.observer {
                state.steps?.append(try observed(restored.document, step, observer))
            }
            for path in restored.stale {
                state.ledger.add(
                    .stale, .init(.stale, path, note: "edited since the upgrade; the old text was not restored"))
            }
            (state.document, state.column, state.kind) = (restored.document, step.from, step.kind)
        }
        if let last = left.last {
            if last.after != layer.body || !state.layers.isEmpty {
                state.layers.append(Residue.Layer(residue: residue.cut(after: last), body: layer.body))
            }
        } else if isUnedited {
            state.restore(layer)
        }
        return Array(steps[left.endIndex...])
    }

    /// The conversions that led from an original to its upgraded document.
    package func steps(_ layer: Residue.Layer) throws(MigrationError) -> [ConversionStep] {
        let residue = layer.residue
        var steps: [ConversionStep] = []
        func add(_ to: Column?, readableBy sdk: SDKVersion? = nil) throws(MigrationError) {
            let from = steps.last?.to ?? residue.from, before = steps.last?.after ?? layer.body
            let kind = steps.isEmpty ? residue.kind : residue.kind == .flow ? .paywalls : residue.kind.upgraded
            var settings = residue.settings
            settings.readableBy = sdk
            guard let (after, column) = forwarded(before, from, to, kind, settings) else {
                throw MigrationError(
                    .brokenResidue, "the residue is damaged: its original cannot be converted",
                    remedy: "restore the document from a backup; the residue was edited by hand",
                    path: "/" + Residue.memberName)
            }
            steps.append(
                ConversionStep(from: from, to: column, kind: kind, settings: settings, before: before, after: after))
        }
        if residue.kind == .flow { try add(nil) }
        for column in ConversionStep.path(from: steps.last?.to ?? residue.from, to: residue.to) { try add(column) }
        if let sdk = residue.settings.readableBy { try add(residue.to, readableBy: sdk) }
        return steps
    }

    /// What a step makes of a document, and the column of that; `nil` when it is refused.
    ///
    /// - Parameter to: `nil` for the paywalls of a flow.
    private func forwarded(
        _ document: [UInt8], _ from: Column, _ to: Column?, _ kind: RecordKind, _ settings: Residue.Settings
    ) -> (document: [UInt8], column: Column)? {
        guard let index = try? options.index(document) else { return nil }
        guard let to, kind != .flow else {
            let paywalls = FlowPaywalls(index, Envelope(index).node)
            return paywalls.list.map { ($0, paywalls.column) }
        }
        if let sdk = settings.readableBy {
            return (readable(index, Envelope(index), kind, to, sdk).text ?? document, to)
        }
        return (try? Converted(index, kind, from: from, to: to, options.repeated(settings))).map { ($0.document, to) }
    }

    // MARK: Edits

    private func isUnedited(_ document: [UInt8], _ layer: Residue.Layer) throws(MigrationError) -> Bool {
        if layer.residue.isOf(document) { return true }
        return isSame(document, as: try steps(layer))
    }

    /// Whether a document is what the steps made, whoever wrote it anew since.
    private func isSame(_ document: [UInt8], as steps: [ConversionStep]) -> Bool {
        steps.last.map { saysTheSame($0.after, document) } ?? true
    }

    /// Whether a document has the values of another one, whatever program wrote it anew.
    package func saysTheSame(_ document: [UInt8], _ anew: [UInt8]) -> Bool {
        if document == anew { return true }
        guard let then = try? options.index(document), let now = try? options.index(anew) else { return false }
        return SameValue.holds(then, 0, now, 0)
    }

    /// The document before a step, with what was edited in the document after it.
    private func restore(_ document: [UInt8], _ step: ConversionStep) throws(MigrationError) -> (
        document: [UInt8], stale: [String]
    ) {
        if step.kind == .flow { return (document, [""]) }
        let original = try options.index(step.before), envelope = Envelope(original)
        let record = step.kind.isList ? 0 : envelope.node, place = step.kind.isList ? 0 : envelope.place
        let path = original.path(place), base = try wayBack(step.after, step, path),
            theirs = try wayBack(document, step, path)
        guard let before = base.member(0, at: path), let after = theirs.member(0, at: path) else {
            return (document, [""])
        }
        let id = step.kind == .profile ? envelope.id : nil
        var merge = ThreeWayMerge(original, record: record, base: base, theirs: theirs, hasEnvelopeID: id != nil)
        let context: MergeContext =
            step.kind.isList ? .list(step.kind.table, step.from) : .record(step.kind.upgraded.table, step.from)
        let merged = merge.value(record, before, after, context).map { [(original.range(record), $0)] } ?? []
        let renamed = id.flatMap { id in merge.envelopeID.map { [(original.range(id), $0)] } } ?? []
        let text = original.replacing(merged + renamed, in: original.range(place)) ?? Array(original.raw(place))
        let around = try around([(original, place), (base, before), (theirs, after)], path)
        guard let hole = around.member(0, at: path) else { return (document, [""]) }
        return (around.replacing([(around.range(hole), text)], in: 0..<around.bytes.count) ?? text, merge.stale)
    }

    /// What is around the record in an original, with what was edited around it: three documents without what is in the
    /// record's place.
    private func around(_ documents: [(index: JSONIndex, place: Int)], _ path: [String]) throws(MigrationError)
        -> JSONIndex
    {
        var empty: [JSONIndex] = []
        for (index, place) in documents {
            let hole = index.replacing([(index.range(place), RemoteConfig.null)], in: 0..<index.bytes.count)
            empty.append(try options.index(hole ?? index.bytes))
        }
        if path.isEmpty { return empty[0] }
        var merge = ThreeWayMerge(empty[0], base: empty[1], theirs: empty[2])
        guard let merged = merge.value(0, 0, 0, .plain) else { return empty[0] }
        let range = empty[0].range(0), bytes = empty[0].bytes
        return try options.index(bytes[..<range.lowerBound] + merged + bytes[range.upperBound...])
    }

    /// What the table alone makes of a converted document.
    ///
    /// - Parameter path: the names that lead to the record's place.
    private func wayBack(_ document: [UInt8], _ step: ConversionStep, _ path: [String]) throws(MigrationError)
        -> JSONIndex
    {
        let index = try options.index(document), quiet = options.repeated()
        if step.kind.isList {
            let made = try Converted(index, step.kind, from: step.to, to: step.from, quiet, isWayBack: true)
            return try options.index(made.document)
        }
        guard let place = index.member(0, at: path),
            let text = try Converted.record(
                index, place, step.kind.upgraded.table, from: step.to, to: step.from, quiet, isWayBack: true
            ).text
        else { return index }
        return try options.index(index.replacing([(index.range(place), text)], in: 0..<document.count) ?? document)
    }

    /// What was edited into a document and is not in what was restored: upgraded again over the same steps, it would be
    /// gone.
    private func noteDropped(
        from edited: [UInt8], in restored: [UInt8], _ steps: [ConversionStep], _ ledger: inout Ledger
    ) throws(MigrationError) {
        guard let source = steps.first?.from.dialect.rawValue, let again = again(restored, steps), again != edited
        else { return }
        let before = try options.index(edited), after = try options.index(again)
        let dropped = Migrator.onlyIn(before, 0, after, 0)
        for path in dropped {
            ledger.add(.dropped, .init(.dropped, path, note: "\(source) has no place for this edit"))
        }
        for path in Migrator.onlyIn(after, 0, before, 0) where !dropped.contains(path) {
            ledger.add(
                .dropped,
                .init(.dropped, path, note: "\(source) always has this field, so its removal is lost"))
        }
    }

    /// A restored document over the steps that were taken back; `nil` when it is refused.
    private func again(_ restored: [UInt8], _ steps: [ConversionStep]) -> [UInt8]? {
        var document = restored
        for step in steps {
            let to = step.kind == .flow ? nil : step.to
            guard let next = forwarded(document, step.from, to, step.kind, step.settings) else { return nil }
            document = next.document
        }
        return document
    }

    /// JSON pointers to what the second document does not say, at most 64 levels down.
    package static func onlyIn(_ a: JSONIndex, _ x: Int, _ b: JSONIndex, _ y: Int, depth: Int = 0) -> [String] {
        // The same bytes need no fingerprint.
        if a.raw(x) == b.raw(y) || Fingerprint.canonical(a, x) == Fingerprint.canonical(b, y) { return [] }
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

    /// What a restored document becomes over the step that was taken back.
    private func observed(_ document: [UInt8], _ step: ConversionStep, _ observer: any ConversionObserver.Type)
        throws(MigrationError) -> ObservedStep
    {
        let index = try options.index(document)
        var traced = options.repeated(.init(instant: step.settings.instant))
        traced.observer = observer
        let made = try Converted(index, step.kind, from: step.from, to: step.to, traced)
        return .back(index, try options.index(made.document), made.trace ?? observer.init())
    }
}
