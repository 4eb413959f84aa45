/// A string with known values and room for unknown ones: new stores and reasons appear without notice.
public protocol OpenVocabulary: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral,
    CustomStringConvertible
where RawValue == String {
    init(rawValue: String)
}

extension OpenVocabulary {
    /// Takes any text, known here or not.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
    /// The text itself.
    public var description: String { rawValue }
}
