import AdaptyMigrationCore

extension Migrator {
    /// Recognises the dialect and kind of a document, and returns the evidence.
    ///
    /// - Throws: ``MigrationError`` when the bytes are not JSON, have no known shape, or fit several dialects.
    public func detect(_ document: [UInt8], from dialect: Dialect? = nil) throws(MigrationError) -> Detection {
        let (index, found, stated) = try recognise(document, from: dialect)
        return Detection(
            found, alsoFits: stated == nil ? Recognizer.alternatives(index, found) : [],
            facts: facts(index, found, stated))
    }

    /// The reason against each dialect, for a document of a known kind that fits none; the members that tell dialects
    /// apart, for one that fits several.
    @_spi(Tools) public func objections(to document: [UInt8], from dialect: Dialect? = nil) -> [String] {
        (try? options.index(document)).map { RecognitionError($0, dialect).reasons } ?? []
    }

    private func facts(_ index: JSONIndex, _ found: Found, _ dialect: Dialect?) -> [Detection.Fact] {
        if index.kind(0) == .null { return [.init("the four bytes null: SDK 1.x stores them after logout")] }
        if found.isLeftAlone { return [leftAlone(index, found)] }
        let kind = found.kind, envelope = Envelope(index)
        let evidence = DialectEvidence(index, found, kind.columnBits(of: dialect))
        var facts: [Detection.Fact] = []
        if !envelope.wrappers.isEmpty {
            let names = envelope.wrappers.map(\.rawValue).joined(separator: " › ")
            facts.append(.init("envelope \(names)", at: index.pointer(envelope.node)))
        }
        if let entries = envelope.entries { facts.append(.init("a list of \(entries.count) entries")) }
        facts += telling(index, evidence, found.column)
        var seen: Set<Dialect> = [found.column.dialect]
        for column in evidence.columns where facts.count < 7 {
            guard let reason = evidence.reason(against: column, includesDoubts: true),
                seen.insert(column.dialect).inserted
            else { continue }
            facts.append(.init(reason.text, at: reason.pointer))
        }
        if kind == .event, let fact = eventName(index, found) { facts.insert(fact, at: 0) }
        if !facts.isEmpty { return facts }
        let article = kind == .event ? "an" : "a"
        return [
            .init("the members of \(article) \(kind.rawValue); nothing distinguishes the dialects that fit")
        ]
    }

    /// The names that fewest other dialects have.
    private func telling(_ index: JSONIndex, _ evidence: DialectEvidence, _ chosen: Column) -> [Detection.Fact] {
        let telling = evidence.telling.filter { $0.own.contains(chosen) }
        return order(telling.count) { telling[$0].own.count < telling[$1].own.count }.prefix(3).map {
            let place = index.pointer(telling[$0].name)
            let owners = telling[$0].own.columns.filter(evidence.columns.contains)
            return .init("\(place) is a member of \(DialectEvidence.names(owners))", at: place)
        }
    }

    private func eventName(_ index: JSONIndex, _ found: Found) -> Detection.Fact? {
        guard let name = index.member(found.node, "event_type").flatMap({ index.text($0) }) else { return nil }
        let event = EventName(rawValue: name)
        let what =
            event.canonical != event
            ? "an older spelling of \(event.canonical)"
            : event.isCurrent ? "a current event name" : "not an Adapty event name and stays as it is"
        return .init("\(name) is \(what)", at: index.pointer(found.node) + "/event_type")
    }

    /// A record that stays as it is, or a list of such records.
    private func leftAlone(_ index: JSONIndex, _ found: Found) -> Detection.Fact {
        let node = Envelope(index).entries?.first?.node ?? found.node
        switch found.kind {
        case .event:
            let name = index.member(found.node, "event_type").map { _ in index.pointer(found.node) + "/event_type" }
            return .init("nothing shows that the event is from Adapty: its name stays as it is", at: name)
        case .flow:
            return .init("a flow of SDK 4, which no earlier SDK has: it stays as it is", at: index.pointer(node))
        case .onboarding:
            return .init("an onboarding, which only SDK 3.8 and later have: it stays as it is", at: index.pointer(node))
        default:
            return .init(
                "an event of the SDK or the result of a purchase, without a profile: it stays as it is",
                at: index.pointer(node))
        }
    }
}
