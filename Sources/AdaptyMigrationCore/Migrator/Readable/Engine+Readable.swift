/// Records that the decoder of one SDK version accepts.
extension Engine {
    /// To the dialect of an SDK version, in a form that its decoder accepts.
    func makeReadable(by sdk: SDKVersion) throws(MigrationError) {
        // Names that only an older version reads would look like an older variant of the dialect.
        try returnUnedited()
        while state.layers.last?.head.settings.readableBy != nil { try takeOff(.readable) }
        let kind = state.kind.upgraded
        try move(to: sdk.dialect(of: kind))
        guard state.kind != .event, state.kind != .promo else { return }
        let document = state.document, isStored = request.options.fillRequired
        let reader = Reader(sdk, isStored: isStored, fills: isStored && state.source.column.isSDK1)
        let made = try mended(document, state.kind, state.column, reader)
        if made === document || made.view.equals(document.view) { return }
        let mending = conversion.ledger
        state.ledger.forgetUnreadable(at: Set(mending.entries.map(\.path)))
        let isKept = request.options.keepsLedger || request.options.keepsMending
        state.ledger.merge(isKept ? mending : Ledger(conversion.counts))
        begin()
        (state.settings.readableBy, state.settings.fills) = (sdk, isStored || state.settings.fills)
        if state.steps != nil {
            let notes = Dictionary(mending.entries.map { ($0.path, $0.note) }) { first, _ in first }
            state.steps?.append(.mended(try document.index(depth), try made.index(depth), notes))
        }
        state.document = made
    }

    /// A document in the form that an SDK version reads; the document itself when it is in that form.
    func mended(_ document: Document, _ kind: RecordKind, _ column: Column, _ reader: Reader) throws(MigrationError)
        -> Document
    {
        let tape = try document.tape(depth), envelope = Envelope(tape)
        var reader = reader, records: [MendedRecord]
        if let list = envelope.list {
            records = try self.records(list, tape, kind, column, reader)
        } else {
            records = [(envelope.node, reader.rules(kind.table, in: column))]
            if let product = Found(envelope, kind, column).product(to: column) {
                records.append((product, reader.rules(.product, in: column)))
            }
        }
        if kind == .paywalls, reader.sdk.has(.placements), let placement = placement(tape, 0, reader, column) {
            reader.isListed = true
            records.append(placement)
        }
        let options = request.options,
            keepsEntries = options.keepsLedger || options.keepsMending || options.observer != nil
        return try mended(document, tape, records, reader, column, keepsEntries: keepsEntries)
    }

    /// A record that is mended where it stands.
    typealias MendedRecord = (node: Int, rules: UnsafePointer<ReaderRules>)

    /// Those of a list. A decoder refuses the whole list because of an element that is no record, also in
    /// `meta.products` while it is read.
    func records(
        _ list: ListedRecords, _ tape: Tape, _ kind: RecordKind, _ column: Column, _ reader: Reader
    ) throws(MigrationError) -> [MendedRecord] {
        let odd = list.odd ?? (reader.sdk.has(.productsOfPaywalls) ? nil : list.oddProduct)
        if !reader.isStored, let odd {
            throw reader.sdk.refusal(of: tape.index.pointer(odd), isThere: true)
        }
        return list.entries.filter { $0.kept == nil }.map {
            ($0.node, reader.rules($0.isMetaProduct ? .product : kind.table, in: column))
        }
    }

    func mended(
        _ document: Document, _ tape: Tape, _ records: [MendedRecord], _ reader: Reader, _ column: Column,
        keepsEntries: Bool
    ) throws(MigrationError) -> Document {
        let told = MigrationOptions(keepsLedger: keepsEntries)
        let inOrder = records.sorted { $0.node < $1.node }
        guard try conversion.mend(tape, inOrder, reader, column, told) else { return document }
        let made = fresh()
        made.exchange(&conversion.out)
        return made
    }

    /// The placement in the `meta` of an object.
    func placement(_ tape: Tape, _ object: Int, _ reader: Reader, _ column: Column) -> MendedRecord? {
        let rules = reader.rules(.paywall, in: column), number = KnownNames.numbers.number("placement")
        guard let node = tape.member(object, at: ["meta", "placement"]),
            let fields = rules.pointee.look(number)?.pointee.inside
        else { return nil }
        return (node, fields)
    }

    /// Refuses a record of a kind, or a fallback file of a format, that an SDK version does not read. A file of the
    /// right format stays as it is.
    func requireReader(_ sdk: SDKVersion) throws(MigrationError) {
        guard sdk >= .oldestReader else {
            throw MigrationError(
                .noSuchTarget, "what SDK \(sdk) can read is not known",
                remedy: "name version \(SDKVersion.oldestReader) or a later one")
        }
        let index = try state.document.index(depth), envelope = Envelope(index)
        try requireFormat(index, envelope, sdk)
        if envelope.isByPlacement {
            try requireFallback(sdk)
            state.isLeftAlone = true
            return
        }
        guard state.kind.isRead(by: sdk) else {
            throw MigrationError(
                .noSuchTarget, "SDK \(sdk) reads no \(state.kind.rawValue)",
                remedy: "SDK 2.0–3.17 reads paywalls, 3.8 and later onboardings, and 4.0 and later flows")
        }
        guard !state.kind.isConverted, state.kind != .sdkEvent,
            let missing = KeptNeeds(index, envelope.node, state.kind).missing
        else { return }
        throw sdk.refusal(of: missing, isThere: index.pointers().contains(missing))
    }
}
