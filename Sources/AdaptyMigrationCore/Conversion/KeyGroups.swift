/// The elements of an array that say the same key, as an object would have them under one name.
struct KeyGroups {
    private let tape: Tape
    private let number: UInt16
    /// By key; `nil` where every element has a key of its own.
    private var groups: [ExactText: [Int]]?

    /// The first element without a key.
    static func missing(_ tape: Tape, _ array: Int, _ number: UInt16) -> Int? {
        tape.elements(array).first { key(tape, $0, number) == nil }
    }

    /// - Parameters:
    ///   - array: all of its elements have a key.
    ///   - number: of the name of the member that is the key.
    ///   - keys: where the keys are compared.
    init(_ tape: Tape, _ array: Int, _ number: UInt16, _ keys: inout WorkStack<Text>) {
        (self.tape, self.number) = (tape, number)
        let first = keys.count
        defer { keys.shrink(to: first) }
        var isPlain = true
        for element in tape.elements(array) {
            isPlain = isPlain && !tape.nodes[key(element)].hasEscapes
            keys.append(tape.text(key(element)))
        }
        if isPlain, keys.areDifferent(from: first) { return }
        var groups: [ExactText: [Int]] = [:]
        for element in tape.elements(array) {
            groups[ExactText(tape.string(key(element))), default: []].append(element)
        }
        self.groups = groups
    }

    private static func key(_ tape: Tape, _ element: Int, _ number: UInt16) -> Int? {
        tape.last(number, in: element).flatMap { tape.kind($0) == .string ? $0 : nil }
    }

    /// The node of an element's key.
    func key(_ element: Int) -> Int { KeyGroups.key(tape, element, number) ?? element }

    /// The elements with the key of an element, in order; empty where every element has a key of its own.
    func rivals(_ element: Int) -> [Int] {
        groups.flatMap { $0[ExactText(tape.string(key(element)))] } ?? []
    }
}

extension WorkStack<Text> {
    /// Whether all from a position on are different texts.
    func areDifferent(from first: Int) -> Bool {
        if count - first <= 16 {
            for position in first..<count {
                for other in first..<position where self[position] == self[other] { return false }
            }
            return true
        }
        var seen: Set<Text> = []
        for position in first..<count where !seen.insert(self[position]).inserted { return false }
        return true
    }
}
