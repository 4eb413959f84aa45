/// Tracks, byte by byte, whether a position in a CSV text is inside a quoted field. A quote opens a field only at its
/// beginning; elsewhere it is an ordinary character.
struct CSVState: Sendable {
    private enum Place {
        case beginning, plain, quoted, afterQuote
    }

    private var place = Place.beginning

    /// Whether commas and line breaks that follow belong to a field.
    var isQuoted: Bool { place == .quoted }

    mutating func pass(_ byte: UInt8) {
        switch place {
        case .quoted: if byte == CSVRow.quote { place = .afterQuote }
        case .afterQuote where byte == CSVRow.quote: place = .quoted
        case .beginning where byte == CSVRow.quote: place = .quoted
        case .beginning, .plain, .afterQuote: place = byte == CSVRow.comma || byte == 0x0A ? .beginning : .plain
        }
    }
}
