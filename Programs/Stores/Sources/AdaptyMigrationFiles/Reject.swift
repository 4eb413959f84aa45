@_spi(Tools) public import AdaptyMigrationTools

/// A record that could not be converted.
public struct Reject: Sendable {
    public let error: MigrationError
    public let position: RecordPosition
    public let record: [UInt8]

    public init(error: MigrationError, position: RecordPosition, record: [UInt8]) {
        self.error = error
        self.position = position
        self.record = record
    }

    /// The line of NDJSON for the record, with its reason and place.
    ///
    /// - Parameter source: the input's name.
    public func line(source: String) -> [UInt8] {
        let place = position.place(error.place)
        var object = JSONObject()
        object.add("source", source)
        object.add("line", position.line)
        object.add("offset", position.offset)
        object.add("path", position.path(error.path))
        object.add("code", error.code.rawValue)
        let at = error.place == nil ? "" : " (line \(place.line), column \(place.column), byte \(place.offset))"
        object.add("reason", "\(error.message)\(at); \(error.onCommandLine.remedy)")
        // Only valid UTF-8 can be restored byte for byte from a text.
        if let text = String(validating: record, as: UTF8.self) {
            object.add("record", text)
        } else {
            object.add("record_base64", Base64.encode(record))
        }
        return object.line
    }
}
