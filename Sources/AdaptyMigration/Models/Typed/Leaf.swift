/// The values that most fields hold, told apart by a number: reading and writing them is a jump, where a closure of
/// ``FieldOps`` would count the references of its context at every member.
///
/// **Contract.** A field is ``text`` when its value is a `String` or a vocabulary, which is a struct of one `String`
/// and so has its layout; the initialiser compares sizes. The others are of the type that their name says.
enum Leaf: UInt8, Sendable {
    case text, flag, date, number, raw
    /// Everything else goes through ``FieldOps``.
    case other

    init<Value: TypedValue>(_ value: Value.Type) {
        switch value {
        case is String.Type: self = .text
        case is any OpenVocabulary.Type where MemoryLayout<Presence<Value>>.size == MemoryLayout<Presence<String>>.size:
            self = .text
        case is Bool.Type: self = .flag
        case is Timestamp.Type: self = .date
        case is JSONNumber.Type: self = .number
        case is RawJSON.Type: self = .raw
        default: self = .other
        }
    }
}
