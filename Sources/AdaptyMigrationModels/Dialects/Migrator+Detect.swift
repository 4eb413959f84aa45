import AdaptyMigrationCore

extension Migrator {
    /// Recognises the dialect and kind of a document, and returns the evidence.
    ///
    /// - Throws: ``MigrationError`` when the bytes are not JSON, have no known shape, or fit several dialects.
    public func detect(_ document: [UInt8], from dialect: Dialect? = nil) throws(MigrationError) -> Detection {
        try Engine.lend { engine throws(MigrationError) in
            let (tape, found, stated) = try engine.recognise(engine.load(document), from: dialect, options)
            let envelope = Envelope(tape)
            let others = stated == nil ? Recognizer.alternatives(tape, envelope, found) : []
            return Detection(found, alsoFits: others, facts: facts(tape, envelope, found, stated))
        }
    }

    /// The reason against each dialect, for a document of a known kind that fits none; the members that tell dialects
    /// apart, for one that fits several.
    @_spi(Tools) public func objections(to document: [UInt8], from dialect: Dialect? = nil) -> [String] {
        (try? options.index(document)).map { RecognitionError($0, dialect).reasons } ?? []
    }

    private func facts(
        _ tape: Tape, _ envelope: Envelope, _ found: Found, _ dialect: Dialect?
    ) -> [Detection.Fact] {
        if tape.kind(0) == .null { return [.init("the four bytes null: SDK 1.x stores them after logout")] }
        if found.isLeftAlone { return [leftAlone(tape, envelope, found)] }
        let kind = found.kind, columns = kind.columnBits(of: dialect)
        var facts: [Detection.Fact] = []
        if kind == .event, let fact = eventName(tape, found) { facts.append(fact) }
        if !envelope.wrappers.isEmpty {
            let names = envelope.wrappers.map(\.rawValue).joined(separator: " › ")
            facts.append(.init("envelope \(names)", at: tape.pointer(envelope.node)))
        }
        if let entries = envelope.entries { facts.append(.init("a list of \(entries.count) entries")) }
        for member in TellingMembers(tape, envelope, kind, columns).best(3, of: found.column) {
            let place = tape.pointer(member.name)
            facts.append(.init("\(place) is a member of \(DialectEvidence.names(member.own))", at: place))
        }
        // Where no member tells them apart, what speaks against the others does.
        if facts.isEmpty { facts = objections(tape.index, found, columns) }
        if !facts.isEmpty { return facts }
        return [
            .init("the members of \(kind.phrase); nothing distinguishes the dialects that fit")
        ]
    }

    /// The first reason against each other dialect, seven at most.
    private func objections(_ index: JSONIndex, _ found: Found, _ columns: UInt16) -> [Detection.Fact] {
        let evidence = DialectEvidence(index, found.kind, columns)
        var facts: [Detection.Fact] = [], seen: Set<Dialect> = [found.column.dialect]
        for column in evidence.columns where facts.count < 7 {
            guard let reason = evidence.reason(against: column, includesDoubts: true),
                seen.insert(column.dialect).inserted
            else { continue }
            facts.append(.init(reason.text, at: reason.pointer))
        }
        return facts
    }

    private func eventName(_ tape: Tape, _ found: Found) -> Detection.Fact? {
        guard let name = tape.member(found.node, "event_type").flatMap({ tape.stringValue($0) }) else { return nil }
        let event = EventName(rawValue: name)
        let what =
            event.canonical != event
            ? "an older spelling of \(event.canonical)"
            : event.isCurrent ? "a current event name" : "not an Adapty event name and stays as it is"
        return .init("\(name) is \(what)", at: tape.pointer(found.node) + "/event_type")
    }

    /// A record that stays as it is, or a list of such records.
    private func leftAlone(_ tape: Tape, _ envelope: Envelope, _ found: Found) -> Detection.Fact {
        let place = tape.pointer(envelope.entries?.first?.node ?? found.node)
        switch found.kind {
        case .event:
            let name = tape.member(found.node, "event_type").map { _ in place + "/event_type" }
            return .init("nothing shows that the event is from Adapty: its name stays as it is", at: name)
        case .flow: return .init("a flow of SDK 4, which no earlier SDK has: it stays as it is", at: place)
        case .onboarding:
            return .init("an onboarding, which only SDK 3.8 and later have: it stays as it is", at: place)
        default:
            return .init(
                "an event of the SDK or the result of a purchase, without a profile: it stays as it is", at: place)
        }
    }
}
