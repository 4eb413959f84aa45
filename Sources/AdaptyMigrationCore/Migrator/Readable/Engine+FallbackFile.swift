/// Fallback files, which an app has inside for the time that Adapty's server cannot be reached.
extension Engine {
    /// Refuses a fallback file of a format that an SDK version does not read.
    func requireFormat(_ index: JSONIndex, _ envelope: Envelope, _ sdk: SDKVersion) throws(MigrationError) {
        guard envelope.isByPlacement || envelope.isFallbackList(index) else { return }
        let wanted = sdk.fallbackFormat
        let said = index.member(0, at: ["meta", "version"]).map { String(decoding: index.raw($0), as: UTF8.self) }
        let isRight = wanted.map { envelope.isByPlacement && said == String($0) } ?? !envelope.isByPlacement
        if isRight { return }
        throw MigrationError(
            .noSuchTarget,
            "SDK \(sdk) reads fallback files of \(wanted.map { "format \($0)" } ?? "the older form") alone",
            remedy: "download the fallback file for that version from Adapty's dashboard",
            path: envelope.isByPlacement ? "/meta/version" : "/data")
    }

    /// Refuses a fallback file that lacks what its SDK requires. Adapty made the file for that SDK, so it is damaged.
    func requireFallback(_ sdk: SDKVersion) throws(MigrationError) {
        let said = try state.document.index(depth), opened = said.openingPlacements(maximumDepth: depth)
        let file = opened.map { Document($0.bytes) } ?? state.document, index = opened ?? said
        let tape = try file.tape(depth), envelope = Envelope(tape), column = sdk.dialect(of: .paywall).column
        var reader = Reader(sdk)
        reader.isListed = true
        var records =
            try envelope.list.map { list throws(MigrationError) in
                try self.records(list, tape, .paywalls, column, reader)
            } ?? []
        // A placement that is null has no paywalls.
        for value in index.placements where index.kind(value) != .null {
            let list = sdk.has(.placements) ? index.member(value, "data") : value
            guard let list, index.kind(list) == .array, !index.elements(list).isEmpty else {
                throw sdk.refusal(of: index.pointer(list ?? value), isThere: true)
            }
            if !sdk.has(.placements) { continue }
            guard let placement = placement(tape, value, reader, column) else {
                throw sdk.refusal(of: index.pointer(value) + "/meta/placement", isThere: false)
            }
            records.append(placement)
        }
        _ = try mended(file, tape, records, reader, column, keepsEntries: true)
        let asked = sdk.has(.metaOfFallback) ? ["response_created_at", "developer_ids"] : []
        let aside = asked.filter { index.member(0, at: ["meta", $0]) == nil }
        let paths = conversion.ledger.entries.map(\.path) + aside.map { "/meta/\($0)" }
        if let path = paths.first { throw sdk.refusal(of: path, isThere: index.pointers().contains(path)) }
    }
}

extension Envelope {
    /// Whether a list has the paywalls of a fallback file before 2.11, which have no placements.
    fileprivate func isFallbackList(_ index: JSONIndex) -> Bool {
        index.member(0, "data").map { index.elements($0) }?.contains {
            index.member($0, "type").flatMap(index.text) == "adapty_inapps_fallback_paywalls"
        } ?? false
    }
}
