@_spi(Tools) public import AdaptyMigrationTools

/// The position of a record in its input.
public struct RecordPosition: Sendable {
    /// The number of bytes before the record.
    public let offset: Int
    /// The line and the byte in the line at which it begins, counted from 1.
    public let line: Int
    public let column: Int
    /// The JSON pointer to it in its document or line; empty when it is all of that.
    public let pointer: String
    /// Whether it is in a text, so that a place in the record is none in the input. The position is that of the text.
    public let isText: Bool

    /// The position of a record that is the whole input.
    public static let first = RecordPosition(offset: 0, line: 1)

    public init(offset: Int, line: Int, column: Int = 1, pointer: String = "", isText: Bool = false) {
        self.offset = offset
        self.line = line
        self.column = column
        self.pointer = pointer
        self.isText = isText
    }

    /// The position after adding lines before it.
    public func below(_ lines: Int) -> RecordPosition {
        RecordPosition(offset: offset, line: line + lines, column: column, pointer: pointer, isText: isText)
    }

    /// Translates a place in the record to one in the input.
    public func place(_ place: MigrationError.Place?) -> MigrationError.Place {
        guard let place, !isText else { return .init(offset: offset, line: line, column: column) }
        return .init(
            offset: offset + place.offset, line: line + place.line - 1,
            column: place.line == 1 ? column + place.column - 1 : place.column)
    }

    /// The JSON pointer in the input's document.
    public func path(_ path: String) -> String { pointer + path }

    /// The positions of records that are parts of what begins here.
    ///
    /// - Parameters:
    ///   - parts: in their order.
    ///   - content: what begins here.
    public func parts(_ parts: [(offset: Int, pointer: String, isText: Bool)], in content: [UInt8]) -> [RecordPosition]
    {
        var breaks = 0, lineStart = 0, scanned = 0
        return parts.map { part in
            while !isText, scanned < part.offset {
                if content[scanned] == 0x0A {
                    breaks += 1
                    lineStart = scanned + 1
                }
                scanned += 1
            }
            let start = place(.init(offset: part.offset, line: breaks + 1, column: part.offset - lineStart + 1))
            return RecordPosition(
                offset: start.offset, line: start.line, column: start.column, pointer: pointer + part.pointer,
                isText: isText || part.isText)
        }
    }
}
