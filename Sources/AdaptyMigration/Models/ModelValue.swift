/// A value that a model can hold in a field.
public protocol ModelValue: Sendable, Hashable {
    /// Reads the JSON value; `nil` when it is not of this type (the model then keeps it as it is).
    init?(json: JSONView)

    /// The JSON text of the value.
    var json: [UInt8] { get }

    /// The same value from the other side of the mapping; `nil` when there is no such reading.
    static func converting(_ other: any ModelValue) -> Self?
}

extension ModelValue {
    public static func converting(_ other: any ModelValue) -> Self? { other as? Self }
}

/// One value inside a validated document.
public struct JSONView: Sendable {
    let index: JSONIndex
    let node: Int

    init(index: JSONIndex, node: Int) {
        self.index = index
        self.node = node
    }

    /// One JSON value on its own.
    ///
    /// - Throws: ``MigrationError`` when the bytes are not JSON.
    public init(_ document: [UInt8]) throws(MigrationError) {
        self.init(index: try JSONScanner.index(document), node: 0)
    }

    /// The value's bytes, exactly as they stand in the document.
    public var bytes: [UInt8] { Array(index.raw(node)) }

    /// The decoded text of a string; `nil` for any other value.
    public var text: String? { index.text(node) }

    var kind: JSONKind { index.kind(node) }
}

extension String: ModelValue {
    public init?(json: JSONView) {
        guard let text = json.text else { return nil }
        self = text
    }

    public var json: [UInt8] { JSONText.encode(self) }

    /// A paywall's `customPayloadString` is the `data` of its remote config.
    public static func converting(_ other: any ModelValue) -> String? {
        (other as? AdaptyRemoteConfig).map { $0.data } ?? (other as? String)
    }
}

extension Bool: ModelValue {
    public init?(json: JSONView) {
        guard json.kind == .true || json.kind == .false else { return nil }
        self = json.kind == .true
    }

    public var json: [UInt8] { Array((self ? "true" : "false").utf8) }

    /// SDK 1.x: eligible or not; everything else counts as not eligible, as Adapty's own guide says.
    public static func converting(_ other: any ModelValue) -> Bool? {
        (other as? AdaptyEligibility).map { $0 == .eligible } ?? (other as? Bool)
    }
}

extension Array: ModelValue where Element: ModelValue {
    public init?(json: JSONView) {
        guard json.kind == .array else { return nil }
        var elements: [Element] = []
        for node in json.index.elements(json.node) {
            guard let element = Element(json: JSONView(index: json.index, node: node)) else { return nil }
            elements.append(element)
        }
        self = elements
    }

    public var json: [UInt8] {
        var out: [UInt8] = [0x5B]
        for (position, element) in enumerated() {
            if position > 0 { out.append(0x2C) }
            out += element.json
        }
        return out + [0x5D]
    }

    public static func converting(_ other: any ModelValue) -> Self? {
        guard let entries = (other as? any ArrayValue)?.erased else { return nil }
        let converted = entries.compactMap { Element.converting($0) }
        return converted.count == entries.count ? converted : nil
    }
}

extension Dictionary: ModelValue where Key == String, Value: ModelValue {
    public init?(json: JSONView) {
        guard json.kind == .object else { return nil }
        var entries: [String: Value] = [:]
        for member in json.index.members(json.node) {
            guard let value = Value(json: JSONView(index: json.index, node: member.value)) else { return nil }
            entries[json.index.name(member.name)] = value
        }
        self = entries
    }

    /// Sorted by key, so that equal values give equal bytes.
    public var json: [UInt8] {
        var out: [UInt8] = [0x7B]
        for (position, entry) in sorted(by: { $0.key < $1.key }).enumerated() {
            if position > 0 { out.append(0x2C) }
            out += JSONText.encode(entry.key) + [0x3A] + entry.value.json
        }
        return out + [0x7D]
    }

    public static func converting(_ other: any ModelValue) -> Self? {
        guard let entries = (other as? any DictionaryValue)?.erased else { return nil }
        let converted = entries.compactMapValues { Value.converting($0) }
        return converted.count == entries.count ? converted : nil
    }
}

private protocol ArrayValue { var erased: [any ModelValue] { get } }
private protocol DictionaryValue { var erased: [String: any ModelValue] { get } }
extension Array: ArrayValue where Element: ModelValue { fileprivate var erased: [any ModelValue] { self } }
extension Dictionary: DictionaryValue where Key == String, Value: ModelValue {
    fileprivate var erased: [String: any ModelValue] { self }
}
