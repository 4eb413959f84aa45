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
    fileprivate static let longest = 40

    fileprivate struct Key {
        /// The first sixteen bytes, with zeros behind a shorter name, the last sixteen of a longer one, and the second
        /// sixteen of one that both do not cover.
        var head = SIMD16<UInt8>(), tail = SIMD16<UInt8>(), middle = SIMD16<UInt8>()
        var length = -1
    }

    /// By number.
    package let names: [String]
    /// What finds the number of a name in a document.
    package let lookup: Lookup
    private let numbers: [ExactText: UInt16]

    /// - Parameter list: different names. The first one has the number 1.
    package init(_ list: [String]) {
        names = [""] + list
        numbers = Dictionary(
            uniqueKeysWithValues: list.enumerated().map { (ExactText($0.element), UInt16($0.offset + 1)) })
        let keys = UnsafeMutablePointer<Key>.allocate(capacity: names.count)
        keys.initialize(repeating: Key(), count: names.count)
        let masks = UnsafeMutablePointer<SIMD16<UInt8>>.allocate(capacity: 17)
        for length in 0...16 {
            (masks + length).initialize(to: SIMD16((0..<16).map { $0 < length ? 0xFF : 0 }))
        }
        var hashes = [UInt64](repeating: 0, count: names.count)
        for (number, name) in names.enumerated().dropFirst() where name.utf8.count <= NameNumbers.longest {
            let bytes = Array(name.utf8)
            (keys[number], hashes[number]) = (NameNumbers.key(bytes), NameNumbers.hash(bytes))
        }
        var bits = 4
        while 1 << bits < 2 * names.count { bits += 1 }
        let slots = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << bits)
        slots.initialize(repeating: 0, count: 1 << bits)
        let shifts = UnsafeMutablePointer<UInt16>.allocate(capacity: NameNumbers.buckets)
        shifts.initialize(repeating: 0, count: NameNumbers.buckets)
        let slotShift = UInt64(64 - bits)
        var buckets: [[(number: Int, hash: UInt64)]] = Array(repeating: [], count: NameNumbers.buckets)
        for number in 1..<names.count where keys[number].length >= 0 {
            buckets[NameNumbers.bucket(hashes[number])].append((number, hashes[number]))
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
        lookup = Lookup(slots: slots, keys: keys, masks: masks, shifts: shifts, slotShift: slotShift)
    }

    deinit { lookup.deallocate() }

    private static func key(_ name: [UInt8]) -> Key {
        func bytes(_ part: ArraySlice<UInt8>) -> SIMD16<UInt8> {
            SIMD16(Array(part) + [UInt8](repeating: 0, count: 16 - part.count))
        }
        return Key(
            head: bytes(name.prefix(16)), tail: name.count > 16 ? bytes(name.suffix(16)) : SIMD16(),
            middle: name.count > 32 ? bytes(name[16..<32]) : SIMD16(), length: name.count)
    }

    private static func hash(_ name: [UInt8]) -> UInt64 {
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        return hash(word(name.prefix(8)), word(name.suffix(8)), name.count)
    }

    fileprivate static let buckets = 256

    @inline(__always)
    fileprivate static func hash(_ head: UInt64, _ tail: UInt64, _ length: Int) -> UInt64 {
        (head &+ (tail << 23 | tail >> 41) &+ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    }

    @inline(__always)
    fileprivate static func bucket(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> 56) }

    @inline(__always)
    fileprivate static func slot(_ hash: UInt64, _ shift: UInt16, _ slotShift: UInt64) -> Int {
        Int(truncatingIfNeeded: ((hash ^ UInt64(shift)) &* 0xD134_2543_DE82_EF95) &>> slotShift)
    }

    /// The number of a name.
    package func number(_ name: String) -> UInt16 { numbers[ExactText(name)] ?? NameNumbers.none }

    /// The number of the name between two positions.
    @inline(__always)
    package func number(_ bytes: PaddedView, _ start: Int, _ end: Int) -> UInt16 { lookup.number(bytes, start, end) }

    /// The memory of the numbers.
    package struct Lookup: @unchecked Sendable {
        fileprivate let slots: UnsafeMutablePointer<UInt16>
        /// By number; the first equals no name.
        fileprivate let keys: UnsafeMutablePointer<Key>
        /// For each length up to sixteen, the bytes that belong to the name.
        fileprivate let masks: UnsafeMutablePointer<SIMD16<UInt8>>
        /// What tells the names of one bucket apart.
        fileprivate let shifts: UnsafeMutablePointer<UInt16>
        /// 64 minus the number of bits that choose a slot.
        fileprivate let slotShift: UInt64

        fileprivate func deallocate() {
            slots.deallocate()
            shifts.deallocate()
            keys.deallocate()
            masks.deallocate()
        }

        /// The number of the name between two positions.
        @inline(__always)
        package func number(_ bytes: PaddedView, _ start: Int, _ end: Int) -> UInt16 {
            let length = end &- start
            if length > NameNumbers.longest { return NameNumbers.none }
            let head = bytes.vector(start) & masks[min(length, 16)]
            let word = unsafeBitCast(head, to: SIMD2<UInt64>.self)[0]
            let hash = NameNumbers.hash(word, length >= 8 ? bytes.word(end &- 8) : word, length)
            let number = slots[NameNumbers.slot(hash, shifts[NameNumbers.bucket(hash)], slotShift)]
            let key = keys + Int(number)
            guard key.pointee.length == length, VectorComparison.areEqual(key.pointee.head, head) else {
                return NameNumbers.none
            }
            if length <= 16 { return number }
            let isSame =
                VectorComparison.areEqual(bytes.vector(end &- 16), key.pointee.tail)
                && (length <= 32 || VectorComparison.areEqual(bytes.vector(start &+ 16), key.pointee.middle))
            return isSame ? number : NameNumbers.none
        }
    }
}
