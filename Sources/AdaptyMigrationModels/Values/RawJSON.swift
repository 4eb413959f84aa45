import AdaptyMigrationCore

/// Any JSON value, kept byte for byte.
public struct RawJSON: Sendable, Hashable, CustomStringConvertible {
    package let index: JSONIndex
    package let node: Int

    package init(_ index: JSONIndex, _ node: Int) {
        self.index = index
        self.node = node
    }

    /// - Throws: ``MigrationError`` when the text is not JSON.
    public init(decoding text: String) throws(MigrationError) { try self.init(decoding: Array(text.utf8)) }

    /// - Throws: ``MigrationError`` when the bytes are not JSON.
    public init(decoding document: [UInt8]) throws(MigrationError) { self.init(try JSONScanner.index(document), 0) }

    /// The value `null`.
    public static let null = RawJSON(
        JSONIndex(bytes: Array("null".utf8), nodes: [JSONNode(kind: .null, start: 0, end: 4, next: 1)]), 0)

    /// The JSON text, exactly as in the document.
    public var bytes: [UInt8] { Array(index.raw(node)) }

    /// The JSON text.
    public var description: String { String(decoding: index.raw(node), as: UTF8.self) }

    /// The decoded text of a string; `nil` for any other value.
    public var string: String? { index.text(node) }

    /// The number as it is written; `nil` for any other value.
    public var number: JSONNumber? { JSONNumber(index, node) }

    /// The exact integer, if the number is one that fits; `nil` for any other value.
    public var integer: Int? { number?.integer.flatMap { Int(exactly: $0) } }

    /// The Boolean; `nil` for any other value.
    public var bool: Bool? {
        index.kind(node) == .true ? true : index.kind(node) == .false ? false : nil
    }

    /// Whether the value is `null`.
    public var isNull: Bool { index.kind(node) == .null }

    /// The member of an object, or the last one if the name repeats; `nil` when there is none.
    public subscript(name: String) -> RawJSON? {
        index.kind(node) == .object ? index.member(node, name).map { RawJSON(index, $0) } : nil
    }

    /// The elements of an array; `nil` for any other value.
    public var elements: [RawJSON]? {
        index.kind(node) == .array ? index.elements(node).map { RawJSON(index, $0) } : nil
    }

    /// Values are equal when they differ only in white space, member order, escapes and the digits of numbers.
    public static func == (a: RawJSON, b: RawJSON) -> Bool {
        Fingerprint.canonical(a.index, a.node, .value)
            == Fingerprint.canonical(b.index, b.node, .value)
    }

    /// Hashes consistently with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(Fingerprint.canonical(index, node, .value))
    }
}

extension RawJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A JSON string.
    public init(stringLiteral text: String) { self.init(string: text) }
    /// A JSON number.
    public init(integerLiteral value: Int) { self.init(token: Array(value.description.utf8)) }
    /// A JSON number.
    public init(floatLiteral value: Double) { self.init(token: JSONNumber(floatLiteral: value).token) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self.init(token: Array(value.description.utf8)) }

    /// A JSON array.
    public init(arrayLiteral elements: RawJSON...) { self.init(array: elements) }
    /// Creates an object with the members in the given order.
    public init(dictionaryLiteral members: (String, RawJSON)...) {
        let texts = members.map { JSONText.member($0.0, $0.1.bytes) }
        self.init(token: [.openBrace] + texts.joined(separator: [.comma]) + [.closeBrace])
    }

    /// The elements as a JSON array.
    public init(array elements: [RawJSON]) {
        self.init(token: [.openBracket] + elements.map(\.bytes).joined(separator: [.comma]) + [.closeBracket])
    }

    /// A text as a JSON string. Only the characters that RFC 8259 requires are escaped.
    public init(string text: String) { self.init(token: JSONText.encode(text)) }

    /// - Parameter token: valid JSON without surrounding white space.
    private init(token: [UInt8]) {
        self.init((try? JSONScanner.index(token)) ?? RawJSON.null.index, 0)
    }
}

extension RawJSON: FieldValue {
    var token: [UInt8] { bytes }
}
