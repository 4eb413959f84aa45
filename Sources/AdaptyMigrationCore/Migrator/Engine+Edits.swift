/// The way back of a document that was edited since its upgrade.
extension Engine {
    /// The document before a step, with what was edited in the document after it.
    func restore(_ document: Document, _ step: ConversionStep) throws(MigrationError) -> (
        document: Document, stale: [String]
    ) {
        if step.kind == .flow { return (document, [""]) }
        let original = try step.before.index(depth), envelope = Envelope(original)
        let record = step.kind.isList ? 0 : envelope.node, place = step.kind.isList ? 0 : envelope.place
        let path = original.path(place), base = try wayBack(step.after, step, path),
            theirs = try wayBack(document, step, path)
        guard let before = base.member(0, at: path), let after = theirs.member(0, at: path) else {
            return (document, [""])
        }
        let id = step.kind == .profile ? envelope.id : nil
        var merge = ThreeWayMerge(
            original, record: record, base: base, theirs: theirs, editor: .program(step.to), hasEnvelopeID: id != nil)
        let context: MergeContext =
            step.kind.isList ? .list(step.kind.table, step.from) : .record(step.kind.upgraded.table, step.from)
        let merged = merge.value(record, before, after, context).map { [(original.range(record), $0)] } ?? []
        let renamed = id.flatMap { id in merge.envelopeID.map { [(original.range(id), $0)] } } ?? []
        let text = original.replacing(merged + renamed, in: original.range(place)) ?? Array(original.raw(place))
        let around = try around([(original, place), (base, before), (theirs, after)], path)
        guard let hole = around.member(0, at: path) else { return (document, [""]) }
        let whole = around.replacing([(around.range(hole), text)], in: 0..<around.bytes.count) ?? text
        return (self.document(whole), merge.stale)
    }

    /// What is around the record in an original, with what was edited around it: three documents without what is in the
    /// record's place.
    private func around(_ documents: [(index: JSONIndex, place: Int)], _ path: [String]) throws(MigrationError)
        -> JSONIndex
    {
        var empty: [JSONIndex] = []
        for (index, place) in documents {
            let hole = index.replacing([(index.range(place), RemoteConfig.null)], in: 0..<index.bytes.count)
            empty.append(try request.options.index(hole ?? index.bytes))
        }
        if path.isEmpty { return empty[0] }
        var merge = ThreeWayMerge(empty[0], base: empty[1], theirs: empty[2])
        guard let merged = merge.value(0, 0, 0, .plain) else { return empty[0] }
        let range = empty[0].range(0), bytes = empty[0].bytes
        return try request.options.index(bytes[..<range.lowerBound] + merged + bytes[range.upperBound...])
    }

    /// What the table alone makes of a converted document.
    ///
    /// - Parameter path: the names that lead to the record's place.
    private func wayBack(_ document: Document, _ step: ConversionStep, _ path: [String]) throws(MigrationError)
        -> JSONIndex
    {
        let told = repeated(isWayBack: true)
        if step.kind.isList {
            return try converted(document, step.kind, from: step.to, to: step.from, told).index(depth)
        }
        let tape = try document.tape(depth), index = tape.index
        guard let place = index.member(0, at: path) else { return index }
        var records = [(node: place, table: step.kind.upgraded.table)]
        let found = Found(Envelope(tape), step.kind, step.to)
        if let product = found.product(to: step.from) { records.append((product, .product)) }
        var edits: [(Range<Int>, [UInt8])] = []
        for (node, table) in records.sorted(by: { $0.node < $1.node }) {
            if let text = try conversion.record(tape, node, table, from: step.to, to: step.from, told) {
                edits.append((index.range(node), text))
            }
        }
        return try request.options.index(index.replacing(edits, in: 0..<index.bytes.count) ?? index.bytes)
    }

    /// Tells what was edited into a document and is not in what was restored: upgraded again over the same steps, it would
    /// be gone.
    ///
    /// - Throws: ``MigrationError`` `edit-without-place` for such an edit, if the request is strict.
    func noteDropped(from edited: Document, _ steps: [ConversionStep]) throws(MigrationError) {
        guard let first = steps.first, let last = steps.last, let again = again(state.document, steps),
            !again.view.equals(edited.view)
        else { return }
        let before = try edited.index(depth), after = try again.index(depth), source = first.from.dialect.rawValue
        let changed = before.onlyHere(0, than: after, 0), gone = after.onlyHere(0, than: before, 0)
        var dropped = changed.map { ($0, "\(source) has no place for this edit") }
        if !gone.isEmpty {
            let passed = Set(PassedFields.pointers(in: after, last.kind.upgraded, last.to))
            for path in gone where !changed.contains(path) {
                if passed.contains(path) {
                    state.ledger.add(.restored, .init(.restored, path, note: Engine.isPassed))
                } else {
                    dropped.append((path, "\(source) always has this field, so its removal is lost"))
                }
            }
        }
        if request.options.strict, let (path, note) = dropped.first {
            throw MigrationError(
                .editWithoutPlace, note + (dropped.count > 1 ? ", the first of \(dropped.count)" : ""),
                remedy: "take the edit back, or convert without `strict`", path: path)
        }
        for (path, note) in dropped { state.ledger.add(.dropped, .init(.dropped, path, note: note)) }
    }

    private static let isPassed = "no decoder reads it, so its absence is no edit; null is one"

    /// A restored document over the steps that were taken back; `nil` when it is refused.
    private func again(_ restored: Document, _ steps: [ConversionStep]) -> Document? {
        var document = restored
        for step in steps {
            let to = step.kind == .flow ? nil : step.to
            guard let next = forwarded(document, step.origin, step.from, to, step.kind, step.settings) else {
                return nil
            }
            document = next.document
        }
        return document
    }

    /// What a restored document becomes over the step that was taken back.
    func observed(_ document: Document, _ step: ConversionStep, _ observer: any ConversionObserver.Type)
        throws(MigrationError) -> ObservedStep
    {
        var traced = repeated(.init(instant: step.settings.instant))
        traced.observer = observer
        let made = try converted(document, step.kind, from: step.from, to: step.to, traced)
        return .back(try document.index(depth), try made.index(depth), conversion.notes?.trace ?? observer.init())
    }
}
