import AdaptyMigration

/// Reads an input unit by unit, finding out first how it is laid out where its name does not say.
final class UnitReader {
    private var lines: LineReader
    private var pending: [Unit] = []
    private var position = 0
    private var isDocument = false
    private let descriptor: Int32?

    init(_ input: Input, maximumDepth: Int) throws(CommandFailure) {
        descriptor = if let path = input.path { try System.openForReading(path) } else { nil }
        lines = LineReader(descriptor ?? System.standardInput, name: input.name)
        if input.path == nil, System.isTerminal(System.standardInput) { Terminal.note("reading records from the terminal; end with Ctrl-D, or name a file") }
        switch input.format {
        case .json: isDocument = true
        case .ndjson: isDocument = false
        case nil: isDocument = try sniff(maximumDepth) == .json
        }
    }

    deinit {
        if let descriptor { System.closeFile(descriptor) }
    }

    func next() throws(CommandFailure) -> Unit? {
        if isDocument {
            guard position == 0 else { return nil }
            position = 1
            var content: [UInt8] = []
            for line in pending { content += line.content + line.ending }
            pending = []
            content += try lines.rest()
            return Unit(content: content, ending: [], offset: 0, line: 1, isLine: false)
        }
        if position < pending.count {
            position += 1
            return pending[position - 1]
        }
        if !pending.isEmpty {
            pending = []
            position = 0
        }
        return try lines.next()
    }

    /// NDJSON when the first line is a complete value and more follows. A first line that can be no beginning of a
    /// document either, followed by a complete one, is a damaged record of NDJSON.
    private func sniff(_ maximumDepth: Int) throws(CommandFailure) -> InputFormat {
        guard let first = try peek() else { return .json }
        let trouble = UnitReader.trouble(first, maximumDepth)
        guard let second = try peek() else { return .json }
        switch trouble {
        case nil: return .ndjson
        case .truncated?: return .json
        default: return second.first { !$0.isSpace } == 0x7B && UnitReader.trouble(second, maximumDepth) == nil ? .ndjson : .json
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

    /// The next line that is not blank; it stays pending.
    private func peek() throws(CommandFailure) -> [UInt8]? {
        while let line = try lines.next() {
            pending.append(line)
            if !line.isBlank { return line.content }
        }
        return nil
    }
}
