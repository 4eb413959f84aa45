/// The custom attributes of API v2: a list of keys and values.
extension RecordConversion {
    private static let value = KnownNames.numbers.number("value")

    /// `[{"key":k,"value":v}]` → `{k:v}`. Of several elements with one key the last stands, as it does in an object, in
    /// the place of the first. A list with another element stays.
    mutating func attributeObject(_ node: Int, _ rule: UnsafePointer<MemberRule>) {
        let isList = tape.elements(node).allSatisfy { tape.last(RecordConversion.value, in: $0) != nil }
        let first = keys.count
        defer { keys.shrink(to: first) }
        guard isList, gatherKeys(node, rule.pointee.keyNumber) == nil else { return }
        let groups = KeyGroups(tape, node, keys, from: first)
        open(node, .openBrace)
        for (position, element) in tape.elements(node).enumerated() {
            let key = Int(keys[first + position]), rivals = groups.rivals(key), standing = rivals.last ?? element
            if rivals.isEmpty || rivals[0] == element {
                copy(to: start(element))
                putAttribute(standing, tape.last(rule.pointee.keyNumber, in: standing) ?? key)
            }
            if element != standing { stash(element, "a later attribute has the same key") }
            copied = end(element)
        }
        close(node, .closeBrace)
        note(.recoded, node, target: "custom_attributes", "array of {key, value} → object")
    }

    private mutating func putAttribute(_ element: Int, _ key: Int) {
        let tape = tape
        guard let value = tape.last(RecordConversion.value, in: element) else { return }
        out.put(tape.text(key))
        out.put(tape.colon(before: value))
        out.put(tape.text(value))
        link(.recoded, [element], [[tape.string(key)]])
    }

    /// `{k:v}` → `[{"key":k,"value":v}]`
    mutating func attributeList(_ node: Int) {
        open(node, .openBracket)
        var position = 0
        for name in tape.names(node) {
            let value = name + 1, colon = tape.colon(before: value)
            copy(to: start(name))
            out.put("{\"key\"")
            out.put(colon)
            out.put(tape.text(name))
            out.put(.comma)
            out.put(Text(colon.start + 1, colon.count - 1))
            out.put("\"value\"")
            out.put(colon)
            out.put(tape.text(value))
            out.put(.closeBrace)
            copied = end(value)
            link(.recoded, [value], [[String(position)]])
            position += 1
        }
        close(node, .closeBracket)
        note(.recoded, node, target: "custom_attributes", "object → array of {key, value}")
    }
}
