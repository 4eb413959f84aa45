import AdaptyMigration

/// Where a record stands in its input.
struct RecordPosition: Sendable {
    /// Bytes before the record.
    let offset: Int
    /// Line and byte in the line of its first byte, from 1.
    let line: Int
    let column: Int
    /// Its place in the array that holds it; `nil` when it stands alone.
    let element: Int?

    /// The position when there are more lines above it.
    func below(_ lines: Int) -> RecordPosition { RecordPosition(offset: offset, line: line + lines, column: column, element: element) }

    /// Translates a place in the record to one in the input.
    func place(_ place: MigrationError.Place?) -> MigrationError.Place {
        guard let place else { return .init(offset: offset, line: line, column: column) }
        return .init(offset: offset + place.offset, line: line + place.line - 1, column: place.line == 1 ? column + place.column - 1 : place.column)
    }

    /// The JSON pointer in the input's document.
    func path(_ path: String) -> String { element.map { "/\($0)" + path } ?? path }

    /// The positions of a unit's elements, or of the one record it is.
    static func all(_ elements: [Range<Int>]?, in unit: Unit) -> [RecordPosition] {
        guard let elements else {
            // The record starts with its first byte that is not white space; its places count from the unit's start.
            return [RecordPosition(offset: unit.offset, line: unit.line, column: 1, element: nil)]
        }
        var positions: [RecordPosition] = [], line = unit.line, lineStart = 0, scanned = 0
        for (number, range) in elements.enumerated() {
            while scanned < range.lowerBound {
                if unit.content[scanned] == 0x0A {
                    line += 1
                    lineStart = scanned + 1
                }
                scanned += 1
            }
            positions.append(RecordPosition(offset: unit.offset + range.lowerBound, line: line, column: range.lowerBound - lineStart + 1, element: number))
        }
        return positions
    }
}
