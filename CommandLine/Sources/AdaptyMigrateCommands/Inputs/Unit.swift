import AdaptyMigration

/// One stretch of an input that is converted on its own: a line of NDJSON, or a whole JSON file.
struct Unit: Sendable {
    /// The bytes without the line ending.
    var content: [UInt8]
    /// `\n`, `\r\n`, or nothing at the end of the file and for a JSON file.
    var ending: [UInt8]
    /// Bytes of the input before it.
    let offset: Int
    /// Line of the input, from 1.
    let line: Int
    let isLine: Bool

    /// A line of white space only is no record; it is kept.
    var isBlank: Bool { isLine && content.allSatisfy(\.isSpace) }

    var count: Int { content.count + ending.count }

    /// The records' byte ranges when the unit is an array of records, `nil` when it is one record.
    func elements(maximumDepth: Int) -> [Range<Int>]? {
        // Bytes that are no JSON are one record: converting it says what is wrong.
        guard content.first(where: { !$0.isSpace }) == 0x5B,
              let ranges = try? RecordList.ranges(in: content, maximumDepth: maximumDepth) else { return nil }
        return ranges
    }
}
