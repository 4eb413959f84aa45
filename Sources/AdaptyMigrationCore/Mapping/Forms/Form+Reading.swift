extension Form {
    /// What a value says.
    enum Said {
        case truth(Bool)
        case moment(DateText.Parsed)
        /// A word of an enumeration, by its position.
        case word(Int)
        case event(EventName)
        /// An object without members.
        case nothing
        /// No more than itself: a text that is no known word, or a value without other forms.
        case itself
    }

    /// Whether a value looks like one of this form, whatever it says.
    func fits(_ tape: Tape, _ value: Int) -> Bool {
        guard kinds & tape.kind(value).bit != 0 else { return false }
        return switch self {
        case .blank: tape.isEmptyText(value)
        case .eligibility, .environment: !tape.isEmptyText(value)
        case .emptyList: tape.isEmptyArray(value)
        case .entryPairs: KeyedPair.all(tape, value) != nil
        case .currentName: EventName(rawValue: tape.string(value)).isCanonical
        default: true
        }
    }

    /// What a value of this form says; `nil` for any other.
    func read(_ tape: Tape, _ value: Int) -> Said? {
        guard fits(tape, value) else { return nil }
        switch self {
        case .bool: return .truth(tape.kind(value) == .true)
        case .blank: return .truth(false)
        case .digit:
            let number = Double(String(decoding: tape.array(value), as: UTF8.self))
            return number == 0 || number == 1 ? .truth(number == 1) : nil
        case .environment: return Form.environments[tape.string(value)].map { .truth($0) } ?? .itself
        case .eligibility: return Form.eligibilities[tape.string(value)].map { .truth($0) } ?? .itself
        case .serverDate, .anyDate, .utcDate: return DateText.parsed(tape, value).map { .moment($0) }
        case .seconds: return DateText.stored(tape, value).map { .moment($0) }
        case .integer:
            if tape.text(value).isDecimal { return .itself }
            let number = Double(String(decoding: tape.array(value), as: UTF8.self))
            return number.map { $0 == $0.rounded() } == true ? .itself : nil
        case .word(let words), .camelWord(let words):
            return words.position(of: tape.string(value)).map { .word($0) } ?? .itself
        case .ordinal(let words):
            let position = Int(String(decoding: tape.array(value), as: UTF8.self))
            return position.flatMap { words.canonical.indices.contains($0) ? .word($0) : nil }
        case .currentName, .formerName: return .event(EventName(rawValue: tape.string(value)))
        case .emptyList: return .nothing
        case .configuration:
            let data = tape.member(value, "data").map(tape.kind) ?? .null
            return data == .string || data == .null ? .itself : nil
        case .any, .text, .number, .object, .list, .pairs, .entryPairs: return .itself
        }
    }

    /// The words for environments and for eligibility; whether they mean yes.
    static let environments = ["Sandbox": true, "Production": false]
    static let eligibilities = ["eligible": true, "ineligible": false, "unknown": false, "not_applicable": false]

    /// The texts of the values that mean something else in another form; empty for values of every text.
    package var words: [String] {
        func quoted(_ words: some Sequence<String>) -> [String] {
            words.map { String(decoding: JSONText.encode($0), as: UTF8.self) }
        }
        return switch self {
        case .bool: ["true", "false"]
        case .digit: ["0", "1"]
        case .blank: [#""""#]
        case .environment: quoted(Form.environments.keys)
        case .eligibility: quoted(Form.eligibilities.keys)
        case .word(let words), .camelWord(let words): quoted(words.words)
        case .ordinal(let words): words.canonical.indices.map(String.init)
        case .currentName, .formerName: quoted(EventName.spellings)
        case .emptyList: ["[]"]
        default: []
        }
    }
}
