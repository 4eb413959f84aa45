/// The name of a webhook event. Open: names can be remapped in the dashboard, so an unknown name stays as it is.
public struct EventName: OpenVocabulary {
    /// The name as received.
    public let rawValue: String
    /// Accepts any text, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The current name. Aliases and upper-case spellings are resolved by exact match; every other name is unchanged.
    public var canonical: EventName { EventName.aliases[rawValue].map { EventName(rawValue: $0) } ?? self }

    /// Whether the name is its own ``canonical``.
    var isCanonical: Bool { EventName.aliases[rawValue] == nil }

    /// The name in generations A and B; the name itself if there was no other.
    public var legacy: EventName {
        EventAlias.all.first { $0.current == canonical.rawValue }.map { EventName(rawValue: $0.old) } ?? canonical
    }

    /// The dialect of an event with this name: the old one for an alias, otherwise the current one, also for custom
    /// names.
    public var dialect: Dialect { isCanonical ? .webhook : .webhookLegacy }

    /// Whether Adapty gives or gave an event this name, in any of its spellings.
    public var isKnown: Bool { EventName.all.contains(rawValue) }

    /// Whether this is one of the current names: the table of the page *Events to send to 3d-party integrations* in
    /// Adapty's docs, and the two opt-in names of 2026.
    public var isCurrent: Bool { EventName.vocabulary.contains { $0.name == rawValue } }
}
