@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Splits a CSV export into rows and the bytes between them. It keeps at most one row in memory.
final class RowSplitter {
    enum Piece {
        /// White space and line ends.
        case between([UInt8])
        /// The first row.
        case header([UInt8])
        case record([UInt8], RecordPosition)
    }

    /// The maximum size of a row. Larger ones are not read into memory.
    static let largest = 1 << 30

    private let reader: FileReader
    private var buffer: [UInt8] = []
    private var isAtEnd = false
    /// The start of the next row in the buffer, and the position up to which its end was not found.
    private var start = 0, searched = 0
    /// The number of bytes and lines before that.
    private var offset = 0, line = 1
    private var state = CSVState()
    private var hasBegun = false
    /// The line end of the last row, which was not returned yet.
    private var ending: [UInt8] = []

    init(_ reader: FileReader) { self.reader = reader }

    /// The next piece; `nil` at the end.
    func next() throws(ExportError) -> Piece? {
        if !ending.isEmpty {
            defer { ending = [] }
            return .between(ending)
        }
        guard let end = try nextEnd() else { return nil }
        let row = Array(buffer[start..<end])
        start = end
        searched = end
        return split(row)
    }

    /// The end of the next row with its line end; `nil` when there is none.
    private func nextEnd() throws(ExportError) -> Int? {
        while true {
            if let end = foundEnd() { return end }
            searched = buffer.count
            if isAtEnd { return start < buffer.count ? buffer.count : nil }
            try readMore()
        }
    }

    private func foundEnd() -> Int? {
        for position in searched..<buffer.count {
            let byte = buffer[position], isEnd = byte == 0x0A && !state.isQuoted
            state.pass(byte)
            if isEnd { return position + 1 }
        }
        return nil
    }

    private func readMore() throws(ExportError) {
        if start > 0 {
            buffer.removeFirst(start)
            searched -= start
            start = 0
        }
        guard buffer.count < RowSplitter.largest else {
            throw .rejected(
                MigrationError(
                    .tooLarge, "the row that begins in line \(line) has more than \(RowSplitter.largest) bytes",
                    remedy: "close its quotes"))
        }
        let chunk = try reader.next()
        isAtEnd = chunk.isEmpty
        buffer += chunk
    }

    private func split(_ row: [UInt8]) -> Piece {
        let position = RecordPosition(offset: offset, line: line, column: 1, element: nil)
        offset += row.count
        line += row.count { $0 == 0x0A }
        if row.allSatisfy(\.isSpace) { return .between(row) }
        let content = RowSplitter.withoutEnding(row)
        ending = Array(row[content.count...])
        guard hasBegun else {
            hasBegun = true
            return .header(content)
        }
        return .record(content, position)
    }

    /// Removes `\n` or `\r\n` at the end.
    private static func withoutEnding(_ row: [UInt8]) -> [UInt8] {
        guard row.last == 0x0A else { return row }
        return Array(row.dropLast(row.dropLast().last == 0x0D ? 2 : 1))
    }
}
