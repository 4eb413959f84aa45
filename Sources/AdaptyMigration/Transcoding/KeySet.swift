/// Whether a name was seen before, by a 64-bit hash: two names that share one are taken for the same, which only costs a
/// detour. Keeps its memory.
struct KeySet {
    private var slots: [UInt64] = []
    private var mask = 0
    private var few: [UInt64] = []
    private var count = 0
    private var usesSlots = false

    /// Empties the set.
    mutating func begin() {
        few.removeAll(keepingCapacity: true)
        usesSlots = false
        count = 0
    }

    /// Whether the name is new.
    mutating func insert(_ bytes: ByteView, _ start: Int, _ end: Int) -> Bool {
        var hash = Fingerprint.Hash(count: end - start)
        var position = start
        while position + 8 <= end {
            hash.add(bytes.word(position))
            position += 8
        }
        if position < end { hash.add(bytes.word(position) & ((1 as UInt64) << UInt64(8 * (end - position)) &- 1)) }
        let value = hash.value | 1
        if !usesSlots {
            for other in few where other == value { return false }
            few.append(value)
            if few.count > 16 { spread() }
            return true
        }
        return insert(value)
    }

    private mutating func spread() {
        usesSlots = true
        if slots.isEmpty { slots = Array(repeating: 0, count: 64) } else { for slot in slots.indices { slots[slot] = 0 } }
        mask = slots.count - 1
        for value in few { _ = insert(value) }
    }

    private mutating func insert(_ value: UInt64) -> Bool {
        if count * 2 > mask { grow() }
        var slot = Int(truncatingIfNeeded: value >> 20) & mask
        while slots[slot] != 0 {
            if slots[slot] == value { return false }
            slot = (slot + 1) & mask
        }
        slots[slot] = value
        count += 1
        return true
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: 0, count: old.count * 2)
        mask = slots.count - 1
        count = 0
        for value in old where value != 0 { _ = insert(value) }
    }
}
