@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Reads an input block by block. First it recognises the layout, if the name does not show it.
final class InputReader {
    /// The input's name in messages.
    let name: String
    let blockSize: Int
    private let reader: BlockReader
    private(set) var layout: Layout
    /// Bytes before the first record that are not part of it. An output begins with them, too.
    let byteOrderMark: [UInt8]
    /// The conversion of the export in the input, or why there is none; `nil` for other layouts.
    private var export: Result<ExportConversion, MigrationError>?
    /// Where its header begins.
    private var header = 0
    /// Where the records are inside the documents; `nil` when documents are records.
    private let inside: RecordPointer?
    /// The columns of a table with records inside its rows.
    private var columns: [String] = []
    private var offset = 0
    /// Whether blocks know the number of their first line.
    var countsLines = false
    private var lines = 0

    /// - Parameters:
    ///   - blockSize: the approximate number of bytes of lines in a block. It does not affect the records.
    ///   - isInStep: whether lines are answered, see ``Layout/inStep``.
    ///   - inside: where the records are inside the documents; `nil` when documents are records.
    ///   - makeExport: makes the conversion of an export from its header; `nil` to refuse exports.
    init(
        _ input: Input, maximumDepth: Int, blockSize: Int = BlockReader.usualSize, isInStep: Bool = false,
        inside: RecordPointer? = nil, export makeExport: ExportConversion.Maker? = nil
    ) throws(CommandFailure) {
        self.inside = inside
        if input.format == .csv, makeExport == nil, inside == nil {
            throw .usage(
                "\(input.name) is a CSV export, which only upgrade, downgrade, detect and verify read; if it is not one, use --format json or ndjson"
            )
        }
        name = input.name
        self.blockSize = blockSize
        layout = isInStep ? .inStep : input.format == .csv ? .rows : .lines
        reader = BlockReader(try input.source(), blockSize: blockSize, layout)
        byteOrderMark = try reader.takeByteOrderMark()
        offset = byteOrderMark.count
        if input.path == nil, System.isTerminal(System.standardInput) {
            Terminal.note("reading records from the terminal; end with Ctrl-D, or name a file")
        }
        switch input.format {
        case .json: layout = .document
        case .rejects: layout = .rejects
        case .ndjson: break
        case .csv:
            guard let first = try firstLines(1).first else { break }
            header = offset + first.offset
            if let inside {
                columns = try InputReader.columns(first.content, leading: inside, of: name)
            } else if let makeExport {
                export = Result { () throws(MigrationError) in try makeExport(first.content) }
            }
        case nil:
            try refuseOther()
            if try isDocument(maximumDepth) { layout = .document }
        }
    }

    /// Whether the input is exhausted, as far as is known.
    private(set) var isAtEnd = false
    /// How many bytes of the file belong to earlier blocks.
    private var fileBytes = 0

    /// Fills a block; `false` at the end. A document is one block, even if it is empty.
    func next<Finding>(_ block: Block<Finding>) throws(CommandFailure) -> Bool {
        if isAtEnd { return false }
        defer {
            block.fileBytes = reader.fileBytes - fileBytes
            fileBytes = reader.fileBytes
        }
        block.layout = layout
        block.export = export
        block.header = header
        block.inside = inside
        block.columns = columns
        block.offset = offset
        if layout == .document {
            block.count = try reader.rest(&block.input)
            isAtEnd = true
        } else {
            guard let count = try reader.next(&block.input) else {
                isAtEnd = true
                return false
            }
            block.count = count
            offset += count
            block.linesBefore = lines
            if countsLines { lines += block.withBytes { bytes in bytes.count { $0 == 0x0A } } }
            isAtEnd = reader.isAtEnd
        }
        return true
    }

    /// The names in the header of a table, one of which the pointer begins with.
    private static func columns(_ header: [UInt8], leading pointer: RecordPointer, of name: String)
        throws(CommandFailure) -> [String]
    {
        let columns = CSVRow(header)?.values ?? []
        guard columns.contains(where: pointer.begins(with:)) else {
            throw CommandFailure(
                .rejects, "\(name) has no column for \(pointer); its columns are \(columns.joined(separator: ", "))")
        }
        return columns
    }

    /// Recognises inputs that are not JSON by their first bytes, if the name does not show it.
    private func refuseOther() throws(CommandFailure) {
        let first = reader.held.withUnsafeBytes { Array($0.prefix(4096)) }
        if let sentence = OtherFile.sentence(name, first: first) { throw .usage(sentence) }
    }

    /// The input is NDJSON when the first line is a complete value and more follows. A first line that cannot begin a
    /// document, followed by a complete one, is a damaged record of NDJSON.
    private func isDocument(_ maximumDepth: Int) throws(CommandFailure) -> Bool {
        let lines = try firstLines(2)
        guard lines.count == 2 else { return true }
        switch InputReader.trouble(lines[0].content, maximumDepth) {
        case nil: return false
        case .truncated?: return true
        default:
            let second = lines[1].content
            return second.first { !$0.isSpace } != 0x7B || InputReader.trouble(second, maximumDepth) != nil
        }
    }

    private static func trouble(_ bytes: [UInt8], _ maximumDepth: Int) -> MigrationError.Code? {
        do throws(MigrationError) {
            _ = try RecordList.ranges(in: bytes, maximumDepth: maximumDepth)
            return nil
        } catch {
            return error.code
        }
    }

    /// The first non-blank lines. They stay in the buffer.
    private func firstLines(_ number: Int) throws(CommandFailure) -> [(offset: Int, content: [UInt8])] {
        var lines: [(Int, [UInt8])] = [], cursor = LineCursor(layout), isWhole = false
        while true {
            reader.held.withUnsafeBytes { bytes in
                while lines.count < number, let line = cursor.next(bytes, isWhole: isWhole) {
                    let content = bytes[line.content]
                    if !content.allSatisfy(\.isSpace) { lines.append((line.content.lowerBound, Array(content))) }
                }
            }
            if lines.count == number || isWhole { return lines }
            isWhole = try !reader.readMore()
        }
    }
}
