/// Any JSON value, kept byte for byte.
public struct RawJSON: ModelValue, CustomStringConvertible {
    public let json: [UInt8]

    public init?(json view: JSONView) { json = view.bytes }

    /// - Throws: ``MigrationError`` when the text is not JSON.
    public init(_ text: String) throws(MigrationError) {
        let index = try JSONScanner.index(Array(text.utf8))
        json = Array(index.raw(0))
    }

    public var description: String { String(decoding: json, as: UTF8.self) }
}
