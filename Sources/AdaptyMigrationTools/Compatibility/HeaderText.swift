import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// The part of HTTP's header syntax (RFC 9110 §5.6) that negotiation needs.
enum HeaderText {
    /// The text without surrounding spaces and tabs.
    static func trimmed(_ text: Substring) -> Substring {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let start = text.drop(while: isSpace)
        return start.lastIndex { !isSpace($0) }.map { start[...$0] } ?? start[start.endIndex...]
    }

    /// A weight in thousandths: `1`, `0.8`, `0.125` (§12.4.2); `nil` for anything else.
    static func weight(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts[0] == "0" || parts[0] == "1" else { return nil }
        let digits = parts.count == 2 ? parts[1] : ""
        guard digits.utf8.count <= 3, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let fraction = digits.isEmpty ? 0 : (Int(digits) ?? 0) * [100, 10, 1][digits.utf8.count - 1]
        let weight = (parts[0] == "1" ? 1000 : 0) + fraction
        return weight <= 1000 ? weight : nil
    }
}
