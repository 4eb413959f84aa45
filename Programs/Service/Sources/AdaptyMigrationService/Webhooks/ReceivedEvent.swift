import AdaptyMigrationTools

/// A webhook as it came in, and what it is.
struct ReceivedEvent: Sendable {
    let original: [UInt8]
    let facts: EventFacts
    /// `nil` for an object that is no event of a known shape.
    let converted: EventConverter.Result?
    /// By which a second delivery is recognised: the environment with Adapty's id of the event, or without one the
    /// SHA-256 of its bytes. An id of the sandbox must not stand in the way of one of production.
    let identity: String

    /// - Throws: a problem for what is no JSON object. Every object is kept, whatever it is: Adapty gives an event up
    ///   after some retries, and what is lost stays lost.
    init(_ original: [UInt8], _ facts: EventFacts, _ converter: EventConverter) throws(ProblemDocument) {
        self.original = original
        self.facts = facts
        converted = try converter.convert(original)
        identity =
            ReceivedEvent.short(facts.environment?.lowercased() ?? "") + "/"
            + (facts.id.map(ReceivedEvent.short) ?? "sha256:" + SHA256Hash.hex(original))
    }

    /// The profile that was told about it; `nil` when none is named.
    var profile: String? { facts.profile.map(ReceivedEvent.short) }

    /// A text that an index of a database can hold: PostgreSQL's hold 2,704 bytes
    /// (https://www.postgresql.org/docs/current/btree.html). Nothing that Adapty sends comes near.
    private static func short(_ text: String) -> String {
        text.utf8.count <= 512 ? text : "sha256:" + SHA256Hash.hex(Array(text.utf8))
    }

    /// The current name; `nil` when there is none.
    var name: EventName? { facts.name?.canonical }
}
