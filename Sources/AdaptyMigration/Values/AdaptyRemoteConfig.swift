/// A paywall's remote config: JSON text and its locale. SDK 2.3.0; before that the text alone was `custom_payload`.
public struct AdaptyRemoteConfig: ModelValue {
    /// The whole object, as the document wrote it.
    public let json: [UInt8]
    /// Locale of the text, e.g. `en`; `nil` when the object has none.
    public let lang: String?
    /// The JSON text; `nil` when absent or null.
    public let data: String?

    public init(lang: String, data: String?) {
        self.lang = lang
        self.data = data
        json =
            Array("{\"lang\":".utf8) + JSONText.encode(lang) + Array(",\"data\":".utf8)
            + (data.map(JSONText.encode) ?? Array("null".utf8)) + Array("}".utf8)
    }

    public init?(json view: JSONView) {
        guard view.kind == .object else { return nil }
        json = view.bytes
        lang = view.index.member(view.node, "lang").flatMap { view.index.text($0) }
        data = view.index.member(view.node, "data").flatMap { view.index.text($0) }
    }

    /// SDK 1.x knew the text alone; its locale is `en`.
    public static func converting(_ other: any ModelValue) -> AdaptyRemoteConfig? {
        (other as? String).map { AdaptyRemoteConfig(lang: "en", data: $0) } ?? (other as? AdaptyRemoteConfig)
    }
}
