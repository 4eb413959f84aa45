import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// One value in a row of a ``ReportTable``: a number or a text. Numbers sort before texts. Texts are compared by their
/// UTF-8 bytes, so that all machines agree.
@_spi(Tools) public enum ReportCell: Sendable, Hashable, Comparable {
    case number(Int)
    case text(String)

    /// The maximum number of bytes of a text, so that hostile names need no memory.
    static let longest = 160

    /// A text from data, shortened to the length that a report shows.
    public static func cut(_ text: String) -> ReportCell { cut(text, longest) }

    static func cut(_ text: String, _ longest: Int) -> ReportCell {
        guard text.utf8.count > longest else { return .text(text) }
        var end = text.utf8.index(text.startIndex, offsetBy: longest)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return .text(text[..<end] + "…")
    }

    /// The text, or the digits.
    public var text: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }

    var json: [UInt8] {
        switch self {
        case .number(let number): Array(String(number).utf8)
        case .text(let text): JSONText.encode(text)
        }
    }

    public static func == (a: ReportCell, b: ReportCell) -> Bool {
        switch (a, b) {
        case (.number(let a), .number(let b)): a == b
        case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .number(let number): hasher.combine(number)
        case .text(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    public static func < (a: ReportCell, b: ReportCell) -> Bool {
        switch (a, b) {
        case (.number(let a), .number(let b)): a < b
        case (.number, .text): true
        case (.text, .number): false
        case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
        }
    }
}

extension ReportCell: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral text: String) { self = .text(text) }
    public init(integerLiteral number: Int) { self = .number(number) }
}
