import AdaptyMigrationCore

/// A number as it is written in a document: `9.90`, `1E2` and 63-bit integers are preserved.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral
{
    /// The JSON text.
    public let description: String

    package init?(_ index: JSONIndex, _ node: Int) {
        guard index.kind(node) == .number else { return nil }
        description = String(decoding: index.raw(node), as: UTF8.self)
    }

    /// The number in decimal digits.
    public init(integerLiteral value: Int) { description = value.description }

    /// The shortest text that gives the same value. A NaN or an infinity, which JSON cannot represent, becomes 0.
    public init(floatLiteral value: Double) { description = value.isFinite ? value.description : "0" }

    /// A number from its JSON text; `nil` when the text is not a JSON number.
    public init?(_ text: String) {
        guard let index = try? JSONScanner.index(Array(text.utf8)) else { return nil }
        self.init(index, 0)
    }

    /// The exact integer; `nil` when the value is not an integer. `1.0` and `1E2` are integers.
    public var integer: Int64? {
        if let integer = Int64(description) { return integer }
        return Amount(description.utf8).flatMap { Int64($0.description) }
    }

    /// The nearest double; it may be rounded.
    public var double: Double { Double(description) ?? 0 }

    /// Numbers with the same value are equal: `9.90` and `9.9`.
    public static func == (a: JSONNumber, b: JSONNumber) -> Bool { a.meaning == b.meaning }

    /// Hashes consistently with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(meaning) }

    /// The value in a normal form; the text itself when its exponent is out of range.
    package var meaning: [UInt8] { Array((Amount(description.utf8)?.description ?? description).utf8) }
}

extension JSONNumber {
    package var token: [UInt8] { Array(description.utf8) }
}
