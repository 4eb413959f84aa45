import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Finds repeated names by a 64-bit hash. Two names with the same hash are treated as equal, which only costs a detour.
/// A few names are compared one by one, more in a table.
struct KeySet {
    private static let few = 16

    private var list = Stack<UInt64>()
    /// Twice as many slots as names, or more; zero is empty.
    private var slots = Stack<UInt64>()
    private var mask = 0

    func deallocate() {
        list.deallocate()
        slots.deallocate()
    }

    /// Empties the set.
    mutating func begin() {
        list.shrink(to: 0)
        mask = 0
    }

    /// Whether the name is new.
    mutating func insert(_ bytes: ByteView, _ start: Int, _ end: Int) -> Bool {
        insert(Fingerprint.Hash(bytes, start, end))
    }

    /// Whether a string is new, however it is spelled.
    @inline(never)
    mutating func insert(escaped token: ArraySlice<UInt8>) -> Bool {
        insert(Fingerprint.Hash(JSONText.encode(JSONText.decode(token, hasEscapes: true))[...]))
    }

    private mutating func insert(_ hash: Fingerprint.Hash) -> Bool {
        let value = hash.value | 1
        if list.count < KeySet.few {
            for position in 0..<list.count where list[position] == value { return false }
        } else {
            if list.count * 2 > mask { spread() }
            guard take(value) else { return false }
        }
        list.append(value)
        return true
    }

    /// Whether the names between the tokens from one on are all different.
    mutating func takesAll(_ tokens: Stack<Token>, from first: Int, of bytes: ByteView) -> Bool {
        begin()
        for position in first..<tokens.count where !insert(bytes, tokens[position].start, tokens[position].end) {
            return false
        }
        return true
    }

    private mutating func take(_ value: UInt64) -> Bool {
        var slot = Int(truncatingIfNeeded: value >> 20) & mask
        while slots[slot] != 0 {
            if slots[slot] == value { return false }
            slot = (slot + 1) & mask
        }
        slots[slot] = value
        return true
    }

    private mutating func spread() {
        let size = max(64, (mask + 1) * 2)
        slots.shrink(to: 0)
        for _ in 0..<size { slots.append(0) }
        mask = size - 1
        for position in 0..<list.count { _ = take(list[position]) }
    }
}

extension Fingerprint.Hash {
    /// The hash of the bytes between two positions.
    init(_ bytes: ByteView, _ start: Int, _ end: Int) {
        self.init(count: end - start)
        var position = start
        while position &+ 8 <= end {
            add(bytes.word(position))
            position &+= 8
        }
        if position < end { add(bytes.word(position) & ((1 as UInt64) << UInt64(8 &* (end &- position)) &- 1)) }
    }
}
