extension Converter {
    /// The whole result for a document: the record out of its envelopes with the white space around it, or the list
    /// with its entries converted in place.
    mutating func document(_ envelope: Envelope, _ kind: RecordKind) throws(MigrationError) -> [UInt8] {
        if let entries = envelope.entries { return try list(entries, kind) }
        let node = envelope.node
        if kind == .promo, !envelope.isPromo {
            ledger.add(
                .noSuccessor,
                .init(
                    .noSuccessor, index.pointer(node),
                    note: "a promo without a paywall has no successor and stays as it is"))
            trace?.whole(.noSuccessor, "a promo without a paywall has no successor", in: index)
            return index.bytes
        }
        let table = kind.upgraded.table
        if table == .profile, let id = envelope.id { envelopeID = Array(index.raw(id)) }
        let record = try record(node, table) ?? Array(index.raw(node))
        trace?.envelope(around: node, isPromo: kind == .promo, in: index)
        let root = index.range(0)
        return index.bytes[..<root.lowerBound] + record + index.bytes[root.upperBound...]
    }

    private mutating func list(_ entries: [ListedRecords.Entry], _ kind: RecordKind) throws(MigrationError) -> [UInt8] {
        var splices: [(Range<Int>, [UInt8])] = []
        for entry in entries {
            if let kept = entry.kept {
                if plan.to != .sdk3 {
                    ledger.add(
                        .noSuccessor,
                        .init(
                            .noSuccessor, index.pointer(entry.node),
                            note: "\(plan.to.dialect.rawValue) has no \(kept.rawValue): it stays as it is"))
                }
                continue
            }
            let path = trace == nil ? [] : index.path(entry.node)
            trace?.enter(path)
            defer { trace?.leave(path) }
            let bytes = try record(entry.node, entry.isMetaProduct ? .product : kind.table)
            trace?.link(bytes == nil ? .copied : .recoded, entry.node)
            guard let bytes else { continue }
            splices.append((index.range(entry.node), bytes))
        }
        if plan.to == .sdk3 { splices += try encodedPlacements(kind) }
        trace?.list(in: index)
        return index.replacing(splices, in: 0..<index.bytes.count) ?? index.bytes
    }

    /// Placements given as JSON-encoded strings (fallback files of SDK 2.11 and later): entered, converted, encoded
    /// again.
    private mutating func encodedPlacements(_ kind: RecordKind) throws(MigrationError) -> [(Range<Int>, [UInt8])] {
        guard let data = index.member(0, "data"), index.kind(data) == .object else { return [] }
        var splices: [(Range<Int>, [UInt8])] = []
        for member in index.members(data) {
            guard let text = index.text(member.value),
                let inner = try? options.index(Array(text.utf8))
            else { continue }
            var wrapped = Converter(plan, inner, options)
            let elements =
                inner.kind(0) == .array ? inner.elements(0) : inner.member(0, "data").map(inner.elements) ?? []
            var edits: [(Range<Int>, [UInt8])] = []
            for element in elements {
                guard let node = Envelope.entry(inner, element, .paywall),
                    KindMarks(inner, node).kind?.isConverted ?? true,
                    let bytes = try wrapped.record(node, .paywall)
                else { continue }
                edits.append((inner.range(node), bytes))
            }
            ledger.merge(wrapped.ledger)
            guard let converted = inner.replacing(edits, in: 0..<inner.bytes.count) else { continue }
            trace?.link(
                .recoded, [member.value], [["data", index.name(member.name)]], nil,
                "the paywalls in the text, converted and encoded again")
            splices.append((index.range(member.value), JSONText.encode(converted[...])))
        }
        return splices
    }
}
