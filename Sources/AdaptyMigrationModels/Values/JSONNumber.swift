import AdaptyMigrationCore

/// A number as a document wrote it: `9.90`, `1E2` and 63-bit integers stay what they are.
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

    /// The shortest text that gives the value back. What JSON cannot write, a NaN or an infinity, is 0.
    public init(floatLiteral value: Double) { description = value.isFinite ? value.description : "0" }

    /// A number from its JSON text; `nil` when the text is no JSON number.
    public init?(_ text: String) {
        guard let index = try? JSONScanner.index(Array(text.utf8)) else { return nil }
        self.init(index, 0)
    }

    /// The exact integer, `nil` when it is none: `1.0` and `1E2` are.
    public var integer: Int64? {
        if let integer = Int64(description) { return integer }
        return Amount(description.utf8).flatMap { Int64($0.description) }
    }

    /// The nearest double; may round.
    public var double: Double { Double(description) ?? 0 }

    /// Equal are numbers of one value: `9.90` and `9.9`.
    public static func == (a: JSONNumber, b: JSONNumber) -> Bool { a.meaning == b.meaning }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(meaning) }

    /// The value, written one way; the text itself where its exponent is beyond everything.
    package var meaning: [UInt8] { Array((Amount(description.utf8)?.description ?? description).utf8) }
}

extension JSONNumber {
    package var token: [UInt8] { Array(description.utf8) }
}
