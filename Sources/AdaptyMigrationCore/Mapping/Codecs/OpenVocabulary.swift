/// A string with known and unknown values. New stores and reasons appear without notice.
public protocol OpenVocabulary: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral,
    CustomStringConvertible
where RawValue == String {
    init(rawValue: String)
}

extension OpenVocabulary {
    /// Accepts any text, known or unknown.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
    /// The text itself.
    public var description: String { rawValue }
}
