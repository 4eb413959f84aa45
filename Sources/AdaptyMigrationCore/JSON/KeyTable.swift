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

    package init(_ names: [(String, Int)]) {
        var size = 16
        while size < names.count * 3 { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
        mask = size - 1
        for (name, value) in names { insert(Array(name.utf8), value) }
    }

    /// The names, in no particular order.
    package var names: [String] {
        slots.filter(\.isTaken).map { String(decoding: text[$0.start..<($0.start + $0.count)], as: UTF8.self) }
    }

    package subscript(name: String) -> Int? { self[Array(name.utf8)[...]] }

    private mutating func insert(_ name: [UInt8], _ value: Int) {
        var slot = KeyTable.hash(name[...]) & mask
        while slots[slot].isTaken {
            if isName(slots[slot], name[...]) { return }
            slot = (slot + 1) & mask
        }
        slots[slot] = Slot(start: text.count, count: name.count, value: value)
        text += name
    }

    subscript(name: ArraySlice<UInt8>) -> Int? {
        var slot = KeyTable.hash(name) & mask
        while slots[slot].isTaken {
            if isName(slots[slot], name) { return slots[slot].value }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private func isName(_ slot: Slot, _ name: ArraySlice<UInt8>) -> Bool {
        guard slot.count == name.count else { return false }
        for offset in 0..<slot.count where text[slot.start + offset] != name[name.startIndex + offset] { return false }
        return true
    }

    /// FNV-1a: short keys, a few dozen of them; nothing cleverer pays.
    private static func hash(_ name: ArraySlice<UInt8>) -> Int {
        var hash: UInt32 = 0x811C_9DC5
        for byte in name { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return Int(hash)
    }
}

extension JSONIndex {
    /// What a table says of the member name at a node.
    package func lookup(_ name: Int, in table: KeyTable) -> Int? {
        if nodes[name].hasEscapes { return table[Array(self.name(name).utf8)[...]] }
        return table[raw(name).dropFirst().dropLast()]
    }
}
