@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// A part of an input that is converted on its own: a line of NDJSON, or a whole JSON file.
struct Unit: Sendable {
    /// The bytes without the line ending.
    var content: [UInt8]
    /// `\n`, `\r\n`, or nothing at the end of the file and for a JSON file.
    var ending: [UInt8]
    /// The number of input bytes before it.
    let offset: Int
    /// The line of the input, counted from 1.
    let line: Int
    let isLine: Bool

    /// A line of white space is not a record; it is kept.
    var isBlank: Bool { isLine && content.allSatisfy(\.isSpace) }

    /// The positions of its records.
    ///
    /// - Parameter elements: the ranges of the records; `nil` when there is one record. It starts with the first byte
    ///   that is not white space, and its places are relative to the unit's start.
    func positions(_ elements: [Range<Int>]?) -> [RecordPosition] {
        guard let elements else { return [RecordPosition(offset: offset, line: line, column: 1, element: nil)] }
        return RecordPosition.all(elements, in: content, offset: offset, line: line)
    }

    var count: Int { content.count + ending.count }

    /// The records' byte ranges when the unit is an array of records, `nil` when it is one record.
    func elements(maximumDepth: Int) -> [Range<Int>]? { RecordElements.ranges(in: content, maximumDepth: maximumDepth) }
}
