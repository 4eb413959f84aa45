@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// A sequence of whole lines of an input, or a whole document, with its results.
///
/// Only one thread at a time uses a block; ``Pipeline`` ensures that. Its memory is reused for a later part of the
/// input.
final class Block<Finding> {
    /// What was found out about a record.
    struct Note {
        let record: [UInt8]
        let position: RecordPosition
        /// The number of the record, counted from 1. It and the position are relative to the block, from where it was
        /// last taken.
        let number: Int
        let result: Result<Finding, MigrationError>
    }

    /// The input bytes; only the first ``count`` belong to the block.
    var input: RecordBuffer
    var count = 0
    var layout = Layout.lines
    /// The conversion of the export in the input, or why there is none; `nil` for other layouts.
    var export: Result<ExportConversion, MigrationError>?
    /// Where the header of an export or a table begins in the input.
    var header = 0
    /// Where the records are inside the documents; `nil` when documents are records.
    var inside: RecordPointer?
    /// The names of a table's columns, if there are records inside its rows.
    var columns: [String] = []
    /// Why the record that is being processed must stay as it is; `nil` when it may change.
    var refusal: MigrationError?
    /// The output bytes.
    private(set) var output = RecordBuffer()
    /// The notes about its records, in order. Not every record has one.
    private(set) var notes: [Note] = []
    /// The lines and records processed since the block was last taken.
    var lines = 0
    var records = 0
    /// Rejects that are written before the answer to the current line, see ``Layout/inStep``.
    private var rejects: [UInt8] = []
    /// The index of the block in the input, counted from 0.
    var number = 0
    /// The number of input bytes before it.
    var offset = 0
    /// The number of bytes that were read from the file for it. Of a compressed file these are fewer.
    var fileBytes = 0
    /// The number of input lines before those in ``lines``. It is counted only if somebody needs it, see
    /// ``InputReader/countsLines``.
    var linesBefore = 0
    /// Whether the block is finished.
    var isDone = false

    init(capacity: Int) { input = RecordBuffer(capacity: capacity) }

    /// Whether the output is so large that it should be taken before the block is finished.
    var isFull: Bool { notes.count >= 4096 || output.count >= 1 << 21 }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try input.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Adds a note about the record that is being processed.
    func add(_ result: Result<Finding, MigrationError>, _ record: [UInt8], _ position: RecordPosition) {
        notes.append(Note(record: record, position: position, number: records, result: result))
        guard layout == .inStep, case .failure(let error) = result else { return }
        let reject = Reject(error: error, position: position, record: record)
        rejects += [0x21] + reject.line(source: "-").dropLast() + [0]
    }

    /// Puts the rejects of a line before the answer to it. A line of which nothing is left is answered by `-`.
    ///
    /// - Parameter start: where the line begins in the output.
    func putRejects(_ start: Int) {
        guard !rejects.isEmpty else { return }
        let answer = output.bytes(in: start..<output.count)
        output.removeLast(answer.count)
        output.append(rejects)
        output.append(answer.isEmpty ? [0x2D] : answer)
        rejects = []
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
