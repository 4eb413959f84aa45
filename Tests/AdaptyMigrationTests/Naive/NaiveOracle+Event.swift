extension NaiveOracle {
    func event(_ document: Meaning) -> Meaning {
        var event = document
        guard case .text(let bytes) = event["event_type"] else { return event }
        let name = String(decoding: bytes, as: UTF8.self)
        let current =
            NaiveOracle.names[name] ?? NaiveOracle.names[name.lowercased()].flatMap {
                name == name.uppercased() ? $0 : nil
            } ?? name
        event["event_type"] = .text(Array(current.utf8))
        return event
    }

    /// Lower-case spellings of generations A to C and what they are called now, as `EventNameTests` has them.
    private static let names = Dictionary(
        uniqueKeysWithValues: EventNameTests.aliases.map { ($0.old, $0.current) } + EventNameTests.withOneL
            + EventNameTests.current.map { ($0.name, $0.name) })
}
