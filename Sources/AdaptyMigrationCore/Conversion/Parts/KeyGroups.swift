/// The elements of an array that say the same key, as an object would have them under one name.
struct KeyGroups {
    private let tape: Tape
    /// By key; empty where every element has a key of its own.
    private var groups: [ExactText: [Int]] = [:]

    /// - Parameters:
    ///   - keys: a stack of the nodes of keys.
    ///   - first: the position of the array's first one, behind which are those of all its elements.
    init(_ tape: Tape, _ array: Int, _ keys: borrowing WorkStack<UInt32>, from first: Int) {
        self.tape = tape
        if KeyGroups.areDifferent(tape, keys, from: first) { return }
        var position = first
        for element in tape.elements(array) {
            groups[ExactText(tape.string(Int(keys[position]))), default: []].append(element)
            position += 1
        }
    }

    private static func areDifferent(_ tape: Tape, _ keys: borrowing WorkStack<UInt32>, from first: Int) -> Bool {
        var seen: Set<Text> = []
        let isShort = keys.count - first <= 16
        for position in first..<keys.count {
            let key = Int(keys[position]), text = tape.text(key)
            if tape.nodes[key].hasEscapes { return false }
            if isShort {
                for other in first..<position where tape.text(Int(keys[other])) == text { return false }
            } else if !seen.insert(text).inserted {
                return false
            }
        }
        return true
    }

    /// The elements with a key, in order; empty where every element has a key of its own.
    func rivals(_ key: Int) -> [Int] { groups.isEmpty ? [] : groups[ExactText(tape.string(key))] ?? [] }
}

extension RecordConversion {
    /// Puts the nodes of the keys of an array's elements on their stack.
    ///
    /// - Returns: the first element without a key.
    mutating func gatherKeys(_ array: Int, _ number: UInt16) -> Int? {
        for element in tape.elements(array) {
            guard let key = tape.last(number, in: element), tape.kind(key) == .string else { return element }
            keys.append(UInt32(truncatingIfNeeded: key))
        }
        return nil
    }
}
