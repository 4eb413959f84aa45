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
        let index = try state.document.index(depth), envelope = Envelope(index)
        let (text, reader) = readable(index, envelope, state.kind, state.column, sdk)
        if let missing = reader.missing.first { throw unreadable(missing, index, sdk) }
        guard let text, text != index.bytes else { return }
        state.ledger.forgetUnreadable(at: Set(reader.changes.map(\.path)))
        for change in reader.changes {
            state.ledger.add(.defaulted, .init(.defaulted, change.path, note: change.note))
        }
        begin()
        state.settings.readableBy = sdk
        if state.steps != nil {
            let notes = Dictionary(reader.changes.map { ($0.path, $0.note) }) { first, _ in first }
            state.steps?.append(.mended(index, try request.options.index(text), notes))
        }
        state.document = document(text)
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
        if envelope.isByPlacement {
            let format = index.member(0, at: ["meta", "version"]), wanted = sdk.fallbackFormat
            guard let format, index.raw(format) == Array("\(wanted ?? 0)".utf8)[...] else {
                throw MigrationError(
                    .noSuchTarget,
                    "SDK \(sdk) reads fallback files of \(wanted.map { "format \($0)" } ?? "the older form") alone",
                    remedy: "download the fallback file for that version from Adapty's dashboard",
                    path: "/meta/version")
            }
            try requireFallback(index, envelope, sdk)
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
        throw unreadable(missing, index, sdk)
    }

    /// Refuses a fallback file that lacks what its SDK requires. Adapty made the file for that SDK, so it is damaged.
    private func requireFallback(_ index: JSONIndex, _ envelope: Envelope, _ sdk: SDKVersion) throws(MigrationError) {
        var reader = ReadableRecord(index, sdk.dialect(of: .paywall).column, sdk, refusesEnds: true)
        reader.isListed = true
        for entry in envelope.entries ?? [] where entry.kept == nil { _ = reader.text(entry.node, .paywall) }
        for value in index.member(0, "data").map({ index.children($0).map(\.value) }) ?? [] {
            if let placement = index.member(value, at: ["meta", "placement"]) { _ = reader.placement(placement) }
            let list = index.kind(value) == .object ? index.member(value, "data") : value
            if let list, index.kind(list) == .array, index.elements(list).isEmpty {
                throw unreadable(index.pointer(list), index, sdk)
            }
        }
        // The first files had their version alone. The source of 2.11.3 asks for the rest (shapes-2026, 2.6).
        let asked = sdk < "2.11.3" ? [] : ["response_created_at", "developer_ids"]
        let aside = asked.filter { index.member(0, at: ["meta", $0]) == nil }
        let paths = reader.missing + reader.changes.map(\.path) + aside.map { "/meta/\($0)" }
        if let path = paths.first { throw unreadable(path, index, sdk) }
    }

    private func unreadable(_ path: String, _ index: JSONIndex, _ sdk: SDKVersion) -> MigrationError {
        let isThere = index.pointers().contains(path)
        return MigrationError(
            .missingRequired,
            isThere
                ? "SDK \(sdk) cannot read \(path), and no other value is safe"
                : "SDK \(sdk) requires \(path), and no placeholder is safe",
            remedy: path.hasSuffix("/is_active") && !isThere
                ? "add it; for records of server-v2, set `instant`"
                : "\(isThere ? "correct" : "add") it, or convert without `readableBy`",
            path: path)
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
        if kind == .paywalls, sdk >= "3.8.0", let aside = index.member(0, at: ["meta", "placement"]) {
            reader.isListed = true
            if let text = reader.placement(aside) { splices.append((index.range(aside), text)) }
        }
        for (node, table) in records {
            if let text = reader.text(node, table) { splices.append((index.range(node), text)) }
        }
        return (index.replacing(splices, in: 0..<index.bytes.count), reader)
    }
}
