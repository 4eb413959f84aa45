@_spi(Tools) import AdaptyMigrationTools

/// One row of a CSV text (RFC 4180), split into its fields. All bytes are kept.
///
/// Worked example: `1,"a ""b"", c",` has the fields `1`, `"a ""b"", c"` and an empty one. The value of the second is `a
/// "b", c`.
struct CSVRow: Sendable {
    private(set) var bytes: [UInt8]
    /// The ranges of the fields, with their quotes and without the commas.
    private(set) var fields: [Range<Int>] = []

    static let quote: UInt8 = 0x22, comma: UInt8 = 0x2C

    /// - Parameter bytes: the row without its line ending. The result is `nil` when a quoted field is not closed.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        var state = CSVState(), start = 0
        for (position, byte) in bytes.enumerated() {
            if byte == CSVRow.comma, !state.isQuoted {
                fields.append(start..<position)
                start = position + 1
            }
            state.pass(byte)
        }
        guard !state.isQuoted else { return nil }
        fields.append(start..<bytes.count)
    }

    /// - Parameters:
    ///   - columns: the number of columns in the header.
    ///   - more: how many fields more the row may have.
    /// - Throws: ``MigrationError`` when it is no row of that table.
    init(_ bytes: [UInt8], columns: Int, more: Int = 0) throws(MigrationError) {
        let code = MigrationError.Code(rawValue: "invalid-csv")
        guard let row = CSVRow(bytes) else {
            throw MigrationError(
                code, "a quoted field is not closed", remedy: "close it, or double the quotes inside the field")
        }
        guard (columns...(columns + more)).contains(row.fields.count) else {
            throw MigrationError(
                code, "the row has \(row.fields.count) fields, but the header has \(columns)",
                remedy: "quote fields that hold commas or line breaks")
        }
        self = row
    }

    private func isQuoted(_ field: Range<Int>) -> Bool {
        field.count >= 2 && bytes[field.lowerBound] == CSVRow.quote && bytes[field.upperBound - 1] == CSVRow.quote
    }

    /// Whether the value of a field begins as a JSON object.
    func mayBeJSON(_ number: Int) -> Bool {
        let field = fields[number], first = isQuoted(field) ? field.lowerBound + 1 : field.lowerBound
        return first < field.upperBound && bytes[first] == 0x7B
    }

    /// The values of all fields.
    var values: [String] { fields.indices.map(value) }

    /// The value of a field, without its quotes.
    func value(_ number: Int) -> String {
        String(decoding: CSVQuotedText(Array(bytes[fields[number]])).text, as: UTF8.self)
    }

    /// Replaces the value of a field; its quotes are kept.
    ///
    /// - Parameter text: a text without commas, quotes and line breaks.
    mutating func replace(_ number: Int, with text: String) {
        let field = fields[number], inside = isQuoted(field) ? (field.lowerBound + 1)..<(field.upperBound - 1) : field
        bytes.replaceSubrange(inside, with: text.utf8)
        let growth = text.utf8.count - inside.count
        fields[number] = field.lowerBound..<(field.upperBound + growth)
        for later in fields.indices where later > number {
            fields[later] = (fields[later].lowerBound + growth)..<(fields[later].upperBound + growth)
        }
    }

    /// Removes the last field with the comma before it.
    mutating func removeLast() {
        guard let last = fields.popLast() else { return }
        bytes.removeSubrange(max(0, last.lowerBound - 1)..<bytes.count)
    }

    mutating func append(_ text: String) {
        bytes.append(CSVRow.comma)
        fields.append(bytes.count..<(bytes.count + text.utf8.count))
        bytes += text.utf8
    }
}
