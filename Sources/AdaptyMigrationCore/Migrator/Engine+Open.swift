/// What a document is before anything is done to it.
extension Engine {
    /// - Throws: ``MigrationError``: it is no JSON, several records, its residue is damaged, or it is not recognised.
    func open(_ given: Document, _ residue: Residue?) throws(MigrationError) {
        let tape = try given.tape(depth)
        if tape.kind(0) == .array {
            throw MigrationError(
                .unrecognised, "the document is an array of several records",
                remedy: "convert each element on its own", place: tape.index.place(0))
        }
        if let said = try ResidueMember.nodes(tape) {
            let body = without(said, tape, given)
            let layers = if let opened { opened } else { try layers(of: said, in: tape) }
            opened = layers
            state.begin(given, body, said.head.to, said.head.kind.upgraded, request.options)
            (state.layers, state.hadResidue, state.whole) = (layers[...], true, given.view)
        } else if let layers = try fitting(residue, given), let head = layers.last?.head {
            state.begin(given, given, head.to, head.kind.upgraded, request.options)
            (state.layers, state.hadResidue) = (layers[...], true)
        } else {
            let found = if let stated = stated(tape) { stated } else { try found(tape, request.from) }
            state.begin(given, found, request.options)
            if residue != nil { state.ledger.add(.otherDocument, Engine.otherDocument) }
            if let found = state.found, found.kind == .event { tellName(of: found, tape) }
        }
        if request.options.observer != nil { state.steps = [.same(try state.document.index(depth), .copied)] }
    }

    /// What the request says of the record; `nil` where it does not say both.
    private func stated(_ tape: Tape) -> Found? {
        guard let kind = request.kind, let dialect = request.from, kind.isConverted, kind != .event else { return nil }
        return Found(Envelope(tape), kind, dialect.column)
    }

    /// Tells of an event whose name stays, but is not one of Adapty's current names.
    private func tellName(of found: Found, _ tape: Tape) {
        func add(_ action: Ledger.Action, _ note: String) {
            state.ledger.add(action, .init(action, tape.index.pointer(found.node) + "/event_type", note: note))
        }
        if found.keepsFormerName {
            add(.formerName, "nothing shows that the event is from Adapty")
        } else if !found.isLeftAlone, !EventWords.isName(tape, found.node),
            request.from != nil || EventOrigin(tape, found.node) == .adapty
        {
            add(.unknownName, "Adapty has no event of this name")
        }
    }

    static let otherDocument = Ledger.Entry(
        .otherDocument, "", note: "the residue belongs to another document, and was not used")

    // MARK: Recognition

    /// What a document without its residue is. The dialect is stated by its residue, too.
    package func recognise(_ given: Document, from dialect: Dialect?, _ options: MigrationOptions)
        throws(MigrationError) -> (tape: Tape, found: Found, stated: Dialect?)
    {
        (request.options, used) = (options, 0)
        var tape = try given.tape(depth), stated = dialect
        if let said = try ResidueMember.nodes(tape) {
            _ = try layers(of: said, in: tape)
            tape = try without(said, tape, given).tape(depth)
            stated = stated ?? said.head.to.dialect
        }
        // What a residue says, nothing in the document contradicts.
        return (tape, try found(tape, stated, isOurs: dialect == nil && stated != nil), stated)
    }

    /// What a document without a residue is.
    ///
    /// - Parameter isOurs: whether the caller knows that it is Adapty's, so that little evidence is enough.
    /// - Throws: ``MigrationError`` `unrecognised` or `ambiguous`.
    func found(_ tape: Tape, _ dialect: Dialect?, isOurs: Bool = false) throws(MigrationError) -> Found {
        switch Recognizer.recognise(tape, dialect, isOurs: isOurs) {
        case .one(let found): return found
        case .none(let refusal): throw RecognitionError(tape.index, dialect).error(refusal)
        case .several(let all):
            guard let first = all.first, isSameInAll(all, tape) else {
                throw RecognitionError(tape.index, dialect).ambiguous(all)
            }
            return first
        }
    }

    /// Whether a document becomes the same in all columns that fit it.
    private func isSameInAll(_ all: [Found], _ tape: Tape) -> Bool {
        var first: [UInt8]?
        for found in all {
            var document = tape.view
            if found.column.dialect.isUpgraded {
                let hub = found.column.dialect.hub.column
                guard let isChanged = try? conversion.document(tape, found, to: hub, MigrationOptions()) else {
                    return false
                }
                if isChanged { document = conversion.out.view }
            }
            if let first, first != document.array { return false }
            first = first ?? document.array
        }
        return true
    }

    // MARK: Residues

    /// A document without its residue.
    private func without(_ residue: ResidueNodes, _ tape: Tape, _ document: Document) -> Document {
        let body = fresh()
        let name = residue.node - 1
        body.write(document, withoutMember: name, ResidueMember.range(tape, name))
        return body
    }

    /// A residue, and those of the originals in it; the last one comes off first.
    private func layers(of residue: ResidueNodes, in tape: Tape) throws(MigrationError) -> [Layer] {
        let original = fresh()
        original.write { $0.putUnescaped(tape.text(residue.original).inside) }
        guard let inner = readable(original) else {
            throw Residue.broken("/" + Residue.memberName, tape.index.place(Int(tape.nodes[residue.node].start)))
        }
        return try layers(residue.head, original, inner)
    }

    private func layers(_ head: Residue.Head, _ original: Document, _ tape: Tape) throws(MigrationError) -> [Layer] {
        guard let inner = try ResidueMember.nodes(tape) else {
            return [Layer(head, original: original, body: original)]
        }
        return try layers(of: inner, in: tape) + [Layer(head, original: original, body: without(inner, tape, original))]
    }

    /// The tape of an original, however deep it is; `nil` when it is no JSON.
    private func readable(_ original: Document) -> Tape? { (try? original.tape(depth)) ?? (try? original.tape(.max)) }

    /// The layers of a residue that was kept beside a document; `nil` if it belongs to another one.
    func fitting(_ residue: Residue?, _ document: Document) throws(MigrationError) -> [Layer]? {
        guard let residue else { return nil }
        let original = self.document(residue.original)
        guard let tape = readable(original) else { throw Residue.broken("") }
        let layers = try layers(residue.head, original, tape), head = residue.head
        guard !head.isOf(document.view), let last = layers.last else { return layers }
        let made = try steps(last).last?.after ?? last.body
        let kind = head.kind == .flow ? RecordKind.paywalls : head.kind.upgraded
        let isSame = DocumentIdentity.isSame(try document.index(depth), as: try made.index(depth), kind, head.to)
        return isSame ? layers : nil
    }
}
