import AdaptyMigrationCore

extension Migrator {
    /// Recognises the dialect and kind of a document, and returns the evidence.
    ///
    /// - Throws: ``MigrationError`` when the bytes are not JSON, have no known shape, or fit several dialects.
    public func detect(_ document: [UInt8], from dialect: Dialect? = nil) throws(MigrationError) -> Detection {
        let (recognizer, decision) = try recognise(document, from: dialect)
        var detection = decision.detection
        if let score = decision.score {
            detection.facts = recognizer.facts(score, detection.column, detection.kind)
        }
        return detection
    }
}

extension Recognizer {
    /// The facts that decided, as sentences.
    fileprivate func facts(_ score: DialectScore, _ chosen: Column, _ kind: RecordKind) -> [Detection.Fact] {
        var facts: [Detection.Fact] = []
        if !envelope.wrappers.isEmpty {
            facts.append(
                .init(
                    "envelope \(envelope.wrappers.map(\.rawValue).joined(separator: " › "))",
                    at: index.pointer(envelope.node)))
        }
        if let entries = envelope.entries { facts.append(.init("a list of \(entries.count) entries")) }
        let telling = score.evidence.filter { $0.own.contains(chosen) }
        for fact in order(telling.count, by: { telling[$0].own.count < telling[$1].own.count }).prefix(3).map({
            telling[$0]
        }) {
            let place = index.pointer(fact.name)
            facts.append(
                .init(
                    "\(place) is a member of \(Recognizer.names(fact.own.columns.filter(score.columns.contains)))",
                    at: place))
        }
        var seen: Set<Dialect> = [chosen.dialect]
        for column in score.columns where facts.count < 7 {
            guard let objection = score[column].hard ?? score[column].soft,
                seen.insert(column.dialect).inserted
            else { continue }
            facts.append(
                .init("not \(column.id): \(describe(objection, column))", at: index.pointer(objection.node)))
        }
        if kind == .event, let name = index.member(envelope.node, "event_type").flatMap({ index.text($0) }) {
            let event = EventName(rawValue: name)
            facts.insert(
                .init(
                    event.canonical == event
                        ? (event.isCurrent
                            ? "\(name) is a current event name"
                            : "\(name) is not an Adapty event name and stays as it is")
                        : "\(name) is an older spelling of \(event.canonical)",
                    at: index.pointer(envelope.node) + "/event_type"), at: 0)
        }
        return facts.isEmpty
            ? [
                .init(
                    "the members of \(kind == .event ? "an" : "a") \(kind.rawValue); nothing distinguishes the dialects that fit"
                )
            ] : facts
    }
}
