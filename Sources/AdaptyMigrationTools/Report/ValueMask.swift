import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// Hides the values of a record and shows its structure, for reports that are shared.
///
/// ```
/// {"email": "a@b.c", "price": 9.90, "is_active": 1, "x": [true, null}
/// {"…": "…", "price": 0, "is_active": 0, "…": [true, null}
/// ```
///
/// It works token by token, so it can also mask text that is not JSON. A name that some dialect knows is kept; every
/// other name may be data.
enum ValueMask {
    /// The names of the table and of envelopes.
    private static let names: Set<String> = Table.all.reduce(into: [
        "data", "attributes", "type", "meta", "success", "profile", "v", "h", "t",
    ]) { names, table in
        for row in table.rows {
            for column in Column.allCases { for spelling in row.names[column] { names.formUnion(spelling.path) } }
        }
    }
    private static let hidden = Array("\"…\"".utf8)

    /// - Parameter limit: the approximate number of bytes in the result; omitted text is shown as an ellipsis.
    static func masked(_ record: [UInt8], limit: Int) -> String {
        var out: [UInt8] = [], position = 0
        while position < record.count, out.count < limit {
            let byte = record[position]
            if byte == .quote {
                let end = endOfString(record, position)
                out += isKnownName(record, position, end) ? Array(record[position..<end]) : hidden
                position = end
            } else if isWord(byte) {
                let end = record[position...].firstIndex { !isWord($0) } ?? record.count
                let word = String(decoding: record[position..<end], as: UTF8.self)
                out += ["true", "false", "null"].contains(word) ? Array(word.utf8) : [0x30]
                position = end
            } else {
                out.append(byte < .space ? .space : byte)
                position += 1
            }
        }
        return String(decoding: out, as: UTF8.self) + (position < record.count ? "…" : "")
    }

    /// A JSON pointer with steps hidden that may be data.
    static func masked(pointer: String) -> String {
        pointer.split(separator: "/", omittingEmptySubsequences: false).map { step in
            step.isEmpty || names.contains(String(step)) || step.allSatisfy(\.isNumber) ? String(step) : "…"
        }.joined(separator: "/")
    }

    /// The message of an error with masked pointers. Nothing is shown after a hidden step, because a name may contain
    /// spaces, so its end is unknown.
    static func masked(message: String) -> String {
        var words: [String] = []
        for word in message.split(separator: " ", omittingEmptySubsequences: false) {
            let opening = word.prefix { $0 == "(" }, rest = word.dropFirst(opening.count)
            guard rest.hasPrefix("/") else {
                words.append(String(word))
                continue
            }
            let closing = String(rest.reversed().prefix { ");,:".contains($0) }.reversed()),
                pointer = masked(pointer: String(rest.dropLast(closing.count)))
            words.append(opening + pointer + (pointer.contains("…") ? " …" : closing))
            if pointer.contains("…") { break }
        }
        return words.joined(separator: " ")
    }

    /// A name that some dialect has; `nil` for any other name, which may be data.
    static func known(_ name: String) -> String? { names.contains(name) ? name : nil }

    private static func isKnownName(_ record: [UInt8], _ start: Int, _ end: Int) -> Bool {
        guard end - start >= 2,
            record[end...].first(where: { $0 != .space && $0 != 0x09 && $0 != .newline && $0 != 0x0D }) == .colon
        else { return false }
        return names.contains(String(decoding: record[(start + 1)..<(end - 1)], as: UTF8.self))
    }

    private static func endOfString(_ record: [UInt8], _ start: Int) -> Int {
        var position = start + 1
        while position < record.count {
            if record[position] == .quote { return position + 1 }
            position += record[position] == .backslash ? 2 : 1
        }
        return record.count
    }

    /// Characters of a number or a bare word, and everything beyond ASCII.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, .minus, .point, 0x80...: true
        default: false
        }
    }
}
