#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Memory of C that grows at its end.
///
/// **Unsafe.** `count` bytes are initialised. There is one owner. Either it calls ``release()``, or it gives ``start``
/// to one who will call `free`.
struct GrowingMemory {
    /// `nil` while nothing was appended. Another append may move it.
    private(set) var start: UnsafeMutableRawPointer?
    private(set) var count = 0
    private var capacity = 0

    /// - Returns: whether there was enough memory. If there was not, everything is as before.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return true }
        guard let place = room(bytes.count) else { return false }
        place.copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
        return true
    }

    /// The place of the next bytes; `nil` when there is not enough memory.
    private mutating func room(_ more: Int) -> UnsafeMutableRawPointer? {
        if count + more > capacity {
            let larger = max(count + more, 2 * capacity)
            guard let moved = realloc(start, larger) else { return nil }
            (start, capacity) = (moved, larger)
        }
        return start.map { $0 + count }
    }

    mutating func release() {
        free(start)
        self = GrowingMemory()
    }
}
