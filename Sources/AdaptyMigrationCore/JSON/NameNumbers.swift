/// Numbers for a fixed list of names: a perfect hash over the first and the last eight bytes, found when the list is
/// made. It is small enough to stay in the fastest cache.
///
/// Worked example, `store`: shorter than eight bytes, so head and tail are both `s t o r e 0 0 0`. The top bits of
/// `(head + rotated tail + length) × seed` choose a bucket. The bucket's shift makes names of one bucket choose
/// different slots. The slot has the number, and five words are compared to be sure.
///
/// **Contract.** The memory is written in `init` and freed in `deinit` only. A name that is looked up must be in a
/// ``PaddedView``, whose margin allows reading words beyond its ends.
package final class NameNumbers: @unchecked Sendable {
    /// The number of every name that is not in the list.
    package static let none: UInt16 = 0
    /// Longer names are not found.
    private static let longest = 40

    private struct Key {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var tail: UInt64 = 0
        var length = -1
    }

    /// By number.
    package let names: [String]
    private let slots: UnsafeMutablePointer<UInt16>
    /// By number; the first equals no name.
    private let keys: UnsafeMutablePointer<Key>
    /// For each length, the bytes of the four words that belong to the name.
    private let masks: UnsafeMutablePointer<(UInt64, UInt64, UInt64, UInt64)>
    /// What tells the names of one bucket apart.
    private let shifts: UnsafeMutablePointer<UInt16>
    /// 64 minus the number of bits that choose a slot.
    private let slotShift: UInt64
    private let numbers: [ExactText: UInt16]

    /// - Parameter list: different names. The first one has the number 1.
    package init(_ list: [String]) {
        names = [""] + list
        numbers = Dictionary(
            uniqueKeysWithValues: list.enumerated().map { (ExactText($0.element), UInt16($0.offset + 1)) })
        keys = .allocate(capacity: names.count)
        keys.initialize(repeating: Key(), count: names.count)
        for (number, name) in names.enumerated().dropFirst() where name.utf8.count <= NameNumbers.longest {
            keys[number] = NameNumbers.key(Array(name.utf8))
        }
        masks = .allocate(capacity: NameNumbers.longest + 1)
        for length in 0...NameNumbers.longest {
            func mask(_ word: Int) -> UInt64 {
                let rest = length - 8 * word
                return rest >= 8 ? ~0 : rest <= 0 ? 0 : (1 as UInt64) << UInt64(8 * rest) &- 1
            }
            (masks + length).initialize(to: (mask(0), mask(1), mask(2), mask(3)))
        }
        var bits = 4
        while 1 << bits < 2 * names.count { bits += 1 }
        slots = .allocate(capacity: 1 << bits)
        slots.initialize(repeating: 0, count: 1 << bits)
        shifts = .allocate(capacity: NameNumbers.buckets)
        shifts.initialize(repeating: 0, count: NameNumbers.buckets)
        slotShift = UInt64(64 - bits)
        var buckets: [[(number: Int, hash: UInt64)]] = Array(repeating: [], count: NameNumbers.buckets)
        for number in 1..<names.count where keys[number].length >= 0 {
            let key = keys[number], hash = NameNumbers.hash(key.words.0, key.tail, key.length)
            buckets[NameNumbers.bucket(hash)].append((number, hash))
        }
        // The full buckets first: later there are fewer free slots.
        for bucket in buckets.indices.sorted(by: { buckets[$0].count > buckets[$1].count }) {
            for shift in UInt16.min...UInt16.max {
                let chosen = buckets[bucket].map { NameNumbers.slot($0.hash, shift, slotShift) }
                guard Set(chosen).count == chosen.count, chosen.allSatisfy({ slots[$0] == 0 }) else { continue }
                shifts[bucket] = shift
                for (name, slot) in zip(buckets[bucket], chosen) { slots[slot] = UInt16(name.number) }
                break
            }
        }
    }

    deinit {
        slots.deallocate()
        shifts.deallocate()
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

    private static let buckets = 256

    @inline(__always)
    private static func hash(_ head: UInt64, _ tail: UInt64, _ length: Int) -> UInt64 {
        (head &+ (tail << 23 | tail >> 41) &+ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    }

    @inline(__always)
    private static func bucket(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> 56) }

    @inline(__always)
    private static func slot(_ hash: UInt64, _ shift: UInt16, _ slotShift: UInt64) -> Int {
        Int(truncatingIfNeeded: ((hash ^ UInt64(shift)) &* 0xD134_2543_DE82_EF95) &>> slotShift)
    }

    /// The number of a name.
    package func number(_ name: String) -> UInt16 { numbers[ExactText(name)] ?? NameNumbers.none }

    /// The number of the name between two positions.
    @inline(__always)
    package func number(_ bytes: PaddedView, _ start: Int, _ end: Int) -> UInt16 {
        let length = end &- start
        if length > NameNumbers.longest { return NameNumbers.none }
        let mask = masks[length]
        let head = bytes.word(start) & mask.0
        let tail = length >= 8 ? bytes.word(end &- 8) : head
        let hash = NameNumbers.hash(head, tail, length)
        let number = slots[NameNumbers.slot(hash, shifts[NameNumbers.bucket(hash)], slotShift)]
        let key = keys + Int(number)
        let difference =
            (tail ^ key.pointee.tail) | UInt64(truncatingIfNeeded: length ^ key.pointee.length)
            | (head ^ key.pointee.words.0) | ((bytes.word(start &+ 8) & mask.1) ^ key.pointee.words.1)
            | ((bytes.word(start &+ 16) & mask.2) ^ key.pointee.words.2)
            | ((bytes.word(start &+ 24) & mask.3) ^ key.pointee.words.3)
        return difference == 0 ? number : NameNumbers.none
    }
}
