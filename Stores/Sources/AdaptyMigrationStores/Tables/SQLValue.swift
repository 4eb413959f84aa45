/// A value of a column or key, as far as keys and JSON columns have any.
public enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    /// The bytes of a text or blob; `nil` for everything else.
    package var bytes: [UInt8]? {
        switch self {
        case .text(let text): Array(text.utf8)
        case .blob(let bytes): bytes
        case .null, .integer: nil
        }
    }

    package var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .text(let text): Int64(text)
        case .null, .blob: nil
        }
    }

    package var text: String? {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .null, .blob: nil
        }
    }

    /// The same kind of value with other bytes.
    func with(_ bytes: [UInt8]) -> SQLValue {
        if case .blob = self { .blob(bytes) } else { .text(String(decoding: bytes, as: UTF8.self)) }
    }
}
