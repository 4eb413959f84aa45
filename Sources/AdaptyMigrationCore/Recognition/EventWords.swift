/// The columns that object to each name of an event.
enum EventWords {
    private static let type = KnownNames.numbers.number("event_type")

    /// Whether the name of an event is one that Adapty gives or gave, in any of its spellings.
    static func isName(_ tape: Tape, _ event: Int) -> Bool {
        guard let value = tape.last(type, in: event), tape.kind(value) == .string else { return true }
        let node = tape.nodes[value]
        if node.hasEscapes { return EventName(rawValue: tape.string(value)).isKnown }
        return numbers.number(tape.view, Int(node.start), Int(node.end)) != NameNumbers.none
    }

    /// The columns that object to a name.
    static func objections(_ tape: Tape, _ value: Int) -> UInt16 {
        let node = tape.nodes[value]
        if node.hasEscapes { return objections(to: tape, value) }
        return masks[Int(numbers.number(tape.view, Int(node.start), Int(node.end)))]
    }

    private static func objections(to tape: Tape, _ value: Int) -> UInt16 {
        Column.allCases.reduce(0) { found, column in
            Codec.eventName.objection(tape, value, in: column) != nil ? found | column.bit : found
        }
    }

    private static let words = EventName.spellings.map { String(decoding: JSONText.encode($0), as: UTF8.self) }
    private static let numbers = NameNumbers(words)
    /// By the number of a name; first the objections to a name that nobody knows.
    private static let masks = (["\"?\""] + words).map { word in
        (try? JSONScanner.index(Array(word.utf8)))?.withTape { objections(to: $0, 0) } ?? ~0
    }
}
