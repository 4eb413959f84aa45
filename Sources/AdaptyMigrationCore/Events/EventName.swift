/// The name of a webhook event. Open: names can be remapped in the dashboard, so an unknown one stays what it is.
public struct EventName: OpenVocabulary {
    /// The name as received.
    public let rawValue: String
    /// Takes any text, known here or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The current name: aliases and upper-case spellings resolved by exact match, every other name unchanged.
    public var canonical: EventName { EventName.aliases[rawValue].map { EventName(rawValue: $0) } ?? self }

    /// The name of generations A and B; the name itself where there was no other.
    public var legacy: EventName {
        EventAlias.all.first { $0.current == canonical.rawValue }.map { EventName(rawValue: $0.old) } ?? canonical
    }

    /// The dialect of an event of this name: old where the name is an alias, current otherwise, also for names of your
    /// own.
    public var dialect: Dialect { EventName.aliases[rawValue] == nil ? .webhook : .webhookLegacy }

    /// Whether this is one of the current names (seed 004's table, and the two opt-in names of 2026).
    public var isCurrent: Bool { EventName.vocabulary.contains { $0.name == rawValue } }
}
