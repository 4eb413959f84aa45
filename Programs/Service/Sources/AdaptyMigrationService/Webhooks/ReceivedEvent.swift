@_spi(Tools) import AdaptyMigrationTools

/// A webhook as received, with its identity and facts.
struct ReceivedEvent: Sendable {
    let original: [UInt8]
    let facts: EventFacts
    /// `nil` for an object that is not an event of a known shape.
    let converted: EventConverter.Result?
    /// The identity by which a repeated event is recognised: the environment with Adapty's id of the event, or, without
    /// an id, the SHA-256 of its bytes. An id of the sandbox must not collide with one of production.
    let identity: String

    /// - Throws: a problem for a body that is not a JSON object. Every object is kept, because Adapty gives up after
    ///   some retries, and a refused event would be lost.
    init(_ original: [UInt8], _ facts: EventFacts, _ converter: EventConverter) throws(ProblemDocument) {
        self.original = original
        self.facts = facts
        converted = try converter.convert(original)
        identity =
            ReceivedEvent.short(facts.environment?.lowercased() ?? "") + "/"
            + (facts.id.map(ReceivedEvent.short) ?? "sha256:" + SHA256Hash.hex(original))
    }

    /// A text that fits into a database index: PostgreSQL allows 2,704 bytes
    /// (https://www.postgresql.org/docs/current/btree.html). No value from Adapty is nearly that long.
    static func short(_ text: String) -> String {
        text.utf8.count <= 512 ? text : "sha256:" + SHA256Hash.hex(Array(text.utf8))
    }

    var person: PersonIDs { PersonIDs(facts) }

    /// What its sender's secret was checked for.
    var environment: StoreEnvironment { StoreEnvironment(named: facts.environment) }

    /// The current name; `nil` when there is none.
    var name: EventName? { facts.name?.canonical }
}
