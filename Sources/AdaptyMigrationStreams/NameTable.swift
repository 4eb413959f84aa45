import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Maps names to numbers with one multiplication: a perfect hash over the first and the last eight bytes, found when
/// the table is made.
///
/// Worked example, `"store"`: shorter than eight bytes, so head and tail are both `s t o r e 0 0 0`; the top bits of
/// `(head + rotated tail + length) × seed` choose the slot, and five words are compared to be sure.
///
/// Whoever made the table frees its memory with ``deallocate()``, once. A looked-up name must be inside a ``ByteView``,
/// whose margin allows reading words beyond its ends.
struct NameTable {
    /// Longer names are not in the table; none of the project's is.
    static let longestName = 40

    private struct Key {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var tail: UInt64 = 0
        var length = 0
    }

    private let slots: UnsafeMutablePointer<UInt8>
    private let keys: UnsafeMutablePointer<Key>
    /// For each length, which bytes of the four words belong to the name.
    private let masks: UnsafeMutablePointer<(UInt64, UInt64, UInt64, UInt64)>
    private let seed: UInt64
    private let shift: UInt64

    /// - Parameter names: at most 250 different ones; a name's number is its position.
    init(_ names: [String]) {
        var bits: UInt64 = 5
        while 1 << Int(bits) < names.count * names.count / 5 { bits += 1 }
        keys = .allocate(capacity: names.count + 1)
        masks = .allocate(capacity: NameTable.longestName + 1)
        for length in 0...NameTable.longestName {
            func mask(_ word: Int) -> UInt64 {
                let rest = length - 8 * word
                return rest >= 8 ? ~0 : rest <= 0 ? 0 : (1 as UInt64) << UInt64(8 * rest) &- 1
            }
            (masks + length).initialize(to: (mask(0), mask(1), mask(2), mask(3)))
        }
        for (number, name) in names.enumerated() { (keys + number).initialize(to: NameTable.key(Array(name.utf8))) }
        var seed: UInt64 = 0x9E37_79B9_7F4A_7C15, tries = 0
        search: while true {
            var taken: Set<Int> = []
            for number in names.indices
            where !taken.insert(
                NameTable.slot(keys[number].words.0, keys[number].tail, keys[number].length, seed, 64 - bits)
            ).inserted {
                seed = seed &* 0xD134_2543_DE82_EF95 &+ 2
                tries += 1
                if tries % 400 == 0 { bits += 1 }
                continue search
            }
            break
        }
        self.seed = seed
        shift = 64 - bits
        slots = .allocate(capacity: 1 << Int(bits))
        slots.initialize(repeating: UInt8.max, count: 1 << Int(bits))
        for number in names.indices {
            slots[NameTable.slot(keys[number].words.0, keys[number].tail, keys[number].length, seed, shift)] = UInt8(
                number)
        }
        // An empty slot leads to a key that no name equals.
        (keys + names.count).initialize(to: Key(length: -1))
        for slot in 0..<(1 << Int(bits)) where slots[slot] == UInt8.max { slots[slot] = UInt8(names.count) }
    }

    func deallocate() {
        slots.deallocate()
        keys.deallocate()
        masks.deallocate()
    }

    private static func key(_ name: [UInt8]) -> Key {
        func word(_ start: Int) -> UInt64 {
            name.dropFirst(start).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        return Key(
            words: (word(0), word(8), word(16), word(24)), tail: word(max(0, name.count - 8)), length: name.count)
    }

    @inline(__always)
    private static func slot(_ head: UInt64, _ tail: UInt64, _ length: Int, _ seed: UInt64, _ shift: UInt64) -> Int {
        Int(
            truncatingIfNeeded: ((head &+ (tail << 23 | tail >> 41) &+ UInt64(truncatingIfNeeded: length)) &* seed)
                >> shift)
    }

    /// The number of the name between two positions; `nil` when the table does not have it.
    @inline(__always)
    func find(_ bytes: ByteView, _ start: Int, _ end: Int) -> Int? {
        let length = end &- start
        if length > NameTable.longestName { return nil }
        let mask = masks[length]
        let head = bytes.word(start) & mask.0
        let tail = length >= 8 ? bytes.word(end &- 8) : head
        let number = Int(slots[NameTable.slot(head, tail, length, seed, shift)])
        return isKey(number, bytes, start, length, mask, head, tail) ? number : nil
    }

    @inline(__always)
    private func isKey(
        _ number: Int, _ bytes: ByteView, _ start: Int, _ length: Int, _ mask: (UInt64, UInt64, UInt64, UInt64),
        _ head: UInt64, _ tail: UInt64
    ) -> Bool {
        let key = keys + number
        guard (tail ^ key.pointee.tail) | UInt64(truncatingIfNeeded: length ^ key.pointee.length) == 0 else {
            return false
        }
        return (head ^ key.pointee.words.0) | ((bytes.word(start &+ 8) & mask.1) ^ key.pointee.words.1)
            | ((bytes.word(start &+ 16) & mask.2) ^ key.pointee.words.2)
            | ((bytes.word(start &+ 24) & mask.3) ^ key.pointee.words.3) == 0
    }
}
