/// Converts records between dialects, from bytes to bytes, without loss.
///
/// ```swift
/// let migration = try Migrator().upgrade(oldPayload)
/// let current = migration.document                          // the current document with its residue
/// let original = try Migrator().downgrade(current).document  // == oldPayload
/// ```
public struct Migrator: Sendable {
    /// The options of its conversions.
    public let options: MigrationOptions

    /// Creates a migrator. It has no state: it can be kept, copied and used by several threads.
    public init(_ options: MigrationOptions = MigrationOptions()) { self.options = options }

    /// What a document without its residue is. The dialect is stated by its residue, too.
    package func recognise(_ document: [UInt8], from dialect: Dialect?) throws(MigrationError) -> (
        index: JSONIndex, found: Found, stated: Dialect?
    ) {
        let index = try options.index(document)
        let (body, residue) = try ResidueMember.split(index)
        let inner = residue == nil ? index : try options.index(body)
        let stated = dialect ?? residue?.to.dialect
        return (inner, try found(inner, stated), stated)
    }

    /// What a document is.
    ///
    /// - Parameter isOurs: whether the caller knows that it is Adapty's, so that little evidence is enough.
    /// - Throws: ``MigrationError`` `unrecognised` or `ambiguous`.
    package func found(_ index: JSONIndex, _ dialect: Dialect?, isOurs: Bool = false) throws(MigrationError) -> Found {
        let words = RecognitionError(index, dialect)
        switch Recognizer.recognise(index, dialect, isOurs: isOurs) {
        case .one(let found): return found
        case .none(let refusal): throw words.error(refusal)
        case .several(let all):
            guard let found = RecordEngine.shared({ $0.same(all, index.bytes) }) else { throw words.ambiguous(all) }
            return found
        }
    }

    /// Upgrades a document to a dialect. A document that is newer than the target, or already in the target dialect,
    /// stays as it is.
    ///
    /// - Parameters:
    ///   - from: the document's dialect; `nil` to recognise it.
    ///   - to: the target; `nil` for the current dialect of its kind. A kind that `sdk2` or `sdk3` does not have, as
    ///     events, goes to its own current dialect.
    public func upgrade(_ document: [UInt8], from: Dialect? = nil, to: Dialect? = nil, residue: Residue? = nil)
        throws(MigrationError) -> Migration
    {
        if residue == nil, let migration = onTape({ $0.upgrade(document, from: from, to: to) }) { return migration }
        var state = try open(document, from, residue)
        if let sdk = options.readableBy { try requireReader(of: &state, sdk) }
        if state.isLeftAlone { return state.migration(state.dialect) }
        if let sdk = options.readableBy {
            try makeReadable(&state, by: sdk)
            return state.migration(state.dialect)
        }
        let target = state.kind.target(to) ?? state.dialect.hub
        try require(target, state)
        if state.dialect.age > target.age, target != state.dialect.hub || !state.dialect.isUpgraded {
            if options.unwraps, let envelope = state.index.map(Envelope.init), envelope.node != envelope.place {
                try convert(&state, to: state.column)
                return state.migration(state.dialect)
            }
            if case .same(let index, _)? = state.steps?.first { state.steps = [.same(index, .newerThanTarget)] }
            let note = "\(state.dialect.rawValue) is newer than \(target.rawValue)"
            state.ledger.add(.newerThanTarget, .init(.newerThanTarget, "", note: note))
            return state.migration(target)
        }
        try move(&state, to: target)
        // A promo without a paywall stays what it is.
        return state.migration(state.kind == .promo ? state.source : target)
    }

    /// Downgrades a document to the dialect that its residue names, byte for byte where nothing was edited; or to the
    /// dialect `to`, as far as the mapping table goes.
    ///
    /// - Parameters:
    ///   - to: the target. `nil` restores a document with residue and leaves every other document as it is.
    ///   - residue: the residue kept beside the document; `nil` when it is embedded. If it belongs to another document
    ///     than this one, it is not used (``Ledger/Action/otherDocument``).
    public func downgrade(_ document: [UInt8], from: Dialect? = nil, to: Dialect? = nil, residue: Residue? = nil)
        throws(MigrationError) -> Migration
    {
        if residue == nil, let migration = onTape({ $0.downgrade(document, from: from, to: to) }) { return migration }
        if to == nil {
            let index = try options.index(document)
            if index.member(0, Residue.memberName) == nil, try fitting(residue, index) == nil {
                let found = try? found(index, from), dialect = found?.column.dialect ?? from
                var ledger = Ledger(keepsEntries: options.keepsLedger)
                if residue != nil { ledger.add(.otherDocument, Migrator.otherDocument) }
                return Migration(
                    document: document, residue: .none, ledger: ledger,
                    source: dialect, target: dialect ?? .sdk2, kind: found?.kind ?? .profile,
                    steps: options.observer != nil ? [.same(index, .copied)] : nil)
            }
        }
        var state = try open(document, from, residue)
        guard let target = to ?? state.layers.first?.residue.source else { return state.migration(state.dialect) }
        if state.kind == .flow, RecordKind.paywalls.dialects.contains(target), target != .sdk3 {
            try lowerFlow(&state, target)
        }
        try require(target, state)
        if state.isLeftAlone { return state.migration(state.dialect) }
        if to == nil {
            try back(&state, to: nil)
        } else if state.dialect.age >= target.age || state.came(from: target) {
            try move(&state, to: target)
        }
        return state.migration(target)
    }

