/// Names to numbers, looked up by raw bytes so that no string is built for a key.
package struct KeyTable: Sendable {
    /// Where in ``text`` a name begins, and how long it is; an empty slot's is longer than any.
    private struct Slot: Sendable {
        var start = 0
        var count = Int.max
        var value = 0

        var isTaken: Bool { count != .max }
    }

    private var slots: [Slot]
    private let mask: Int
    /// All names, one behind the other.
    private var text: [UInt8] = []
    /// By the number that a tape has for a name, its value plus one; 0 for names that are not in the table.
    private var numbered: [UInt16] = []

    /// - Parameter numbers: numbers of all names, for documents whose tape has them.
    package init(_ names: [(String, Int)], numbers: NameNumbers? = nil) {
        var size = 16
        while size < names.count * 3 { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
        mask = size - 1
        for (name, value) in names { insert(Array(name.utf8), value) }
        guard let numbers else { return }
        numbered = numbers.names.map { name in self[name].map { UInt16($0 + 1) } ?? 0 }
        numbered[Int(NameNumbers.none)] = 0
    }

    /// The names, in no particular order.
    package var names: [String] {
        slots.filter(\.isTaken).map { String(decoding: text[$0.start..<($0.start + $0.count)], as: UTF8.self) }
    }

    package subscript(name: String) -> Int? { value(Array(name.utf8), 0, name.utf8.count) }

    private mutating func insert(_ name: [UInt8], _ value: Int) {
        var slot = KeyTable.hash(name, 0, name.count) & mask
        while slots[slot].isTaken {
            if isName(slots[slot], name, 0, name.count) { return }
            slot = (slot + 1) & mask
        }
        slots[slot] = Slot(start: text.count, count: name.count, value: value)
        text += name
    }

    /// The value plus one of a name with this number; `nil` for a table without numbers.
    fileprivate func value(_ number: UInt16) -> Int? { numbered.isEmpty ? nil : Int(numbered[Int(number)]) }

    /// - Parameters:
    ///   - start: where the name begins.
    ///   - count: its length in bytes.
    fileprivate func value(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
        var slot = KeyTable.hash(bytes, start, count) & mask
        while slots[slot].isTaken {
            if isName(slots[slot], bytes, start, count) { return slots[slot].value }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private func isName(_ slot: Slot, _ bytes: [UInt8], _ start: Int, _ count: Int) -> Bool {
        guard slot.count == count else { return false }
        for offset in 0..<count where text[slot.start + offset] != bytes[start + offset] { return false }
        return true
    }

    /// Of the length and of five bytes: a few dozen names are told apart by them, and a hash of all would cost as much
    /// as the comparison that follows.
    private static func hash(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
        guard count > 0 else { return 0 }
        var hash = UInt32(truncatingIfNeeded: count)
        for place in 0..<5 {
            hash = (hash ^ UInt32(bytes[start + (count - 1) * place / 4])) &* 0x0100_0193
        }
        return Int(hash ^ hash >> 15)
    }
}

extension JSONIndex {
    /// What a table says of the member name at a node.
    package func lookup(_ name: Int, in table: KeyTable) -> Int? {
        if isNumbered, let value = table.value(nodes[name].number) { return value > 0 ? value - 1 : nil }
        if nodes[name].hasEscapes { return table[self.name(name)] }
        return table.value(bytes, Int(nodes[name].start) + 1, Int(nodes[name].end - nodes[name].start) - 2)
    }
}
