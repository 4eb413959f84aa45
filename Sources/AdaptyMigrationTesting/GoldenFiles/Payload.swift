@_spi(Tools) import AdaptyMigrationTools

/// One captured payload: a file below the legacy folder.
///
/// The folders of `sdk1-wire/profile/renewed.json` state its dialect and kind. A file anywhere else is recognised by
/// its contents.
struct Payload: Sendable {
    /// Relative to the legacy folder, with its extension.
    let path: String
    /// The dialect from the folders; `nil` when they do not name one.
    let dialect: Dialect?
    let kind: RecordKind?
    /// The folder whose name should be a dialect, or below one a kind, and is neither; `nil` when there is none.
    let unstated: String?

    init(_ path: String) {
        self.path = path
        let folders = path.split(separator: "/").dropLast().map(String.init)
        dialect = folders.first.flatMap(Dialect.init(rawValue:))
        kind = dialect == nil || folders.count < 2 ? nil : RecordKind(rawValue: folders[1])
        let stated = dialect == nil ? 0 : kind == nil ? 1 : 2
        unstated = stated < min(2, folders.count) ? folders[...stated].joined(separator: "/") : nil
    }

    /// What is wrong when a folder takes a dialect's place before a kind's, such as `sdk1/profile`; `nil` for nothing.
    var misnamed: String? {
        let folders = path.split(separator: "/").map(String.init)
        guard dialect == nil, folders.count > 2, RecordKind(rawValue: folders[1]) != nil else { return nil }
        let dialects = Dialect.allCases.map(\.rawValue)
        return "the folder \(folders[0]) is no dialect; the dialects are \(dialects.joined(separator: ", "))"
    }

    /// Whether a file is a payload.
    static func isPayload(_ path: String) -> Bool { path.hasSuffix(".json") || isLines(path) }

    static func isLines(_ path: String) -> Bool { path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl") }

    func records(_ bytes: [UInt8], _ options: MigrationOptions) throws(MigrationError) -> PayloadRecords {
        try PayloadRecords(bytes, isLines: Payload.isLines(path), maximumDepth: options.maximumDepth)
    }
}

/// The records of a file, and the bytes between them, which are kept.
struct PayloadRecords: Sendable {
    let bytes: [UInt8]
    private let ranges: [Range<Int>]
    /// Whether the file is one record, and no list.
    let isSingle: Bool
    private let isLines: Bool

    init(_ bytes: [UInt8], isLines: Bool, maximumDepth: Int) throws(MigrationError) {
        self.bytes = bytes
        self.isLines = isLines
        if isLines {
            (ranges, isSingle) = (PayloadRecords.lines(bytes), false)
        } else {
            let elements = try RecordList.ranges(in: bytes, maximumDepth: maximumDepth)
            (ranges, isSingle) = (elements ?? [bytes.indices], elements == nil)
        }
    }

    var count: Int { ranges.count }
    var all: [[UInt8]] { ranges.map { Array(bytes[$0]) } }

    /// The line of the file in which a record begins, counted from 1.
    func line(_ number: Int) -> Int { 1 + bytes[..<ranges[number].lowerBound].count { $0 == .newline } }

    /// The name of a record in messages.
    func label(_ number: Int) -> String { isSingle ? "" : isLines ? "record \(number + 1): " : "/\(number): " }

    /// The file with its records replaced.
    func replaced(by records: [[UInt8]]) -> [UInt8] {
        var out: [UInt8] = [], position = 0
        for (range, record) in zip(ranges, records) {
            out += bytes[position..<range.lowerBound] + record
            position = range.upperBound
        }
        return out + bytes[position...]
    }

    /// The non-blank lines without their line endings.
    private static func lines(_ bytes: [UInt8]) -> [Range<Int>] {
        bytes.split(separator: .newline).compactMap { line in
            let content = line.last == 0x0D ? line.dropLast() : line
            return content.contains { ![.space, 0x09, 0x0D].contains($0) } ? content.indices : nil
        }
    }
}
