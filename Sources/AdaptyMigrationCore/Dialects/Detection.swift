/// The dialect and kind of a document, with the evidence.
public struct Detection: Sendable, Equatable {
    /// The dialect.
    public let dialect: Dialect
    /// The kind of record.
    public let kind: RecordKind
    /// Other dialects that fit and would upgrade to the same document.
    public let alsoFits: [Dialect]
    /// The facts that decided, one sentence each.
    public var evidence: [String] { facts.map(\.sentence) }
    /// The evidence with the places in the document.
    public package(set) var facts: [Fact]

    package let column: Column
    /// Whether the record stays as it is: an event of unclear origin, a flow or an onboarding.
    package var isLeftAlone = false

    /// One fact that decided.
    public struct Fact: Sendable, Equatable {
        /// The fact in English.
        public let sentence: String
        /// JSON pointer (RFC 6901) to the place of the fact; `nil` for the document as a whole.
        public let pointer: String?

        package init(_ sentence: String, at pointer: String? = nil) {
            self.sentence = sentence
            self.pointer = pointer.flatMap { $0.isEmpty ? nil : $0 }
        }
    }
}

/// Recognises dialects from evidence, and refuses ties that matter.
package struct Recognizer {
    package let index: JSONIndex
    let options: MigrationOptions
    package let envelope: Envelope

    package init(_ index: JSONIndex, _ options: MigrationOptions) {
        self.index = index.numbered(KnownNames.numbers)
        self.options = options
        envelope = Envelope(self.index)
    }

    /// - Parameter dialect: decides between the columns. The kind is still recognised.
    package func recognise(_ dialect: Dialect?) throws(MigrationError) -> Detection { try decide(dialect).detection }

    /// The result and the scores of the columns; no score when the members were not examined.
    package func decide(_ dialect: Dialect?) throws(MigrationError) -> (detection: Detection, score: DialectScore?) {
        if index.kind(0) == .null {
            let detection = Detection(
                dialect: dialect ?? .sdk1Stored, kind: .profile, alsoFits: [],
                facts: [.init("the four bytes null: SDK 1.x stores them after logout")],
                column: (dialect ?? .sdk1Stored).column)
            return (detection, nil)
        }
        var isSurelyAdapty = false
        guard let kind = kind(dialect, &isSurelyAdapty) else {
            throw unrecognised("it has none of the members of a profile, paywall, product, promo or event")
        }
        try requireOneRecord()
        if kind == .event, !isSurelyAdapty, let event = try leftAlone(isStated: dialect != nil) { return (event, nil) }
        var columns = kind.columns
        if let dialect { columns = columns.filter { $0.dialect == dialect } }
        guard !columns.isEmpty else { throw unrecognised("\(dialect?.rawValue ?? "") has no \(kind.rawValue)") }
        if !kind.isConverted { return (kept(kind), nil) }

        var score = DialectScore(index, columns: columns)
        weighEnvelope(&score)
        if let entries = envelope.entries {
            for entry in entries where entry.kept == nil {
                score.record(entry.node, entry.isMetaProduct ? .product : kind.table)
            }
        } else {
            score.record(envelope.node, envelope.isPromo ? .paywall : kind.table)
        }
        if columns.contains(.sdk3), columns.contains(.sdk2), !score.isBeyondSDK2,
            !envelope.isByPlacement
        {
            score.object(.sdk3, envelope.node, .notNewer)
        }

        let fitting = columns.filter { score[$0].hard == nil }
        let fewest = fitting.map { score[$0].doubts }.min()
        var candidates = fitting.filter { score[$0].doubts == fewest }
        if dialect != nil, candidates.isEmpty {
            let least = columns.map { score[$0].objections }.min()
            candidates = columns.filter { score[$0].objections == least }
        }
        guard !candidates.isEmpty else { throw noDialect(score, columns) }
        candidates.sort { Recognizer.rank($0) < Recognizer.rank($1) }
        if dialect == nil, kind != .profile || !hasNoPurchases(candidates) {
            try requireOneDocument(candidates, score)
        }
        let chosen = candidates[0]
        let same = (candidates + fitting).filter {
            candidates.contains($0)
                || score[$0].signature == score[chosen].signature && $0.isRaised && chosen.isRaised
        }
        var seen: Set<Dialect> = [chosen.dialect]
        let detection = Detection(
            dialect: chosen.dialect, kind: kind, alsoFits: same.map(\.dialect).filter { seen.insert($0).inserted },
            facts: [], column: chosen)
        return (detection, score)
    }

    /// The order in which equal candidates are chosen.
    package static func rank(_ column: Column) -> Int {
        switch column {
        case .webhook: 0
        case .webhookLegacy: 1
        case .sdk3: 2
        case .sdk2: 3
        case .sdk2Bridge: 4
        case .sdk3Bridge: 5
        case .sdk3BridgeFlat: 6
        case .sdk1Wire: 7
        case .sdk1Stored: 8
        case .sdk1Bridge: 9
        case .sdk1BridgeSnake: 10
        case .serverV1: 11
        case .serverV2: 12
        }
    }

    // MARK: Kind

    /// - Parameter isSurelyAdapty: set when an event has a member that only Adapty's events have.
    private func kind(_ dialect: Dialect?, _ isSurelyAdapty: inout Bool) -> RecordKind? {
        if let list = envelope.list {
            let entries = list.entries
            if let kind = list.kind ?? entries.lazy.compactMap(\.kept).first { return kind }
            if entries.isEmpty || entries.allSatisfy(\.isMetaProduct) {
                return index.kind(0) == .object && index.member(0, "meta") != nil ? .paywalls : nil
            }
            return nil
        }
        if envelope.isPromo { return .promo }
        let marks = marks(envelope.node)
        isSurelyAdapty = marks?.contains(.sureEvent) ?? false
        return marks?.kind ?? (SDKEvent.holds(index) ? .sdkEvent : nil)
    }

    /// Refuses an envelope with two records, because only one would be upgraded, and the access in the other would be
    /// lost.
    private func requireOneRecord() throws(MigrationError) {
        guard envelope.entries == nil, envelope.node != 0 else { return }
        let record = index.range(envelope.node).lowerBound
        var node = 0
        while node != envelope.node,
            let member = index.members(node).first(where: { index.range($0.value).contains(record) })
        {
            let name = index.name(member.name)
            for other in index.members(node) where index.name(other.name) != name && isHolder(other) {
                throw MigrationError(
                    .ambiguous,
                    "\(index.pointer(other.value)) and \(index.pointer(member.value)) each hold a record",
                    remedy: "take the record that you want to convert out of its envelope",
                    path: index.pointer(other.value),
                    place: index.place(Int(index[other.name].start)))
            }
            node = member.value
        }
    }

    private func isHolder(_ member: JSONIndex.Member, depth: Int = 0) -> Bool {
        EnvelopeNames.holderNames.contains(index.name(member.name)) && holdsRecord(member.value, depth: depth)
    }

    private func holdsRecord(_ node: Int, depth: Int) -> Bool {
        guard depth < 8 else { return false }
        if let marks = marks(node), !marks.isDisjoint(with: [.event, .promo, .vendorProduct, .profile, .variation]) {
            return true
        }
        return index.elements(node).contains { holdsRecord($0, depth: depth + 1) }
            || index.members(node).contains { isHolder($0, depth: depth + 1) }
            || placements(node).contains { holdsRecord($0, depth: depth + 1) }
    }

    /// What a fallback file has for each placement.
    private func placements(_ node: Int) -> [Int] {
        guard let data = index.member(node, "data"), index.member(node, "meta") != nil else { return [] }
        return index.members(data).map(\.value)
    }

    /// An event of unclear origin. Where its dialect is stated, only another service's event is refused.
    private func leftAlone(isStated: Bool) throws(MigrationError) -> Detection? {
        switch EventOrigin(index, envelope.node) {
        case .adapty: return nil
        case .unclear where isStated: return nil
        case .foreign: throw unrecognised("it is an event from another service")
        case .unclear:
            var found = Detection(
                dialect: .webhook, kind: .event, alsoFits: [],
                facts: [
                    .init(
                        "nothing shows that the event is from Adapty: its name stays as it is",
                        at: index.member(envelope.node, "event_type").map { _ in
                            index.pointer(envelope.node) + "/event_type"
                        })
                ], column: .webhook)
            found.isLeftAlone = true
            return found
        }
    }

    /// A record of a kind that is not converted, or a list of them.
    private func kept(_ kind: RecordKind) -> Detection {
        let what =
            switch kind {
            case .flow: "a flow of SDK 4, which no earlier SDK has"
            case .onboarding: "an onboarding, which only SDK 3.8 and later have"
            default: "an event of the SDK or the result of a purchase, without a profile"
            }
        return Detection(
            dialect: .sdk3, kind: kind, alsoFits: [],
            facts: [
                .init("\(what): it stays as it is", at: index.pointer(envelope.entries?.first?.node ?? envelope.node))
            ], column: .sdk3, isLeftAlone: true)
    }

    private func marks(_ node: Int) -> KindMarks? {
        guard index.kind(node) == .object else { return nil }
        return KindMarks(index, node)
    }

    // MARK: Envelopes

    private func weighEnvelope(_ score: inout DialectScore) {
        Recognizer.weigh(envelope.wrappers, &score)
        if envelope.isByPlacement {
            for column in score.columns where column != .sdk3 {
                score.object(column, 0, .byPlacement)
            }
        }
        for entry in envelope.entries ?? [] {
            for column in score.columns where entry.isStored && column != .sdk2 && column != .sdk3 {
                score.object(column, entry.node, .storedEntry)
            }
            for column in score.columns
            where entry.isWrapped && column != .sdk1Wire && column != .sdk2 && column != .sdk3 {
                score.object(column, entry.node, .wrappedEntry)
            }
        }
    }

    /// Scores the evidence of the wrappers around a record for its dialect.
    package static func weigh(_ wrappers: [Envelope.Wrapper], _ score: inout DialectScore) {
        // The forms in which an SDK answers an app.
        let answers: ColumnSet = [.sdk1Bridges, .current]
        for wrapper in wrappers {
            for column in score.columns {
                switch (wrapper, column) {
                case (.stored, .sdk2), (.stored, .sdk3): continue
                case (.attributes, .sdk1Wire): continue
                case (.attributes, .sdk2), (.attributes, .sdk3):
                    score.doubt(column, 0, .jsonAPI)
                case (.data, .serverV1), (.data, .serverV2), (.typedData, .sdk2), (.typedData, .sdk3),
                    (.typedData, .sdk2Bridge):
                    continue
                case (.data, _) where wrappers.contains(.attributes),
                    (.typedData, _) where wrappers.contains(.attributes):
                    continue
                case (.data, .sdk3), (.data, .sdk2), (.data, .sdk1Wire), (.data, .sdk2Bridge), (.data, .sdk1Bridge),
                    (.data, .sdk1BridgeSnake),
                    (.typedData, _):
                    score.doubt(column, 0, .bareData)
                case (.success, _) where answers.contains(column), (.profile, _) where answers.contains(column),
                    (.purchase, _) where ColumnSet.current.contains(column):
                    continue
                case (.promo, _): continue
                default: score.object(column, 0, .envelope(wrapper))
                }
            }
        }
    }

    // MARK: Ties

    private func hasNoPurchases(_ candidates: [Column]) -> Bool {
        index.withTape { PurchaseMaps.areEmpty($0, envelope.node, in: candidates) } ?? false
    }

    private func requireOneDocument(_ candidates: [Column], _ score: DialectScore) throws(MigrationError) {
        guard candidates.count > 1 else { return }
        let first = score[candidates[0]].signature
        if candidates.allSatisfy({ score[$0].signature == first && $0.isRaised }) { return }
        var documents: [[UInt8]] = []
        for column in candidates {
            guard let document = try? Migrator(options).upgrade(index.bytes, from: column.dialect).document else {
                continue
            }
            documents.append(document)
        }
        if documents.count == candidates.count, documents.allSatisfy({ $0 == documents[0] }) { return }
        let names = candidates.map(\.dialect.rawValue).joined(separator: ", ")
        let facts = score.evidence.prefix(3).map {
            "\(index.pointer($0.name)) is a member of \(Recognizer.names($0.own.columns))"
        }.joined(separator: "; ")
        throw MigrationError(
            .ambiguous,
            "it could be \(names), which would give different documents\(facts.isEmpty ? "" : " (\(facts))")",
            remedy: "name the dialect with `from`")
    }

    package static func names(_ columns: [Column]) -> String {
        var seen: Set<Dialect> = []
        return columns.map(\.dialect).filter { seen.insert($0).inserted }.map(\.rawValue).joined(separator: ", ")
    }

    private func unrecognised(_ reason: String) -> MigrationError {
        MigrationError(
            .unrecognised, "valid JSON of no known shape: \(reason)",
            remedy: "check that it is a complete Adapty payload")
    }

    private func noDialect(_ score: DialectScore, _ columns: [Column]) -> MigrationError {
        let reasons = columns.compactMap { column in
            score[column].hard.map { "not \(column.id): \(describe($0, column))" }
        }
        return MigrationError(
            .unrecognised, "no dialect fits every member; " + reasons.joined(separator: "; "),
            remedy: "name the dialect with `from`")
    }

    package func describe(_ objection: DialectObjection, _ column: Column) -> String {
        let place = index.pointer(objection.node)
        return objection.words(column, value: index.text(objection.node)) + (place.isEmpty ? "" : " (\(place))")
    }
}
