import AdaptyMigrationCore

/// A paywall's remote config: JSON text and its locale (SDK 2.3.0). Before, there was only the text, as
/// `custom_payload`.
public struct AdaptyRemoteConfig: Sendable, Hashable, CustomStringConvertible {
    /// The whole object as in the document.
    private let json: RawJSON

    init?(_ index: JSONIndex, _ node: Int) {
        guard index.kind(node) == .object else { return nil }
        json = RawJSON(index, node)
    }

    /// - Parameters:
    ///   - lang: the locale of the text, e.g. `en`.
    ///   - data: the JSON text.
    public init(lang: String, data: String?) {
        var object = JSONIndex.emptyObject
        object.insert(name: "lang", RawJSON(string: lang).index, at: 0, in: 0)
        object.insert(name: "data", (data.map(RawJSON.init(string:)) ?? .null).index, at: 1, in: 0)
        json = RawJSON(object, 0)
    }

    /// Locale of the text, e.g. `en`; `nil` when the object has none.
    public var lang: String? { json["lang"]?.string }

    /// The JSON text; `nil` when absent or null.
    public var data: String? { json["data"]?.string }

    /// The JSON text.
    public var description: String { json.description }
}

extension AdaptyRemoteConfig: FieldValue {
    var token: [UInt8] { json.bytes }
}
