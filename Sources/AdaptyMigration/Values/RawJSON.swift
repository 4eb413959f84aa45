/// Any JSON value, kept byte for byte.
public struct RawJSON: ModelValue, CustomStringConvertible {
    public var json: [UInt8] { lexeme.bytes }

    let lexeme: Lexeme

    /// - Parameter token: one JSON value, validated.
    init(token: Lexeme) { lexeme = token }

    public init?(json view: JSONView) { lexeme = Lexeme(view.bytes) }

    /// - Throws: ``MigrationError`` when the text is not JSON.
    public init(_ text: String) throws(MigrationError) {
        let index = try JSONScanner.index(Array(text.utf8))
        lexeme = Lexeme(Array(index.raw(0)))
    }

    /// A text as a JSON string; escapes only what RFC 8259 demands.
    public init(quoting text: String) { lexeme = Lexeme(quoting: text) }

    public var description: String { String(decoding: json, as: UTF8.self) }
}
