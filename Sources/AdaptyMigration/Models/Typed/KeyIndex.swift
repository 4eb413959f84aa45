/// Member names to numbers, by length and last eight bytes: one multiplication, one probe and mostly no comparison of
/// text, because few names of a table are longer than eight bytes and end alike.
struct KeyIndex: Sendable {
    private struct Slot {
        var tail: UInt64 = 0
        var length: Int32 = -1
        var value: Int32 = -1
        var offset = 0
    }

    private var slots: [Slot]
    private var texts: [UInt8] = []
    private let mask: Int

    /// Of two equal names the first stands.
    init(_ names: [(name: String, value: Int)]) {
        var size = 16
        while size < names.count * 2 { size *= 2 }
        mask = size - 1
        slots = Array(repeating: Slot(), count: size)
        for (name, value) in names {
            let bytes = Array(name.utf8)
            bytes.withUnsafeBufferPointer { insert($0, Int32(value)) }
        }
    }

    private mutating func insert(_ name: UnsafeBufferPointer<UInt8>, _ value: Int32) {
        guard let start = name.baseAddress, find(start, name.count) == nil else { return }
        let tail = KeyIndex.tail(start, name.count)
        var slot = hash(tail, name.count)
        while slots[slot].length >= 0 { slot = (slot + 1) & mask }
        slots[slot] = Slot(tail: tail, length: Int32(name.count), value: value, offset: texts.count)
        texts += name
    }

    func find(_ start: UnsafePointer<UInt8>, _ length: Int) -> Int? {
        let tail = KeyIndex.tail(start, length)
        var slot = hash(tail, length)
        while true {
            let candidate = slots[slot]
            if candidate.length < 0 { return nil }
            if candidate.tail == tail, Int(candidate.length) == length, hasHead(candidate.offset, start, length - 8) {
                return Int(candidate.value)
            }
            slot = (slot + 1) & mask
        }
    }

    func find(_ name: String) -> Int? {
        let found = name.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.baseAddress.flatMap { find($0, bytes.count) }
        }
        if let found { return found }
        return Array(name.utf8).withUnsafeBufferPointer { bytes in bytes.baseAddress.flatMap { find($0, bytes.count) } }
    }

    private func hasHead(_ offset: Int, _ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        for position in 0..<max(count, 0) where texts[offset + position] != start[position] { return false }
        return true
    }

    private func hash(_ tail: UInt64, _ length: Int) -> Int {
        let mixed = (tail ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 40) & mask
    }

    /// The last eight bytes, or all of a shorter name; nothing outside of the name is loaded.
    private static func tail(_ start: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
        if length >= 8 {
            return UInt64(littleEndian: UnsafeRawPointer(start + length - 8).loadUnaligned(as: UInt64.self))
        }
        var tail: UInt64 = 0
        for position in 0..<length { tail = tail << 8 | UInt64(start[position]) }
        return tail
    }
}
