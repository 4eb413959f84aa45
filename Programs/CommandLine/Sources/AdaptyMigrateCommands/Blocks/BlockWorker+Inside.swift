@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Records inside documents and rows, where `--inside` leads. All around them stays.
extension BlockWorker {
    func work(
        inside pointer: RecordPointer, of document: Range<Int>, _ bytes: RecordBuffer, at position: RecordPosition,
        in block: Block<Finding>
    ) throws(CommandFailure) -> Bool {
        let content = bytes.bytes(in: document)
        guard let inner = try? InnerRecords(pointer, in: content, maximumDepth: maximumDepth) else {
            // Converting bytes that are not JSON reports the error.
            return try work(onRecord: document, of: bytes, at: position, in: block)
        }
        return try work(on: inner, pointer, at: position, in: block)
    }

    func work(
        inside pointer: RecordPointer, ofRow row: Range<Int>, at position: RecordPosition, in block: Block<Finding>
    ) throws(CommandFailure) -> Bool {
        let bytes = block.input.bytes(in: row)
        if position.offset == block.header {
            block.output.append(bytes)
            return true
        }
        let fields: [Range<Int>]
        do throws(MigrationError) {
            fields = try CSVRow(bytes, columns: block.columns.count).fields
        } catch {
            block.records += 1
            return reject(bytes, error, at: position, in: block)
        }
        let inner = InnerRecords(
            pointer, in: bytes, fields: zip(block.columns, fields).map { ($0, $1) }, as: CSVQuotedText.self,
            maximumDepth: maximumDepth)
        return try work(on: inner, pointer, at: position, in: block)
    }

    /// - Returns: whether a record has a place in the output. If not, nothing was appended.
    private func work(
        on inner: InnerRecords, _ pointer: RecordPointer, at position: RecordPosition, in block: Block<Finding>
    ) throws(CommandFailure) -> Bool {
        let records = inner.records, output = block.output, start = output.count
        if records.isEmpty {
            block.records += 1
            return reject(inner.document, .nothing(at: pointer), at: position, in: block)
        }
        let positions = position.parts(records.map { ($0.offset, $0.pointer, $0.isText) }, in: inner.document)
        var made: [[UInt8]?] = [], isKept = false
        for (record, position) in zip(records, positions) {
            let buffer = RecordBuffer(capacity: record.bytes.count)
            buffer.append(record.bytes)
            block.refusal = record.refusal
            if try work(onUnit: 0..<buffer.count, of: buffer, at: position, in: block) { isKept = true }
            let bytes = output.bytes(in: start..<output.count)
            output.removeLast(bytes.count)
            made.append(bytes == record.bytes ? nil : bytes)
            if record.isSpelledOtherwise, bytes != record.bytes { noteOtherName() }
        }
        block.refusal = nil
        guard isKept else { return false }
        guard let document = inner.document(with: made, isRestorable: isRestorable) else {
            return reject(inner.document, .notRestored, at: position, in: block)
        }
        output.append(document)
        return true
    }
}
