@_spi(Tools) import AdaptyMigrationTools

/// A field of CSV. A field without quotes gets them if its text needs them.
struct CSVQuotedText: QuotedText {
    let text: [UInt8]
    private let isQuoted: Bool

    static let doubt = "the field of CSV is not in quotes"

    init(_ bytes: [UInt8]) {
        isQuoted = bytes.count >= 2 && bytes.first == CSVRow.quote && bytes.last == CSVRow.quote
        guard isQuoted else {
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
        guard isQuoted || text.contains(where: { [CSVRow.quote, CSVRow.comma, 0x0A, 0x0D].contains($0) }) else {
            return text
        }
        return [CSVRow.quote] + text.flatMap { $0 == CSVRow.quote ? [$0, $0] : [$0] } + [CSVRow.quote]
    }
}
