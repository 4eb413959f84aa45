/// A value of a key or a document column. Values are compared by bytes.
public enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    /// A text as it is stored. It need not be valid UTF-8, and checking it for each row would cost as much as
    /// converting it.
    case utf8([UInt8])
    case blob([UInt8])
    /// As a parameter of PostgreSQL: an array of texts and nulls.
    case texts([SQLValue])
    /// As a parameter of PostgreSQL: an array of `bytea` and nulls.
    case blobs([SQLValue])

    /// A text of Unicode characters.
    public static func text(_ text: String) -> SQLValue { .utf8(Array(text.utf8)) }

    /// The bytes of a text or blob; `nil` for other values.
    public var bytes: [UInt8]? {
        switch self {
        case .utf8(let bytes), .blob(let bytes): bytes
        case .null, .integer, .real, .texts, .blobs: nil
        }
    }

    /// A number, or a text that is a number; `nil` for other values.
    public var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .utf8: text.flatMap { Int64($0) }
        case .null, .blob, .real, .texts, .blobs: nil
        }
    }

    /// A text, or a number as text; `nil` for other values.
    public var text: String? {
        switch self {
        case .utf8(let bytes): String(decoding: bytes, as: UTF8.self)
        case .integer(let number): String(number)
        case .null, .blob, .real, .texts, .blobs: nil
        }
    }

    /// The same kind of value with other bytes.
    package func with(_ bytes: [UInt8]) -> SQLValue { if case .blob = self { .blob(bytes) } else { .utf8(bytes) } }
}

extension SQLValue {
    /// The number of bytes in a parameter, about.
    var size: Int {
        switch self {
        case .null, .integer, .real: 20
        case .utf8(let bytes), .blob(let bytes): bytes.count
        case .texts(let values), .blobs(let values): values.reduce(20) { $0 + $1.size + 4 }
        }
    }
}

extension Array<SQLValue> {
    /// The number of bytes of the texts and blobs.
    package var byteCount: Int { reduce(0) { $0 + ($1.bytes?.count ?? 0) } }
}

extension SQLValue: CustomStringConvertible {
    /// The value in messages: as in SQL, except that texts are not quoted.
    public var description: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        case .utf8(let bytes): String(decoding: bytes, as: UTF8.self)
        case .blob(let bytes):
            "x'" + bytes.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined() + "'"
        case .texts(let values), .blobs(let values): "{" + values.map(\.description).joined(separator: ", ") + "}"
        }
    }
}
