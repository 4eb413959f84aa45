/// The event of a row of a table that holds the same event as a whole in a column of one's own. Only one of the two
/// would be renamed.
///
/// ```
/// {"event_type":"trial_cancelled","profile_id":"p","payload":"{\"event_type\":\"trial_cancelled\",…}"}
/// ```
struct RepeatedEvent {
    /// The node of the member's name.
    let name: Int

    /// `nil` when there is none, and for events that keep their name.
    init?(_ tape: Tape, _ event: Int) {
        let found = tape.names(event).first { name in
            !tape.facts(name).pointee.isOfEvents && RepeatedEvent.mayBeObject(tape, name + 1)
                && RepeatedEvent.formerName(tape, event).map { RepeatedEvent.says($0, tape, name + 1) } ?? false
        }
        guard let found else { return nil }
        name = found
    }

    /// Whether a value is an object, or a text that begins like one.
    private static func mayBeObject(_ tape: Tape, _ value: Int) -> Bool {
        tape.kind(value) == .object
            || tape.kind(value) == .string && tape.bytes[Int(tape.nodes[value].start) + 1] == .openBrace
    }

    private static func formerName(_ tape: Tape, _ event: Int) -> String? {
        let name = tape.member(event, "event_type").flatMap(tape.stringValue)
        return name.flatMap { EventName(rawValue: $0).canonical.rawValue == $0 ? nil : $0 }
    }

    /// Whether a value, or the JSON in a text, is an event of a name that shows that it is Adapty's.
    private static func says(_ type: String, _ tape: Tape, _ value: Int) -> Bool {
        if tape.kind(value) == .object {
            return tape.member(value, "event_type").flatMap(tape.stringValue) == type
                && EventOrigin(tape, value) == .adapty
        }
        guard let text = tape.stringValue(value), let inner = try? JSONScanner.index(Array(text.utf8)),
            inner.kind(0) == .object
        else { return false }
        return inner.withTape { says(type, $0, 0) }
    }
}
