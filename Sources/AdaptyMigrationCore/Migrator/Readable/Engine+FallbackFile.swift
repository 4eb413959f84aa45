/// Fallback files, which an app has inside for the time that Adapty's server cannot be reached.
extension Engine {
    /// Refuses a fallback file of a format that an SDK version does not read.
    func requireFormat(_ index: JSONIndex, _ envelope: Envelope, _ sdk: SDKVersion) throws(MigrationError) {
        guard let format = envelope.fallbackFormat(index) else { return }
        let wanted = sdk.fallbackFormat
        if format == wanted.map(String.init) ?? Envelope.listFormat { return }
        throw MigrationError(
            .noSuchTarget,
            "SDK \(sdk) reads fallback files of \(wanted.map { "format \($0)" } ?? "the older form") alone",
            remedy: "download the fallback file for that version from Adapty's dashboard",
            path: envelope.isByPlacement ? "/meta/version" : "/data")
    }

    /// Refuses a fallback file that lacks what its SDK requires. Adapty made the file for that SDK, so it is damaged.
    func requireFallback(_ sdk: SDKVersion) throws(MigrationError) {
        let file = try opened(state.document, sdk), index = try file.index(depth)
        let tape = try file.tape(depth), envelope = Envelope(tape), column = sdk.dialect(of: .paywall).column
        var reader = Reader(sdk)
        reader.isListed = true
        var records =
            try envelope.list.map { list throws(MigrationError) in
                try self.records(list, tape, .paywalls, column, reader)
            } ?? []
        for value in index.member(0, "data").map({ index.children($0).map(\.value) }) ?? [] {
            if let placement = placement(tape, value, reader, column) { records.append(placement) }
            let list = index.kind(value) == .object ? index.member(value, "data") : value
            if let list, index.kind(list) == .array, index.elements(list).isEmpty {
                throw sdk.refusal(of: index.pointer(list), isThere: true)
            }
        }
        _ = try mended(file, tape, records, reader, column, keepsEntries: true)
        // The first files had their version alone. AdaptySDK-iOS 2.11.3 asks for the rest.
        let asked = sdk < "2.11.3" ? [] : ["response_created_at", "developer_ids"]
        let aside = asked.filter { index.member(0, at: ["meta", $0]) == nil }
        let paths = conversion.ledger.entries.map(\.path) + aside.map { "/meta/\($0)" }
        if let path = paths.first { throw sdk.refusal(of: path, isThere: index.pointers().contains(path)) }
    }

    /// The file with objects in the place of texts, as the decoders read them (AdaptySDK-iOS 2.11–3.17).
    private func opened(_ file: Document, _ sdk: SDKVersion) throws(MigrationError) -> Document {
        let index = try file.index(depth)
        var parts: [(range: Range<Int>, bytes: [UInt8])] = []
        for value in index.member(0, "data").map({ index.children($0).map(\.value) }) ?? [] {
            guard let text = index.text(value) else { continue }
            guard (try? JSONScanner.index(Array(text.utf8), maximumDepth: depth)) != nil else {
                throw sdk.refusal(of: index.pointer(value), isThere: true)
            }
            parts.append((index.range(value), Array(text.utf8)))
        }
        return index.replacing(parts, in: index.range(0)).map { Document($0) } ?? file
    }
}

extension Envelope {
    /// The format of fallback files before 2.11, which list paywalls without their placements.
    fileprivate static let listFormat = "a list"

    /// The format of a fallback file, as its `meta.version` says; `nil` for other documents.
    fileprivate func fallbackFormat(_ index: JSONIndex) -> String? {
        if isByPlacement {
            return index.member(0, at: ["meta", "version"]).map { String(decoding: index.raw($0), as: UTF8.self) } ?? ""
        }
        let isFile = index.member(0, "data").map { list in
            index.kind(list) == .array
                && index.elements(list).contains {
                    index.member($0, "type").flatMap(index.text) == "adapty_inapps_fallback_paywalls"
                }
        }
        return isFile == true ? Envelope.listFormat : nil
    }
}