    /// Converts a document to a newer or older dialect: through an embedded residue if it leads there, otherwise by the
    /// mapping table.
    ///
    /// - Parameter from: the document's dialect; `nil` to recognise it.
    /// - Throws: ``MigrationError`` `no-such-target` when the dialect has no such record, or another code with the
    ///   reason why the document cannot be converted.
    public func convert(_ document: [UInt8], from: Dialect? = nil, to target: Dialect) throws(MigrationError)
        -> Migration
    {
        var state = try open(document, from, nil)
        try require(target, state)
        if state.isLeftAlone { return state.migration(state.dialect) }
        try move(&state, to: target)
        return state.migration(state.kind == .promo ? state.source : target)
    }

    /// The residue of a document that is the same in both dialects: what the way back by the table alone would change
    /// in it.
    package func residue(ofUnchanged document: [UInt8], from: Dialect, to target: Dialect) throws(MigrationError)
        -> Residue
    {
        var state = try open(document, from, nil)
        state.keepsUnchanged = true
        try convert(&state, to: target.column)
        guard let residue = state.migration(target).residue else { throw Residue.broken("") }
        return residue
    }

    /// A conversion on the tape; `nil` where the options ask for more, and for what only this type can convert, or
    /// refuse in words.
    private func onTape(_ convert: (RecordEngine) -> Migration?) -> Migration? {
        guard options.isPlain, !options.strict, !options.fillRequired, options.instant == nil, !options.unwraps,
            options.maximumDepth == RecordEngine.options.maximumDepth
        else { return nil }
        return RecordEngine.shared(convert)
    }

    func open(_ document: [UInt8], _ dialect: Dialect?, _ residue: Residue?) throws(MigrationError) -> State {
        let index = try options.index(document)
        if index.kind(0) == .array {
            throw MigrationError(
                .unrecognised, "the document is an array of several records",
                remedy: "convert each element on its own", place: index.place(0))
        }
        let (body, embedded) = try ResidueMember.split(index)
        let inner = embedded == nil ? index : try options.index(body)
        var ledger = Ledger(keepsEntries: options.keepsLedger)
        let beside = embedded == nil ? try fitting(residue, inner) : nil
        if embedded == nil, residue != nil, beside == nil { ledger.add(.otherDocument, Migrator.otherDocument) }
        var state: State
        if let last = embedded ?? beside {
            state = State(
                body, inner, last.to, last.kind.upgraded, layers: try last.layers(),
                whole: embedded == nil ? nil : document, ledger: ledger)
        } else {
            let found = try found(inner, dialect)
            state = State(body, inner, found.column, found.kind, ledger: ledger)
            state.isLeftAlone = found.isLeftAlone
            if found.keepsFormerName {
                let path = inner.pointer(found.node) + "/event_type"
                state.ledger.add(
                    .formerName, .init(.formerName, path, note: "nothing shows that the event is from Adapty"))
            }
        }
        if options.observer != nil { state.steps = [.same(inner, .copied)] }
        return state
    }

    private static let otherDocument = Ledger.Entry(
        .otherDocument, "", note: "the residue belongs to another document, and was not used")

    /// A residue that was kept beside a document; `nil` if it belongs to another one.
    private func fitting(_ residue: Residue?, _ document: JSONIndex) throws(MigrationError) -> Residue? {
        guard let residue, !residue.isOf(document.bytes), let layer = try residue.layers().last else { return residue }
        let made = try options.index(try steps(layer).last?.after ?? layer.body)
        let kind = residue.kind == .flow ? RecordKind.paywalls : residue.kind.upgraded
        return DocumentIdentity.isSame(document, as: made, kind, residue.to) ? residue : nil
    }

    /// Whether two documents of a dialect are the same record, edited or not.
    package func isSame(_ document: [UInt8], _ other: [UInt8], _ kind: RecordKind, _ dialect: Dialect)
        throws(MigrationError) -> Bool
    {
        let one = try options.index(document), two = try options.index(other)
        return DocumentIdentity.haveSameIDs(one, two, kind, dialect.column)
    }

    func require(_ target: Dialect, _ state: State) throws(MigrationError) {
        let kind = state.kind.upgraded
        guard state.kind.dialects.contains(target) || kind.dialects.contains(target) else {
            throw MigrationError(
                .noSuchTarget, "\(target.rawValue) has no \(state.kind.rawValue)",
                remedy: "choose one of \(state.kind.dialects.map(\.rawValue).joined(separator: ", "))")
        }
    }
}
