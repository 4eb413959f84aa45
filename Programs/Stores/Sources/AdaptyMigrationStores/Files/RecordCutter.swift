import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Splits a file into records and the bytes between them. It keeps at most one line, row or document in memory.
final class RecordCutter {
    enum Piece {
        /// White space, line ends, commas and brackets.
        case between([UInt8])
        /// The first row of an export.
        case header([UInt8])
        case record([UInt8], RecordPosition)
    }

    /// The maximum size of a record. Larger ones are not read into memory.
    static let largest = 1 << 30

    private let reader: FileReader
    private let layout: FileFormat.Layout
    private var buffer: [UInt8] = []
    private var isAtEnd = false
    /// The start of the next unit in the buffer, and the position up to which its end was not found.
    private var start = 0, searched = 0
    /// The number of bytes and lines before that.
    private var offset = 0, line = 1
    private var state = CSVState()
    private var hasBegun = false
    /// Pieces that were not returned yet, the next one last.
    private var pieces: [Piece] = []

    init(_ reader: FileReader, _ format: FileFormat) {
        self.reader = reader
        layout = format.layout
    }

    /// The next piece; `nil` at the end.
    func next() throws(FileTrouble) -> Piece? {
        while pieces.isEmpty {
            guard let end = try nextEnd() else { return nil }
            cut(Array(buffer[start..<end]))
            start = end
            searched = end
        }
        return pieces.popLast()
    }

    /// The end of the next unit; `nil` when there is none.
    private func nextEnd() throws(FileTrouble) -> Int? {
        while true {
            if layout != .document, let end = foundEnd() { return end }
            searched = buffer.count
            if isAtEnd {
                if layout == .document, offset == 0, !hasBegun { return buffer.count }
                return start < buffer.count ? buffer.count : nil
            }
            try readMore()
        }
    }

    private func foundEnd() -> Int? {
        if layout == .lines { return buffer[searched...].firstIndex(of: 0x0A).map { $0 + 1 } }
        for position in searched..<buffer.count {
            let byte = buffer[position], isEnd = byte == 0x0A && !state.isQuoted
            state.pass(byte)
            if isEnd { return position + 1 }
        }
        return nil
    }

    private func readMore() throws(FileTrouble) {
        if start > 0 {
            buffer.removeFirst(start)
            searched -= start
            start = 0
        }
        guard buffer.count < RecordCutter.largest else {
            throw .rejected(
                MigrationError(
                    .tooLarge, "the record that begins in line \(line) has more than \(RecordCutter.largest) bytes",
                    remedy: "close its quotes, or put each record on a line of its own"))
        }
        let chunk = try reader.next()
        isAtEnd = chunk.isEmpty
        buffer += chunk
    }

    // MARK: Cutting

    private func cut(_ unit: [UInt8]) {
        let content = layout == .document ? unit : RecordCutter.withoutEnding(unit)
        if content.count < unit.count { pieces.append(.between(Array(unit[content.count...]))) }
        let position = RecordPosition(offset: offset, line: line, column: 1, element: nil)
        if layout == .document {
            addRecords(content)
            // An empty document counts as a document if there is no other.
            hasBegun = true
        } else if content.allSatisfy(\.isSpace) {
            pieces.append(.between(content))
        } else if layout == .lines {
            addRecords(content)
        } else {
            pieces.append(hasBegun ? .record(content, position) : .header(content))
            hasBegun = true
        }
        offset += unit.count
        line += unit.count { $0 == 0x0A }
    }

    /// Removes `\n` or `\r\n` at the end.
    private static func withoutEnding(_ unit: [UInt8]) -> [UInt8] {
        guard unit.last == 0x0A else { return unit }
        return Array(unit.dropLast(unit.dropLast().last == 0x0D ? 2 : 1))
    }

    /// One record, or an array of them.
    private func addRecords(_ content: [UInt8]) {
        guard let elements = RecordElements.ranges(in: content) else {
            return pieces.append(.record(content, RecordPosition(offset: offset, line: line, column: 1, element: nil)))
        }
        let positions = RecordPosition.all(elements, in: content, offset: offset, line: line)
        pieces.append(.between(Array(content[(elements.last?.upperBound ?? 0)...])))
        for number in elements.indices.reversed() {
            pieces.append(.record(Array(content[elements[number]]), positions[number]))
            pieces.append(
                .between(
                    Array(content[(number > 0 ? elements[number - 1].upperBound : 0)..<elements[number].lowerBound])))
        }
    }
}
