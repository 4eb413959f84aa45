/// A moment as a document writes it. The text is kept, and the moment is computed from it.
public struct Timestamp: Sendable, Hashable, CustomStringConvertible {
    /// The JSON text: a string with its quotes, or a number of seconds since 2001-01-01T00:00:00Z.
    package let token: [UInt8]

    package init?(_ index: JSONIndex, _ node: Int) {
        guard index.kind(node) == .string || index.kind(node) == .number else { return nil }
        token = Array(index.raw(node))
    }

    /// Creates a date from its text, e.g. `2022-09-30T15:14:32.000000+0000`. Any text is kept, readable or not.
    public init(_ text: String) { token = JSONText.encode(text) }

    /// Creates a moment in UTC in the form of RFC 3339: `2022-09-30T15:14:32.000Z`, with six decimals when three are
    /// not enough.
    ///
    /// - Parameter microseconds: microseconds since 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) {
        let fraction = ((microseconds % 1000) + 1000) % 1000
        let digits = fraction == 0 ? "" : String(String(1000 + fraction).dropFirst())
        token = DateText.text(milliseconds: (microseconds - fraction) / 1000, zone: digits + "Z")
    }

    /// Microseconds since 1970-01-01T00:00:00Z; `nil` when the text is not a date with a time zone.
    public var microseconds: Int64? { DateText.microseconds(token[...]) }

    /// The text without quotes.
    public var description: String {
        token.first == .quote ? JSONText.decode(token[...], hasEscapes: true) : String(decoding: token, as: UTF8.self)
    }

    /// Texts for the same moment are equal. Texts that are not dates are equal only when they are identical.
    public static func == (a: Timestamp, b: Timestamp) -> Bool { a.meaning == b.meaning }

    /// Hashes consistently with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(meaning) }

    /// The moment in a normal form; the text itself when it is not a date.
    package var meaning: [UInt8] { microseconds.map { Array(String($0).utf8) } ?? JSONText.encode(description) }
}

extension Timestamp: Comparable {
    /// Sorts by moment. Texts that are not dates come before all dates.
    public static func < (a: Timestamp, b: Timestamp) -> Bool {
        switch (a.microseconds, b.microseconds) {
        case (let a?, let b?): a < b
        case (nil, _?): true
        case (_?, nil): false
        case (nil, nil): a.description < b.description
        }
    }
}
