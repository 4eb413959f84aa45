/// Converts records between dialects, from bytes to bytes, without loss.
///
/// ```swift
/// let migration = try Migrator().upgrade(oldPayload)
/// let current = migration.documentWithResidue              // current document with its residue
/// let original = try Migrator().downgrade(current).document   // == oldPayload
/// ```
public struct Migrator: Sendable {
    /// The options of its conversions.
    public let options: MigrationOptions

    /// Creates a migrator. It has no state: it can be kept, copied and used by several threads.
    public init(_ options: MigrationOptions = MigrationOptions()) { self.options = options }

    /// The dialect and kind of a document.
    package func recognise(_ document: [UInt8], from dialect: Dialect?) throws(MigrationError) -> (
        recognizer: Recognizer, decision: (detection: Detection, score: DialectScore?)
    ) {
        let index = try options.index(document)
        let (body, residue) = try ResidueMember.split(index)
        let inner = residue == nil ? index : try options.index(body)
        let recognizer = Recognizer(inner, options)
        return (recognizer, try recognizer.decide(dialect ?? residue?.hops.last?.to.dialect))
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
        if options.unwraps, state.dialect.age > target.age, let index = state.index, Envelope(index).node != 0 {
            try forward(&state, to: state.column)
            return state.migration(state.dialect)
        }
        if state.dialect.age > target.age, target != state.dialect.hub || !state.dialect.isUpgraded {
            if case .same(let index, _)? = state.steps?.first { state.steps = [.same(index, .newerThanTarget)] }
            state.ledger.add(
                .newerThanTarget,
                .init(.newerThanTarget, "", note: "\(state.dialect.rawValue) is newer than \(target.rawValue)"))
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
    ///   - residue: the residue kept beside the document; `nil` when it is embedded.
    public func downgrade(_ document: [UInt8], from: Dialect? = nil, to: Dialect? = nil, residue: Residue? = nil)
        throws(MigrationError) -> Migration
    {
        if residue == nil, let migration = onTape({ $0.downgrade(document, from: from, to: to) }) { return migration }
        if to == nil, residue == nil {
            let index = try JSONScanner.index(document, maximumDepth: options.maximumDepth)
            guard index.member(0, Residue.memberName) != nil else {
                let found = try? Recognizer(index, options).recognise(from)
                let dialect = found?.dialect ?? from ?? .sdk2
                return Migration(
                    document: document, residue: .none, ledger: Ledger(keepsEntries: options.keepsLedger),
                    source: dialect, target: dialect, kind: found?.kind ?? .profile,
                    steps: options.observer != nil ? [.same(index, .copied)] : nil)
            }
        }
        var state = try open(document, from, residue)
        guard let target = to ?? state.hops.first?.from.dialect else { return state.migration(state.dialect) }
        if state.kind == .flow, RecordKind.paywalls.dialects.contains(target), target != .sdk3 {
            try lowerFlow(&state, target)
        }
        try require(target, state)
        if state.isLeftAlone { return state.migration(state.dialect) }
        if to == nil {
            try back(&state) { _, _ in true }
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
        for column in [state.dialect.hub.column, target.column] where column != state.column {
            try forward(&state, to: column, keepsUnchanged: true)
        }
        return Residue(hops: state.hops)
    }

    /// A conversion on the tape; `nil` where the options ask for more, and for what only this type can convert, or
    /// refuse in words.
    private func onTape(_ convert: (RecordEngine) -> Migration?) -> Migration? {
        guard options.isPlain, !options.unwraps, options.maximumDepth == RecordEngine.options.maximumDepth else {
            return nil
        }
        return RecordEngine.shared(convert)
    }

    // MARK: Steps

    /// A document on its way.
    private struct State {
        var document: [UInt8] { didSet { index = nil } }
        /// The document's index, where it is at hand.
        private(set) var index: JSONIndex?
        var hops: [Residue.Hop]
        var dialect: Dialect
        var column: Column
        var kind: RecordKind
        let source: Dialect
        /// What was given with a residue inside: as it was, without the residue, and what that held; `nil` for every
        /// other document.
        var given: (record: [UInt8], document: [UInt8], hops: [Residue.Hop])?
        var ledger: Ledger
        /// An event that nothing says is Adapty's, a flow, or an onboarding.
        var isLeftAlone = false
        /// From the document that was given; `nil` unless somebody asked.
        var steps: [ObservedStep]?

        func migration(_ target: Dialect) -> Migration {
            Migration(
                document: document, residue: hops.isEmpty ? .none : .parsed(Residue(hops: hops)), whole: unchanged,
                ledger: ledger, source: source, target: target, kind: kind,
                steps: steps)
        }

        /// Whether the residue leads back to a dialect.
        func came(from dialect: Dialect) -> Bool { hops.contains { $0.from.dialect == dialect } }

        private var unchanged: [UInt8]? {
            guard let given, given.document == document, Residue(hops: given.hops) == Residue(hops: hops) else {
                return nil
            }
            return given.record
        }
    }

    private func open(_ document: [UInt8], _ dialect: Dialect?, _ residue: Residue?) throws(MigrationError) -> State {
        let index = try options.index(document)
        if index.kind(0) == .array {
            throw MigrationError(
                .unrecognised, "the document is an array of several records",
                remedy: "convert each element on its own", place: index.place(0))
        }
        let (body, embedded) = try ResidueMember.split(index)
        let hops = (embedded ?? residue)?.hops ?? []
        let inner = embedded == nil ? index : try options.index(body)
        let ledger = Ledger(keepsEntries: options.keepsLedger),
            steps: [ObservedStep]? = options.observer != nil ? [.same(inner, .copied)] : nil
        if let last = hops.last {
            let kind = last.kind.upgraded
            return State(
                document: body, index: inner, hops: hops, dialect: last.to.dialect, column: last.to, kind: kind,
                source: last.to.dialect,
                given: embedded == nil ? nil : (document, body, hops), ledger: ledger, steps: steps)
        }
        if let found = TapeRecognizer.recognise(inner, dialect) {
            return State(
                document: body, index: inner, hops: [], dialect: found.column.dialect, column: found.column,
                kind: found.kind, source: found.column.dialect, ledger: ledger, steps: steps)
        }
        let found = try Recognizer(inner, options).recognise(dialect)
        return State(
            document: body, index: inner, hops: [], dialect: found.dialect, column: found.column, kind: found.kind,
            source: found.dialect, ledger: ledger, isLeftAlone: found.isLeftAlone, steps: steps)
    }

    private func require(_ target: Dialect, _ state: State) throws(MigrationError) {
        let kind = state.kind.upgraded
        guard state.kind.dialects.contains(target) || kind.dialects.contains(target) else {
            throw MigrationError(
                .noSuchTarget, "\(target.rawValue) has no \(state.kind.rawValue)",
                remedy: "choose one of \(state.kind.dialects.map(\.rawValue).joined(separator: ", "))")
        }
    }

    /// To a dialect: back over the hops where one came from there, else over the current dialect.
    private func move(_ state: inout State, to target: Dialect) throws(MigrationError) {
        if state.dialect != target, state.came(from: target) {
            // An older variant of the target was brought to its newest form on the way: that is undone too.
            try back(&state) { dialect, hop in
                dialect != target || hop.from.dialect == target && hop.to.dialect == target
            }
            return
        }
        if state.dialect == target {
            try forward(&state, to: state.column)
            return
        }
        if state.dialect.isSDK3, target.isSDK3 {
            try forward(&state, to: target.column)
            return
        }
        let hub = state.dialect.hub
        try back(&state) { dialect, hop in dialect != hub && hop.from.dialect == hub }
        try forward(&state, to: hub.column)
        if target != hub { try forward(&state, to: target.column) }
    }

    /// One hop: convert, then find what the way back alone would not restore.
    ///
    /// - Parameter keepsUnchanged: whether a document that is the same in both dialects has a hop too.
    private func forward(_ state: inout State, to column: Column, keepsUnchanged: Bool = false) throws(MigrationError) {
        let from = state.column
        let index = if let known = state.index { known } else { try options.index(state.document) }
        defer {
            state.column = column
            state.dialect = column.dialect
        }
        guard index.kind(0) == .object else { return }
        let envelope = Envelope(index)
        try refuseResidue(index, envelope)
        if envelope.isByPlacement, column != .sdk3 {
            // Some of its paywalls are named by their placement alone.
            throw MigrationError(
                .noSuchTarget, "\(column.dialect.rawValue) has no fallback file with an object by placement",
                remedy: "convert its paywalls one by one, each with the `developer_id` of its placement")
        }
        var converter = Converter(Plan.from(from, to: column), index, options)
        let converted = try converter.document(envelope, state.kind)
        state.ledger.merge(converter.ledger)
        if let trace = converter.trace {
            state.steps?.append(
                .forward(index, try JSONScanner.index(converted, maximumDepth: options.maximumDepth), trace))
        }
        let kind = state.kind
        if kind == .promo, envelope.isPromo { state.kind = .paywall }
        var hop = Residue.Hop(
            from: from, to: column, kind: kind,
            instant: converter.ledger.contains(.derived) ? options.instant?.microseconds : nil)
        if converted == state.document, !keepsUnchanged {
            // Earlier hops must not look as if they had led here themselves.
            if !state.hops.isEmpty, from != column { state.hops.append(hop) }
            return
        }
        let root = index.range(0), record = index.range(envelope.node)
        if envelope.entries == nil, root != record {
            hop.wrap = (
                Array(index.bytes[root.lowerBound..<record.lowerBound]),
                Array(index.bytes[record.upperBound..<root.upperBound])
            )
        }
        try close(&hop, index, envelope, converted)
        state.document = converted
        state.hops.append(hop)
    }

    /// Finds what the way back of a hop alone would not restore.
    private func close(
        _ hop: inout Residue.Hop, _ index: JSONIndex, _ envelope: Envelope, _ converted: [UInt8]
    ) throws(MigrationError) {
        let base = try options.index(wayBack(converted, hop)), record = envelope.entries == nil ? envelope.node : 0
        hop.delta = Delta.make(base, 0, index, record, context(hop))
        if apply(hop, to: base).document != index.bytes {
            hop.delta = .replace(expected: Fingerprint.of(base, 0), text: Array(index.raw(record)))
            guard apply(hop, to: base).document == index.bytes else {
                throw MigrationError(
                    .notReversible, "the way back does not reproduce the original",
                    remedy: "please report this record; it was left as it is")
            }
        }
    }

    // MARK: Flows

    /// A flow as the list of its paywalls. The residue keeps the flow.
    private func lowerFlow(_ state: inout State, _ target: Dialect) throws(MigrationError) {
        let index = try options.index(state.document), envelope = Envelope(index)
        guard envelope.entries == nil, index.kind(envelope.node) == .object else { return }
        guard let list = FlowPaywalls(index, envelope.node).list else {
            throw MigrationError(
                .noSuchTarget,
                "\(target.rawValue) has no flow, and this one has no variations with paywalls, as the server sends them",
                remedy: "keep the flow for SDK 4", path: index.pointer(envelope.node))
        }
        var hop = Residue.Hop(from: state.column, to: state.column, kind: .flow)
        hop.delta = .replace(expected: Fingerprint.of(try options.index(list), 0), text: state.document)
        state.ledger.add(.stashed, .init(.stashed, "", note: "paywalls have no place for what only the flow has"))
        if state.steps != nil { state.steps?.append(.same(index, .noSuccessor)) }
        (state.document, state.kind, state.isLeftAlone) = (list, .paywalls, false)
        state.hops.append(hop)
    }

    // MARK: Readable

    /// To the dialect of an SDK version, in a form that its decoder accepts.
    private func makeReadable(_ state: inout State, by sdk: SDKVersion) throws(MigrationError) {
        // Names that only an older version reads would look like an older variant of the dialect.
        while let hop = state.hops.last, hop.readableBy != nil { try takeOff(hop, &state) }
        let kind = state.kind.upgraded
        try move(&state, to: sdk.dialect(of: kind))
        guard state.kind != .event, state.kind != .promo else { return }
        let index = try options.index(state.document), envelope = Envelope(index)
        let (text, reader) = readable(index, envelope, state.kind, state.column, sdk)
        if let missing = reader.missing.first {
            throw MigrationError(
                .missingRequired, "SDK \(sdk) requires \(missing), and no placeholder is safe",
                remedy: "add it, or convert without `readableBy`", path: missing)
        }
        guard let text, text != state.document else { return }
        for change in reader.changes {
            state.ledger.add(.defaulted, .init(.defaulted, change.path, note: change.note))
        }
        var hop = Residue.Hop(from: state.column, to: state.column, kind: state.kind, readableBy: sdk)
        try close(&hop, index, envelope, text)
        if state.steps != nil {
            let notes = Dictionary(reader.changes.map { ($0.path, $0.note) }) { first, _ in first }
            state.steps?.append(.mended(index, try options.index(text), notes))
        }
        state.document = text
        state.hops.append(hop)
    }

    /// Refuses a record of a kind, or a fallback file of a format, that an SDK version does not read. A file of the
    /// right format stays as it is.
    private func requireReader(of state: inout State, _ sdk: SDKVersion) throws(MigrationError) {
        guard sdk >= .oldestReader else {
            throw MigrationError(
                .noSuchTarget, "what SDK \(sdk) can read is not known",
                remedy: "name version \(SDKVersion.oldestReader) or a later one")
        }
        let index = try options.index(state.document), envelope = Envelope(index)
        if envelope.isByPlacement {
            let format = index.member(0, at: ["meta", "version"]), wanted = sdk.fallbackFormat
            guard let format, index.raw(format) == Array("\(wanted ?? 0)".utf8)[...] else {
                throw MigrationError(
                    .noSuchTarget,
                    "SDK \(sdk) reads fallback files of \(wanted.map { "format \($0)" } ?? "the older form") alone",
                    remedy: "download the fallback file for that version from Adapty's dashboard",
                    path: "/meta/version")
            }
            state.isLeftAlone = true
            return
        }
        guard state.kind.isRead(by: sdk) else {
            throw MigrationError(
                .noSuchTarget, "SDK \(sdk) reads no \(state.kind.rawValue)",
                remedy: "SDK 2.0–3.17 reads paywalls, 3.8 and later onboardings, and 4.0 and later flows")
        }
        guard let needs = SDKNeed.kept[state.kind] else { return }
        let record = envelope.node
        for path in needs where index.member(record, at: path).map({ index.kind($0) == .null }) ?? true {
            let pointer = index.pointer(record) + path.map { "/" + $0 }.joined()
            throw MigrationError(
                .missingRequired, "SDK \(sdk) requires \(pointer), and no placeholder is safe", remedy: "add it",
                path: pointer)
        }
    }

    /// A document in the form that an SDK version reads; `nil` when it is in that form.
    private func readable(
        _ index: JSONIndex, _ envelope: Envelope, _ kind: RecordKind, _ column: Column, _ sdk: SDKVersion
    ) -> (text: [UInt8]?, reader: ReadableRecord) {
        var reader = ReadableRecord(index, column, sdk, refusesEnds: true)
        let records =
            envelope.entries?.filter { $0.kept == nil }.map { ($0.node, $0.isMetaProduct ? .product : kind.table) }
            ?? [(envelope.node, kind.table)]
        var splices: [(Range<Int>, [UInt8])] = []
        for (node, table) in records {
            if let text = reader.text(node, table) { splices.append((index.range(node), text)) }
        }
        return (index.replacing(splices, in: 0..<index.bytes.count), reader)
    }

    /// A record that has the residue's member inside its envelope would have two of them without it.
    private func refuseResidue(_ index: JSONIndex, _ envelope: Envelope) throws(MigrationError) {
        guard envelope.entries == nil, envelope.node != 0,
            let member = index.members(envelope.node).first(where: { index.nameEquals($0.name, Residue.memberName) })
        else { return }
        throw MigrationError(
            .foreignResidue, "the record has a member \(Residue.memberName) inside its envelope",
            remedy:
                "if an earlier upgrade wrote it, take the record out of the envelope; otherwise remove the member",
            path: index.pointer(member.value), place: index.place(Int(index[member.name].start)))
    }

    /// What the table alone makes of a converted document.
    private func wayBack(_ document: [UInt8], _ hop: Residue.Hop) throws(MigrationError) -> [UInt8] {
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

    private func context(_ hop: Residue.Hop) -> DeltaContext {
        if hop.kind.isList { return .list(hop.kind.table, hop.from) }
        return .record(hop.kind.upgraded.table, hop.from)
    }

    private func restore(_ document: [UInt8], _ hop: Residue.Hop) throws(MigrationError) -> (
        document: [UInt8], stale: [String]
    ) {
        apply(hop, to: try options.index(wayBack(document, hop)))
    }

    private func apply(_ hop: Residue.Hop, to base: JSONIndex) -> (document: [UInt8], stale: [String]) {
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
    private func noteDropped(from edited: [UInt8], in restored: [UInt8], _ hops: [Residue.Hop], _ ledger: inout Ledger)
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
    private func again(_ restored: [UInt8], _ hops: [Residue.Hop], fillRequired: Bool) -> [UInt8]? {
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
    private func back(_ state: inout State, while goesOn: (Dialect, Residue.Hop) -> Bool) throws(MigrationError) {
        let edited = state.document
        var undone: [Residue.Hop] = []
        while let hop = state.hops.last, goesOn(state.dialect, hop) {
            try takeOff(hop, &state)
            undone.insert(hop, at: 0)
        }
        try noteDropped(from: edited, in: state.document, undone, &state.ledger)
    }

    /// What a restored document becomes over the hop it came back over.
    private func step(back document: [UInt8], _ hop: Residue.Hop, _ observer: any ConversionObserver.Type)
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

    private func takeOff(_ hop: Residue.Hop, _ state: inout State) throws(MigrationError) {
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
