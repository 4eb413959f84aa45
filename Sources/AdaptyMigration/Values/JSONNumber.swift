/// A number as a document wrote it: `9.90`, `1E2` and 63-bit integers stay what they are.
public struct JSONNumber: ModelValue, CustomStringConvertible, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// The JSON text.
    public var json: [UInt8] { lexeme.bytes }

    let lexeme: Lexeme

    /// - Parameter token: a JSON number, validated.
    init(token: Lexeme) { lexeme = token }

    public init?(json view: JSONView) {
        guard view.kind == .number else { return nil }
        lexeme = Lexeme(view.bytes)
    }

    public init(integerLiteral value: Int) { lexeme = Lexeme(Array(String(value).utf8)) }
    public init(floatLiteral value: Double) { lexeme = Lexeme(Array(value.description.utf8)) }

    /// A number from its JSON text; `nil` when the text is no JSON number.
    public init?(_ text: String) {
        guard let index = try? JSONScanner.index(Array(text.utf8)), index.kind(0) == .number else { return nil }
        lexeme = Lexeme(Array(index.raw(0)))
    }

    public var description: String { String(decoding: json, as: UTF8.self) }

    /// The exact integer; `nil` when the text is not one.
    public var int: Int? { Int(description) }

    /// The nearest double; may round.
    public var double: Double? { Double(description) }
}
