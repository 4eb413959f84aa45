import Foundation

@testable import AdaptyMigrationCore

/// Foundation's parser beside ours.
enum FoundationParser {
    /// What the two say of the same bytes.
    enum Comparison: Hashable {
        case same
        /// Foundation makes a `Double` of a number, which not every number is; ours keeps the digits.
        case beyondDouble
        /// Foundation lets a comma stand before a closing bracket; RFC 8259 does not.
        case trailingComma
        /// Foundation guesses UTF-16 and UTF-32 and skips a byte order mark; RFC 8259 has UTF-8 without one.
        case encoding
        /// They differ, and nobody has said why.
        case unknown(String)
    }

    static func compare(_ bytes: [UInt8]) -> Comparison {
        let isAccepted = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
        do {
            let index = try JSONScanner.index(bytes)
            if isAccepted { return .same }
            return index.nodes.indices.contains { isBeyondDouble(index, $0) }
                ? .beyondDouble : .unknown("Foundation refuses \(text(bytes))")
        } catch {
            guard isAccepted else { return .same }
            if hasOtherEncoding(bytes) { return .encoding }
            return (try? JSONScanner.index(withoutTrailingCommas(bytes))) != nil
                ? .trailingComma : .unknown("Foundation accepts \(text(bytes)), and ours says \(error)")
        }
    }

    private static func isBeyondDouble(_ index: JSONIndex, _ node: Int) -> Bool {
        index.kind(node) == .number && Double(String(decoding: index.raw(node), as: UTF8.self))?.isFinite != true
    }

    private static func hasOtherEncoding(_ bytes: [UInt8]) -> Bool {
        [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]].contains { bytes.starts(with: $0) }
            || bytes.prefix(4).contains(0)
    }

    /// The document without the commas that ours refuses because a closing bracket follows.
    private static func withoutTrailingCommas(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        while true {
            do {
                _ = try JSONScanner.index(bytes)
                return bytes
            } catch {
                guard error.remedy == "remove the trailing comma", let place = error.place,
                    let comma = bytes[..<place.offset].lastIndex(of: 0x2C)
                else { return bytes }
                bytes.remove(at: comma)
            }
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
}
