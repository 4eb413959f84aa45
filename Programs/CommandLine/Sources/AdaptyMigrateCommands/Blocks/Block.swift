import AdaptyMigrationTools

/// A stretch of whole lines of an input, or a whole document, and what was made of it.
///
/// A block is one thread's at a time; ``Pipeline`` sees to that. Its memory is used again for a later stretch.
final class Block<Note> {
    /// What was read; only the first ``count`` bytes are the block's.
    var input: RecordBuffer
    var count = 0
    /// What becomes of it.
    private(set) var output = RecordBuffer()
    /// What is to be told about it, in order.
    var notes: [Note] = []
    /// Lines and records gone through since the block was last taken: places in notes count from there.
    var lines = 0
    var records = 0
    /// Its place among the input's blocks, from 0.
    var number = 0
    /// Bytes of the input before it.
    var offset = 0
    /// Lines of the input before those in ``lines``; counted only where somebody wants to know, see
    /// ``InputReader/countsLines``.
    var linesBefore = 0
    var isDocument = false
    /// What ends its lines.
    var separator: UInt8 = 0x0A
    /// Where each line keeps a record that was rejected: how deep it may be.
    var rejectDepth: Int?
    /// Whether nothing more comes of it.
    var isDone = false

    init(capacity: Int) { input = RecordBuffer(capacity: capacity) }

    /// Whether it holds so much that it is better taken before it is done.
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
            if let rejectDepth, let record = RejectLine.record(in: unit.content, maximumDepth: rejectDepth) {
                unit.content = record
            }
            lines += 1
            try body(unit)
        }
    }

    /// Calls `body` for each line, and `flush` where so much came of them that it is better taken.
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

    /// A line as a unit of its own.
    func unit(_ line: LineCursor.Line, _ bytes: UnsafeRawBufferPointer) -> Unit {
        Unit(
            content: Array(bytes[line.content]), ending: Array(bytes[line.content.upperBound..<line.end]),
            offset: offset + line.content.lowerBound,
            line: lines + 1, isLine: true)
    }

    /// Forgets what was taken.
    func clear() {
        output.removeAll()
        notes.removeAll(keepingCapacity: true)
        linesBefore += lines
        lines = 0
        records = 0
    }

    /// Makes it ready for the next stretch. Memory that an uncommonly long line made grow is given back.
    func reset(capacity: Int) {
        let limit = 8 * max(capacity, 1 << 16)
        if input.count > limit { input = RecordBuffer(capacity: capacity) }
        if output.count > limit { output = RecordBuffer() }
        clear()
        isDone = false
    }
}
