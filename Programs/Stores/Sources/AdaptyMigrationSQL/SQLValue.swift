/// A value of a column or key, as far as keys and JSON columns have any. Bytes decide which are equal.
public enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    /// A text as it is stored: nobody has promised that it is UTF-8, and to check it for each row would cost as much as
    /// converting it.
    case utf8([UInt8])
    case blob([UInt8])

    /// A text of Unicode characters.
    public static func text(_ text: String) -> SQLValue { .utf8(Array(text.utf8)) }

    /// The bytes of a text or blob; `nil` for everything else.
    public var bytes: [UInt8]? {
        switch self {
        case .utf8(let bytes), .blob(let bytes): bytes
        case .null, .integer, .real: nil
        }
    }

    /// A number, also where it is written as text; `nil` for everything else.
    public var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .utf8: text.flatMap { Int64($0) }
        case .null, .blob, .real: nil
        }
    }

    /// A text, or a number written as one; `nil` for everything else.
    public var text: String? {
        switch self {
        case .utf8(let bytes): String(decoding: bytes, as: UTF8.self)
        case .integer(let number): String(number)
        case .null, .blob, .real: nil
        }
    }

    /// The same kind of value with other bytes.
    package func with(_ bytes: [UInt8]) -> SQLValue { if case .blob = self { .blob(bytes) } else { .utf8(bytes) } }
}

extension SQLValue: CustomStringConvertible {
    /// For messages: as SQL writes it, but for texts, which stand as they are.
    public var description: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        case .utf8(let bytes): String(decoding: bytes, as: UTF8.self)
        case .blob(let bytes):
            "x'" + bytes.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined() + "'"
        }
    }
}
