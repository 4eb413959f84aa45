@_spi(Tools) import AdaptyMigrationTools

/// A field of CSV. What is written into one is in quotes, because JSON has quotes and commas.
struct CSVQuotedText: QuotedText {
    let text: [UInt8]

    static let doubt = "the field of CSV is not in quotes"

    init(_ bytes: [UInt8]) {
        guard bytes.count >= 2, bytes.first == CSVRow.quote, bytes.last == CSVRow.quote else {
            text = bytes
            return
        }
        var value: [UInt8] = [], isSecond = false
        for byte in bytes.dropFirst().dropLast() {
            isSecond = byte == CSVRow.quote && !isSecond
            if !isSecond { value.append(byte) }
        }
        text = value
    }

    func quoted(_ text: [UInt8]) -> [UInt8] {
        [CSVRow.quote] + text.flatMap { $0 == CSVRow.quote ? [$0, $0] : [$0] } + [CSVRow.quote]
    }
}
