import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Reads all bytes of one side of a run, file after file. It counts and digests them, and adds the records to a tree.
struct Witness {
    enum Layout {
        /// One document, or an array of records.
        case document
        /// A record, or an array of records, a line.
        case lines
        /// Rejects of an earlier run, one a line.
        case rejects
        /// A CSV export. Every line counts as a record, including the first.
        case export

        /// The layout of its output.
        var written: InputFormat {
            switch self {
            case .document: .json
            case .lines, .rejects: .ndjson
            case .export: .csv
            }
        }
    }

    private let maximumDepth: Int
    /// `nil` when no certificate is requested.
    private(set) var tree: MerkleTree?
    /// The number of bytes in all files.
    private(set) var bytes = 0
    private var hash = SHA256Hash(), count = 0
    private var layout = Layout.lines
    /// The bytes that are not a complete line or document yet.
    private var rest: [UInt8] = []

    /// - Parameter watched: the records, counted from 1, whose leaves are kept.
    init(isCertifying: Bool, maximumDepth: Int, watching watched: ClosedRange<Int>? = nil) {
        self.maximumDepth = maximumDepth
        tree = isCertifying ? MerkleTree(watching: watched) : nil
    }

    mutating func begin(_ layout: Layout) { self.layout = layout }

    mutating func add(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        hash.update(bytes)
        count += bytes.count
        guard tree != nil else { return }
        if layout == .document || !rest.isEmpty { rest += bytes } else { rest = bytes }
        if layout != .document { takeLines() }
    }

    /// Ends a file.
    ///
    /// - Returns: its size and SHA-256 for the report.
    mutating func finish() -> [ReportCell] {
        take(rest)
        defer { (hash, count, rest) = (SHA256Hash(), 0, []) }
        bytes += count
        return [.number(count), .text(hash.hex())]
    }

    private mutating func takeLines() {
        var cursor = LineCursor(), end = 0, lines: [Range<Int>] = []
        rest.withUnsafeBytes { bytes in
            while let line = cursor.next(bytes, isWhole: false) {
                lines.append(line.content)
                end = line.end
            }
        }
        for line in lines { take(Array(rest[line])) }
        rest.removeSubrange(..<end)
    }

    /// A line without its ending, or a document.
    private mutating func take(_ content: [UInt8]) {
        guard tree != nil, !content.allSatisfy(\.isSpace) else { return }
        if layout == .export {
            tree?.append(content)
            return
        }
        let content =
            layout == .rejects ? RejectLine.record(in: content, maximumDepth: maximumDepth) ?? content : content
        guard let elements = RecordElements.ranges(in: content, maximumDepth: maximumDepth) else {
            tree?.append(content)
            return
        }
        for element in elements { tree?.append(content[element]) }
    }
}
