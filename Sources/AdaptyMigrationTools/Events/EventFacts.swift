import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
import AdaptyMigrationStreams
import AdaptyStoredData

/// What a receiver of webhooks needs to know of an event before it converts it: who and what it is about. Read from
/// JSON of any shape.
///
/// Worked example:
/// ```json
/// {"event_type":"SUBSCRIPTION_CANCELED","profile_id":"p",
///  "event_properties":{"profile_event_id":17,"environment":"Sandbox"}}
/// ```
/// has the id `17` (the digits, whatever their number), the name `SUBSCRIPTION_CANCELED`, whose meaning is `ended`, the
/// profile `p`, and was made in the sandbox.
public struct EventFacts: Sendable, Hashable {
    /// `event_properties.profile_event_id`: the text, or the digits of a number; `nil` when there is none.
    public let id: String?
    /// As received; `nil` when the object is no event.
    public let name: EventName?
    /// The profile that was told about it; `nil` when none is named.
    public let profile: String?
    /// `event_properties.environment`, e.g. `Sandbox`; `nil` when it is not said.
    public let environment: String?
    /// The text of `adapty_check`, by which older versions of Adapty verify a receiver; `nil` when there is none.
    public let check: String?
    /// Whether it is `{}`, by which newer versions verify a receiver.
    public let isEmpty: Bool

    /// - Throws: ``MigrationError`` when the bytes are not JSON, or no object.
    public init(_ document: [UInt8], maximumDepth: Int = MigrationOptions().maximumDepth) throws(MigrationError) {
        let index = try JSONScanner.index(document, maximumDepth: maximumDepth)
        guard index.kind(0) == .object else {
            throw MigrationError(.unrecognised, "an event is a JSON object", remedy: "send one object for each event")
        }
        // Where a name is there twice, the last one counts, as in the conversion.
        let properties = index.member(0, "event_properties")
        func text(_ name: String) -> String? { index.member(0, name).flatMap { EventFacts.token(index, $0) } }
        func property(_ name: String) -> String? {
            properties.flatMap { index.member($0, name) }.flatMap { EventFacts.token(index, $0) } ?? text(name)
        }
        id = property("profile_event_id")
        name = text("event_type").map { EventName(rawValue: $0) }
        profile = text("profile_id") ?? property("profile_id")
        environment = property("environment")
        check = text("adapty_check")
        isEmpty = !index.members(0).contains { _ in true }
    }

    /// A text that is not empty, or a number's digits. Databases take no zero byte in a text.
    private static func token(_ index: JSONIndex, _ node: Int) -> String? {
        let text = index.kind(node) == .number ? String(decoding: index.raw(node), as: UTF8.self) : index.text(node)
        return text.flatMap { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 }
    }
}
