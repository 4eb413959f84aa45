import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Reusable bytes with a margin on both sides, so that whole vectors can be read and written at any position.
///
/// Not safe to share between threads: make one buffer per thread.
@_spi(Tools) public final class RecordBuffer {
    /// The number of bytes that may be read before the first and after the last byte, and written after the last.
    static let margin = PaddedBytes.margin

    /// One walk at a time takes it out and puts it back.
    @exclusivity(unchecked) var store: ByteWriter

    public init(capacity: Int = 1 << 16) { store = ByteWriter(capacity: capacity) }

    deinit { store.deallocate() }

    /// The number of bytes.
    public var count: Int { store.count }

    /// A copy of the bytes.
    public var bytes: [UInt8] { store.array }

    /// The byte at a position.
    public subscript(position: Int) -> UInt8 {
        precondition(position >= 0 && position < count, "the position is outside the buffer")
        return store.memory[position]
    }

    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: store.memory, count: store.count))
    }

    // MARK: Writing

    /// Removes all bytes but keeps the memory.
    public func removeAll() {
        store.setCount(0)
        store.clearMargin()
    }

    /// Removes the first `number` bytes and moves the rest to the front.
    public func removeFirst(_ number: Int) {
        precondition(number >= 0 && number <= count, "there are not that many bytes")
        store.memory.update(from: store.memory + number, count: count - number)
        store.setCount(count - number)
        store.clearMargin()
    }

    /// Removes the last `number` bytes.
    public func removeLast(_ number: Int) {
        precondition(number >= 0 && number <= count, "there are not that many bytes")
        store.setCount(count - number)
        store.clearMargin()
    }

    public func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        _ = fill(bytes.count) { target in
            target.baseAddress?.copyMemory(from: source, byteCount: bytes.count)
            return bytes.count
        }
    }

    public func append(_ bytes: some Collection<UInt8>) {
        _ = fill(bytes.count) { target in
            target.copyBytes(from: bytes)
            return bytes.count
        }
    }

    /// Replaces each byte from a position to the end.
    public func replaceBytes(from start: Int, with other: (UInt8) -> UInt8) {
        precondition(start >= 0 && start <= count, "the position is outside the buffer")
        for position in start..<count { store.memory[position] = other(store.memory[position]) }
    }

    /// Lets `body` write up to `room` bytes at the end.
    ///
    /// - Returns: the number of bytes written, as returned by `body`.
    public func fill(_ room: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows -> Int {
        store.reserve(room)
        let written = try body(UnsafeMutableRawBufferPointer(start: store.memory + count, count: room))
        precondition(written >= 0 && written <= room, "more was written than there was room for")
        store.setCount(count + written)
        store.clearMargin()
        return written
    }
}
