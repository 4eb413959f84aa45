/// What the elements of a list of records look like.
enum EntryShape {
    private static let wrappers = ["attributes", "v"].map { KnownNames.numbers.number($0) }

    /// Whether an element has its record in a wrapper of its own, see ``Envelope``.
    static func isWrapper(_ tape: Tape, _ element: Int) -> Bool {
        var name = element + 1
        while name < Int(tape.nodes[element].next) {
            if tape.nodes[name + 1].kind == .object, wrappers.contains(tape.nodes[name].number) { return true }
            name = Int(tape.nodes[name + 1].next)
        }
        return false
    }

    /// The text that tells an element from the others; `nil` when it has none, several, or one with escapes.
    static func identity(_ tape: Tape, _ element: Int, _ rules: UnsafePointer<TableRules>) -> Text? {
        var name = element + 1, found: Text?
        while name < Int(tape.nodes[element].next) {
            if let rule = rules.pointee.rule(tape.nodes[name].number), rule.pointee.isIdentity {
                guard found == nil, tape.nodes[name + 1].kind == .string, !tape.nodes[name + 1].hasEscapes else {
                    return nil
                }
                found = tape.text(name + 1)
            }
            name = Int(tape.nodes[name + 1].next)
        }
        return found
    }

    /// The node of the string that is an entry's key in a dictionary; 0 when it has none, several, or one with escapes.
    ///
    /// - Parameters:
    ///   - key: the member's name in one column, with quotes.
    ///   - rules: of an entry in another column, where it may have another name; `nil` for an entry in that one.
    static func key(_ tape: Tape, _ entry: Int, _ key: Text, _ rules: UnsafePointer<TableRules>?) -> Int {
        var name = entry + 1, found = 0
        while name < Int(tape.nodes[entry].next) {
            let isKey =
                rules.map { $0.pointee.rule(tape.nodes[name].number).map { $0.pointee.target == key } ?? false }
                ?? (tape.text(name) == key)
            if isKey || tape.nodes[name].hasEscapes {
                guard found == 0, tape.nodes[name + 1].kind == .string, !tape.nodes[name + 1].hasEscapes else {
                    return 0
                }
                found = name + 1
            }
            name = Int(tape.nodes[name + 1].next)
        }
        return found
    }

    /// The colon before a member's value, with the white space after it.
    static func colon(_ tape: Tape, before value: Int) -> Text {
        let end = Int(tape.nodes[value].start)
        var start = end - 1
        while tape.bytes[start] != 0x3A { start -= 1 }
        return Text(tape.bytes + start, end - start)
    }
}
