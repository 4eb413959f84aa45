@_spi(Tools) public import AdaptyMigrationTools

/// The position of a record in its input.
public struct RecordPosition: Sendable {
    /// The number of bytes before the record.
    public let offset: Int
    /// The line and the byte in the line at which it begins, counted from 1.
    public let line: Int
    public let column: Int
    /// Its index in the array that contains it; `nil` when it is not in an array.
    public let element: Int?

    /// The position of a record that is the whole input.
    public static let first = RecordPosition(offset: 0, line: 1, column: 1, element: nil)

    public init(offset: Int, line: Int, column: Int, element: Int?) {
        self.offset = offset
        self.line = line
        self.column = column
        self.element = element
    }

    /// The position after adding lines before it.
    public func below(_ lines: Int) -> RecordPosition {
        RecordPosition(offset: offset, line: line + lines, column: column, element: element)
    }

    /// Translates a place in the record to one in the input.
    public func place(_ place: MigrationError.Place?) -> MigrationError.Place {
        guard let place else { return .init(offset: offset, line: line, column: column) }
        return .init(
            offset: offset + place.offset, line: line + place.line - 1,
            column: place.line == 1 ? column + place.column - 1 : place.column)
    }

    /// The JSON pointer in the input's document.
    public func path(_ path: String) -> String { element.map { "/\($0)" + path } ?? path }

    /// The positions of the elements of an array of records.
    ///
    /// - Parameters:
    ///   - content: the array document, or the line.
    ///   - offset: the number of bytes of the input before it.
    ///   - first: its first line, counted from 1.
    public static func all(_ elements: [Range<Int>], in content: [UInt8], offset: Int, line first: Int)
        -> [RecordPosition]
    {
        var positions: [RecordPosition] = [], line = first, lineStart = 0, scanned = 0
        for (number, range) in elements.enumerated() {
            while scanned < range.lowerBound {
                if content[scanned] == 0x0A {
                    line += 1
                    lineStart = scanned + 1
                }
                scanned += 1
            }
            positions.append(
                RecordPosition(
                    offset: offset + range.lowerBound, line: line, column: range.lowerBound - lineStart + 1,
                    element: number))
        }
        return positions
    }
}
