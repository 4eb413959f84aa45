/// A date as a document wrote it. The text is kept; the instant is computed.
public struct Timestamp: ModelValue, CustomStringConvertible {
    /// The JSON text: a string with its quotes, or a number of seconds since 2001-01-01T00:00:00Z.
    public var json: [UInt8] { lexeme.bytes }

    let lexeme: Lexeme

    /// A date from its text, e.g. `2022-09-30T15:14:32.000000+0000`. Any text is kept, readable or not.
    public init(_ text: String) { lexeme = Lexeme(JSONText.encode(text)) }

    /// An instant in UTC as RFC 3339 writes it: `2022-09-30T15:14:32.000Z`.
    ///
    /// - Parameter milliseconds: since 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) { lexeme = Lexeme(DateText.text(milliseconds: milliseconds, zone: "Z")) }

    /// - Parameter token: the JSON text of a string or number, validated.
    init(token: Lexeme) { lexeme = token }

    public init?(json view: JSONView) {
        guard view.kind == .string || view.kind == .number else { return nil }
        lexeme = Lexeme(view.bytes)
    }

    /// Microseconds since 1970-01-01T00:00:00Z; `nil` when the text is no date with a zone.
    public var microseconds: Int64? { DateText.microseconds(json[...]) }

    /// The text without quotes.
    public var description: String {
        let json = json
        return json.first == 0x22
            ? String(decoding: json.dropFirst().dropLast(), as: UTF8.self) : String(decoding: json, as: UTF8.self)
    }
}
