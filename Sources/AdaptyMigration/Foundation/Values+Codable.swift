import AdaptyMigrationCore
@_spi(Tools) import AdaptyMigrationModels

extension Timestamp: Codable {
    /// Reads a text, or a number of seconds since 2001-01-01T00:00:00Z.
    ///
    /// - Throws: `DecodingError` for any other value.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodingValue("a date is a text, or a number of seconds since 2001", Timestamp.init)
    }

    /// Writes the text or number as it is in the document.
    public func encode(to encoder: any Encoder) throws { try encoder.encodeJSON(token) }
}

extension JSONNumber: Codable {
    /// Reads a number.
    ///
    /// - Throws: `DecodingError` for any other value.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodingValue("it is not a number", JSONNumber.init)
    }

    /// Writes the number. Coders keep its value, and not its digits: `9.90` becomes `9.9`.
    public func encode(to encoder: any Encoder) throws { try encoder.encodeJSON(token) }
}

extension Decoder {
    fileprivate func decodingValue<Value>(_ objection: String, _ read: (JSONIndex, Int) -> Value?) throws -> Value {
        try decodingJSON { bytes throws(MigrationError) in
            let index = try JSONScanner.index(bytes)
            guard let value = read(index, 0) else {
                throw MigrationError(.unreadableValue, objection, remedy: "correct the value, or read it as RawJSON")
            }
            return value
        }
    }
}
