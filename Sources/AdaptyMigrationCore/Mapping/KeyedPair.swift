/// One entry of a map that was written as a list, `{"key": "premium", "value": {…}}`. So do builders of apps whose
/// structures have no maps, such as FlutterFlow.
package struct KeyedPair {
    /// The nodes of the key, a text, and of what stands under it.
    package let key: Int, value: Int

    package static let keys = ["key", "accessLevelIdentifier"], values = ["value", "accessLevel", "subscription"]

    /// `nil` for any other node.
    init?(_ tape: Tape, _ node: Int) {
        var names = tape.names(node)
        guard let first = names.next(), let second = names.next(), names.isEmpty else { return nil }
        let (key, value) = tape.kind(first + 1) == .string ? (first, second) : (second, first)
        guard tape.kind(key + 1) == .string, tape.kind(value + 1).isContainer,
            KeyedPair.keys.contains(tape.string(key)), KeyedPair.values.contains(tape.string(value))
        else { return nil }
        (self.key, self.value) = (key + 1, value + 1)
    }

    /// The same in an index.
    package init?(_ index: JSONIndex, _ node: Int) {
        guard let pair = index.withTape({ KeyedPair($0, node) }) else { return nil }
        self = pair
    }

    /// The pairs of a list, if it has nothing else and no key twice; else `nil`.
    static func all(_ tape: Tape, _ list: Int) -> [KeyedPair]? {
        var pairs: [KeyedPair] = [], keys: Set<ExactText> = []
        for element in tape.elements(list) {
            guard let pair = KeyedPair(tape, element), keys.insert(ExactText(tape.string(pair.key))).inserted else {
                return nil
            }
            pairs.append(pair)
        }
        return pairs
    }

    /// The same in an index.
    static func all(_ index: JSONIndex, _ list: Int) -> [KeyedPair]? { index.withTape { all($0, list) } }
}
