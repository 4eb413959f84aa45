/// A moment as a document wrote it. The text is kept; the moment is computed.
public struct Timestamp: Sendable, Hashable, CustomStringConvertible {
    /// The JSON text: a string with its quotes, or a number of seconds since 2001-01-01T00:00:00Z.
    package let token: [UInt8]

    package init?(_ index: JSONIndex, _ node: Int) {
        guard index.kind(node) == .string || index.kind(node) == .number else { return nil }
        token = Array(index.raw(node))
    }

    /// A date from its text, e.g. `2022-09-30T15:14:32.000000+0000`. Any text is kept, readable or not.
    public init(_ text: String) { token = JSONText.encode(text) }

    /// A moment in UTC as RFC 3339 writes it: `2022-09-30T15:14:32.000Z`, with six digits where three do not hold it.
    ///
    /// - Parameter microseconds: since 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) {
        let fraction = ((microseconds % 1000) + 1000) % 1000
        let digits = fraction == 0 ? "" : String(String(1000 + fraction).dropFirst())
        token = DateText.text(milliseconds: (microseconds - fraction) / 1000, zone: digits + "Z")
    }

    /// Microseconds since 1970-01-01T00:00:00Z; `nil` when the text is no date with a zone.
    public var microseconds: Int64? { DateText.microseconds(token[...]) }

    /// The text without quotes.
    public var description: String {
        token.first == 0x22 ? JSONText.decode(token[...], hasEscapes: true) : String(decoding: token, as: UTF8.self)
    }

    /// Equal are texts of one moment; texts that are no dates are equal when they are the same.
    public static func == (a: Timestamp, b: Timestamp) -> Bool { a.meaning == b.meaning }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(meaning) }

    /// The moment, written one way; the text itself where it is no date.
    package var meaning: [UInt8] { microseconds.map { Array(String($0).utf8) } ?? JSONText.encode(description) }
}

extension Timestamp: Comparable {
    /// The earlier moment comes first; texts that are no dates come before all dates, by themselves.
    public static func < (a: Timestamp, b: Timestamp) -> Bool {
        switch (a.microseconds, b.microseconds) {
        case (let a?, let b?): a < b
        case (nil, _?): true
        case (_?, nil): false
        case (nil, nil): a.description < b.description
        }
    }
}
