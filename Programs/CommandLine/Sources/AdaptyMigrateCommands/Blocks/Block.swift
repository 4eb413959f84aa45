@_spi(Tools) import AdaptyMigrationTools

/// A sequence of whole lines of an input, or a whole document, with its results.
///
/// Only one thread at a time uses a block; ``Pipeline`` ensures that. Its memory is reused for a later part of the
/// input.
final class Block<Note> {
    /// The input bytes; only the first ``count`` belong to the block.
    var input: RecordBuffer
    var count = 0
    /// The output bytes.
    private(set) var output = RecordBuffer()
    /// The notes about its records, in order.
    var notes: [Note] = []
    /// The lines and records processed since the block was last taken. Places in notes are relative to them.
    var lines = 0
    var records = 0
    /// The index of the block in the input, counted from 0.
    var number = 0
    /// The number of input bytes before it.
    var offset = 0
    /// The number of input lines before those in ``lines``. It is counted only if somebody needs it, see
    /// ``InputReader/countsLines``.
    var linesBefore = 0
    var isDocument = false
    /// The line separator.
    var separator: UInt8 = 0x0A
    /// Whether each line contains a rejected record.
    var keepsRejects = false
    /// Whether the block is finished.
    var isDone = false

    init(capacity: Int) { input = RecordBuffer(capacity: capacity) }

    /// Whether the output is so large that it should be taken before the block is finished.
    var isFull: Bool { notes.count >= 4096 || output.count >= 1 << 21 }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try input.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Calls `body` for each line, or for the one document.
    func forEachUnit(_ body: (Unit) throws(CommandFailure) -> Void) throws(CommandFailure) {
        if isDocument {
            try body(Unit(content: withBytes(Array.init), ending: [], offset: offset, line: 1, isLine: false))
            return
        }
        var cursor = LineCursor(separator: separator)
        while var unit = nextUnit(&cursor) {
            if keepsRejects, let record = RejectLine.record(in: unit.content) {
                unit.content = record
            }
            lines += 1
            try body(unit)
        }
    }

    /// Calls `body` for each line, and `flush` when the output becomes large.
    func forEachLine(flush: () -> Void, _ body: (LineCursor.Line, UnsafeRawBufferPointer) -> Void) {
        withBytes { bytes in
            var cursor = LineCursor(separator: separator)
            while let line = cursor.next(bytes) {
                body(line, bytes)
                lines += 1
                if isFull { flush() }
            }
        }
    }

    private func nextUnit(_ cursor: inout LineCursor) -> Unit? {
        withBytes { bytes in cursor.next(bytes).map { unit($0, bytes) } }
    }

    /// A line as a unit.
    func unit(_ line: LineCursor.Line, _ bytes: UnsafeRawBufferPointer) -> Unit {
        Unit(
            content: Array(bytes[line.content]), ending: Array(bytes[line.content.upperBound..<line.end]),
            offset: offset + line.content.lowerBound,
            line: lines + 1, isLine: true)
    }

    /// Clears what was taken.
    func clear() {
        output.removeAll()
        notes.removeAll(keepingCapacity: true)
        linesBefore += lines
        lines = 0
        records = 0
    }

    /// Prepares the block for the next part of the input. Memory for an unusually long line is released.
    func reset(capacity: Int) {
        let limit = 8 * max(capacity, 1 << 16)
        if input.count > limit { input = RecordBuffer(capacity: capacity) }
        if output.count > limit { output = RecordBuffer() }
        clear()
        isDone = false
    }
}
