import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// The facts that a receiver of webhooks needs before it converts an event: the event's identity, its meaning, and its
/// profile. They are read from JSON of any shape.
///
/// Worked example:
/// ```json
/// {"event_type":"SUBSCRIPTION_CANCELED","profile_id":"p",
///  "event_properties":{"profile_event_id":17,"environment":"Sandbox"}}
/// ```
/// has the id `17` (the digits of the number), the name `SUBSCRIPTION_CANCELED` with the meaning `ended`, and the
/// profile `p`. It comes from the sandbox.
public struct EventFacts: Sendable, Hashable {
    /// `event_properties.profile_event_id`: the text, or the digits of a number; `nil` when there is none.
    public let id: String?
    /// The name as received; `nil` when the object is not an event.
    public let name: EventName?
    /// The profile of the event; `nil` when none is named.
    public let profile: String?
    /// Your own id of the person, `customer_user_id`; `nil` when none is named.
    public let customer: String?
    /// `event_properties.environment`, e.g. `Sandbox`; `nil` when it is absent.
    public let environment: String?
    /// The text of `adapty_check`, with which older versions of Adapty verify a receiver; `nil` when it is absent.
    public let check: String?
    /// Whether the object is `{}`, with which newer versions verify a receiver.
    public let isEmpty: Bool

    /// - Throws: ``MigrationError`` when the bytes are not JSON, or not an object.
    public init(_ document: [UInt8], maximumDepth: Int = MigrationOptions().maximumDepth) throws(MigrationError) {
        let index = try JSONScanner.index(document, maximumDepth: maximumDepth)
        guard index.kind(0) == .object else {
            throw MigrationError(
                .unrecognised, "an event must be a JSON object", remedy: "send one object for each event")
        }
        // If a name repeats, the last member is used, as in the conversion.
        let properties = index.member(0, "event_properties")
        func text(_ name: String) -> String? { index.member(0, name).flatMap { EventFacts.token(index, $0) } }
        func property(_ name: String) -> String? {
            properties.flatMap { index.member($0, name) }.flatMap { EventFacts.token(index, $0) } ?? text(name)
        }
        id = property("profile_event_id")
        name = text("event_type").map { EventName(rawValue: $0) }
        profile = text("profile_id") ?? property("profile_id")
        customer = text("customer_user_id") ?? property("customer_user_id")
        environment = property("environment")
        check = text("adapty_check")
        isEmpty = !index.members(0).contains { _ in true }
    }

    /// A non-empty text, or the digits of a number. Databases do not accept a zero byte in text.
    private static func token(_ index: JSONIndex, _ node: Int) -> String? {
        let text = index.kind(node) == .number ? String(decoding: index.raw(node), as: UTF8.self) : index.text(node)
        return text.flatMap { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 }
    }
}
