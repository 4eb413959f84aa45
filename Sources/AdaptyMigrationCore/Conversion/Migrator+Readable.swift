/// Records that the decoder of one SDK version accepts.
extension Migrator {
    /// To the dialect of an SDK version, in a form that its decoder accepts.
    func makeReadable(_ state: inout State, by sdk: SDKVersion) throws(MigrationError) {
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
    func requireReader(of state: inout State, _ sdk: SDKVersion) throws(MigrationError) {
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
    func readable(
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
}
