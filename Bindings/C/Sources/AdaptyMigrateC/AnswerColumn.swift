/// Texts for C one after another, and where each of them ends.
///
/// **Unsafe.** As with ``GrowingMemory``, there is one owner.
struct AnswerColumn {
    private var bytes = GrowingMemory()
    private var offsets = GrowingMemory()

    /// `nil` while there are no bytes.
    var start: UnsafePointer<UInt8>? { bytes.start.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) } }
    /// `nil` before the first ``end()``.
    var ends: UnsafePointer<Int64>? { offsets.start.map { UnsafePointer($0.assumingMemoryBound(to: Int64.self)) } }

    /// - Returns: whether there was enough memory, as ``end()`` does.
    mutating func append(_ more: UnsafeRawBufferPointer) -> Bool { bytes.append(more) }

    /// Ends a text. The first end is that of nothing, where the first text begins.
    mutating func end() -> Bool { withUnsafeBytes(of: Int64(bytes.count)) { offsets.append($0) } }

    mutating func release() {
        bytes.release()
        offsets.release()
    }
}
