/// The members without a field, in order and each name once.
struct UnknownMembers {
    private(set) var members: [RawMember] = []
    /// The names, once there are too many to compare one by one.
    private var names: Set<String> = []

    mutating func append(_ name: String, _ lexeme: Lexeme) {
        members.add(RawMember(name: name, lexeme: lexeme))
        if members.count == 9 { names = Set(members.map(\.name)) } else if members.count > 9 { names.insert(name) }
    }

    func contains(_ name: String) -> Bool {
        members.count < 9 ? members.contains { $0.name == name } : names.contains(name)
    }

    /// Reads a value as it is; false when it is malformed or the name was there before.
    mutating func read(_ reader: inout TypedReader, _ name: String) -> Bool {
        let start = reader.position
        guard !contains(name), reader.skipValue() else { return false }
        append(name, reader.lexeme(from: start))
        return true
    }
}

extension [RawMember] {
    /// Appends; a record that has one such member mostly has several.
    mutating func add(_ member: RawMember) {
        if isEmpty { reserveCapacity(4) }
        append(member)
    }
}
