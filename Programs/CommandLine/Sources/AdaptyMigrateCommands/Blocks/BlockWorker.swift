@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Processes the records of blocks. Every thread has its own worker.
protocol BlockWorker: AnyObject {
    /// What is noted about a record.
    associatedtype Finding

    var maximumDepth: Int { get }

    /// Whether what is written can be restored, so that the text around a record must be, too.
    var isRestorable: Bool { get }

    /// Processes a record, and appends what is written in its place to the block's output.
    ///
    /// - Parameters:
    ///   - record: its range in `bytes`.
    ///   - position: its position, relative to the block's lines since it was last taken.
    /// - Returns: whether it has a place in the output. If not, nothing was appended.
    func work(on record: Range<Int>, of bytes: RecordBuffer, at position: RecordPosition, in block: Block<Finding>)
        throws(CommandFailure) -> Bool

    /// Notes that a record got its current name, and a member beside it still spells the old one otherwise.
    func noteOtherName()

    /// Notes why a record is not processed, and appends what is written in its place.
    ///
    /// - Returns: whether it has a place in the output.
    func reject(
        _ record: [UInt8], _ error: MigrationError, at position: RecordPosition, in block: Block<Finding>
    ) -> Bool
}

extension BlockWorker {
    func noteOtherName() {}

    var isRestorable: Bool { false }

    func reject(
        _ record: [UInt8], _ error: MigrationError, at position: RecordPosition, in block: Block<Finding>
    ) -> Bool {
        block.add(.failure(error), record, position)
        return false
    }

    /// Processes a block. What lies between its records is kept, and lines of which nothing is left are left out.
    ///
    /// - Parameter flush: takes and clears the output so far, so that it need not be kept.
    func work(on block: Block<Finding>, flush: () -> Void) throws(CommandFailure) {
        if block.layout == .document {
            let position = RecordPosition(offset: block.offset, line: 1)
            _ = try work(onDocument: 0..<block.count, of: block.input, at: position, in: block)
            return
        }
        if case .failure? = block.export {
            if block.number == 0 { _ = try work(onRecord: 0..<0, of: block.input, at: .first, in: block) }
            return
        }
        let result = block.withBytes { bytes in
            Result { () throws(CommandFailure) in
                var cursor = LineCursor(block.layout)
                while let line = cursor.next(bytes) {
                    try work(on: line, bytes, block)
                    block.lines +=
                        block.layout == .rows ? bytes[line.content.lowerBound..<line.end].count { $0 == 0x0A } : 1
                    if block.isFull { flush() }
                }
            }
        }
        try result.get()
    }

    private func work(on line: LineCursor.Line, _ bytes: UnsafeRawBufferPointer, _ block: Block<Finding>)
        throws(CommandFailure)
    {
        let output = block.output, start = output.count
        // A line of white space is not a record; it is kept.
        guard line.content.contains(where: { !bytes[$0].isSpace }) else {
            return output.append(UnsafeRawBufferPointer(rebasing: bytes[line.content.lowerBound..<line.end]))
        }
        let isKept: Bool
        switch block.layout {
        case .inStep:
            _ = try work(onDocument: line.content, of: block.input, at: .first, in: block)
            block.putRejects(start)
            isKept = true
        case .rejects:
            let record = RejectLine.record(in: Array(bytes[line.content])) ?? Array(bytes[line.content])
            let buffer = RecordBuffer(capacity: record.count)
            buffer.append(record)
            isKept = try work(onDocument: 0..<record.count, of: buffer, at: position(line, block), in: block)
        case .rows:
            isKept = try work(onRow: line.content, at: position(line, block), in: block)
        case .document, .lines:
            isKept = try work(onDocument: line.content, of: block.input, at: position(line, block), in: block)
        }
        if isKept { output.append(UnsafeRawBufferPointer(rebasing: bytes[line.content.upperBound..<line.end])) }
    }

    private func position(_ line: LineCursor.Line, _ block: Block<Finding>) -> RecordPosition {
        RecordPosition(offset: block.offset + line.content.lowerBound, line: block.lines + 1)
    }

    func work(
        onRecord record: Range<Int>, of bytes: RecordBuffer, at position: RecordPosition, in block: Block<Finding>
    ) throws(CommandFailure) -> Bool {
        block.records += 1
        return try work(on: record, of: bytes, at: position, in: block)
    }

    private func work(onRow row: Range<Int>, at position: RecordPosition, in block: Block<Finding>)
        throws(CommandFailure) -> Bool
    {
        if let pointer = block.inside { return try work(inside: pointer, ofRow: row, at: position, in: block) }
        guard position.offset == block.header, case .success(let export)? = block.export else {
            return try work(onRecord: row, of: block.input, at: position, in: block)
        }
        block.output.append(export.header)
        return true
    }

    private func work(
        onDocument document: Range<Int>, of bytes: RecordBuffer, at position: RecordPosition, in block: Block<Finding>
    ) throws(CommandFailure) -> Bool {
        if let pointer = block.inside {
            return try work(inside: pointer, of: document, bytes, at: position, in: block)
        }
        return try work(onUnit: document, of: bytes, at: position, in: block)
    }

    /// Processes a line, a document or a value in one, which is a record or an array of records.
    ///
    /// An element that has no place is removed with the white space and the comma before it. The first remaining
    /// element keeps the white space after the bracket.
    ///
    /// - Returns: whether something of it is left.
    func work(
        onUnit unit: Range<Int>, of bytes: RecordBuffer, at position: RecordPosition, in block: Block<Finding>
    ) throws(CommandFailure) -> Bool {
        guard let elements = bytes.elements(in: unit, maximumDepth: maximumDepth) else {
            return try work(onRecord: unit, of: bytes, at: position, in: block)
        }
        let content = bytes.bytes(in: unit), output = block.output
        let parts = elements.enumerated().map { ($0.element.lowerBound, "/\($0.offset)", false) }
        let positions = position.parts(parts, in: content)
        var isKept = elements.isEmpty
        for (number, element) in elements.enumerated() {
            let gap = isKept ? elements[number - 1].upperBound..<element.lowerBound : 0..<elements[0].lowerBound
            output.append(content[gap])
            let record = (unit.lowerBound + element.lowerBound)..<(unit.lowerBound + element.upperBound)
            if try work(onRecord: record, of: bytes, at: positions[number], in: block) {
                isKept = true
            } else {
                output.removeLast(gap.count)
            }
        }
        if isKept { output.append(content[(elements.last?.upperBound ?? 0)...]) }
        return isKept
    }
}

extension RecordBuffer {
    /// A copy of the bytes in a range.
    func bytes(in range: Range<Int>) -> [UInt8] { withUnsafeBytes { Array($0[range]) } }

    /// The ranges of the records in an array of records, from the start of it; `nil` when the bytes are one record.
    fileprivate func elements(in unit: Range<Int>, maximumDepth: Int) -> [Range<Int>]? {
        guard let first = unit.first(where: { !self[$0].isSpace }), self[first] == 0x5B else { return nil }
        // Converting bytes that are not JSON reports the error.
        return (try? RecordList.ranges(in: bytes(in: unit), maximumDepth: maximumDepth)) ?? nil
    }
}
