/// Names to numbers, looked up by raw bytes so that no string is built for a key.
struct KeyTable: Sendable {
    private struct Slot: Sendable {
        let name: [UInt8]
        let value: Int
    }

    private var slots: [Slot?]
    private let mask: Int

    init(_ names: [(String, Int)]) {
        var size = 16
        while size < names.count * 3 { size *= 2 }
        slots = Array(repeating: nil, count: size)
        mask = size - 1
        for (name, value) in names { insert(Array(name.utf8), value) }
    }

    /// The names, in no particular order.
    var names: [String] { slots.compactMap { $0.map { String(decoding: $0.name, as: UTF8.self) } } }

    subscript(name: String) -> Int? { self[Array(name.utf8)[...]] }

    private mutating func insert(_ name: [UInt8], _ value: Int) {
        var slot = KeyTable.hash(name[...]) & mask
        while let taken = slots[slot] {
            if taken.name == name { return }
            slot = (slot + 1) & mask
        }
        slots[slot] = Slot(name: name, value: value)
    }

    subscript(name: ArraySlice<UInt8>) -> Int? {
        var slot = KeyTable.hash(name) & mask
        while let taken = slots[slot] {
            if taken.name.count == name.count, taken.name[...].elementsEqual(name) { return taken.value }
            slot = (slot + 1) & mask
        }
        return nil
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
    func lookup(_ name: Int, in table: KeyTable) -> Int? {
        if nodes[name].hasEscapes { return table[Array(self.name(name).utf8)[...]] }
        return table[raw(name).dropFirst().dropLast()]
    }
}
