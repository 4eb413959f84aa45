import AdaptyMigrationCore

/// A record in a store that keeps `Codable` values. Both texts are JSON, and come back byte for byte.
///
/// ```json
/// {"document":"{\"profile_id\":\"p\"}","dialect":"sdk2","kind":"profile","residues":"[]"}
/// ```
extension SharedRecord: Codable {
    private enum Key: String, CodingKey {
        case document, dialect, kind, residues
    }

    /// - Throws: ``MigrationError`` when a residue is damaged, and the decoder's error for another shape.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func value<Value: RawRepresentable<String>>(_ key: Key, _ type: Value.Type) throws -> Value {
            let text = try values.decode(String.self, forKey: key)
            guard let value = Value(rawValue: text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: values, debugDescription: "no \(key.rawValue) is \(text)")
            }
            return value
        }
        try self.init(
            document: Array(try values.decode(String.self, forKey: .document).utf8),
            dialect: value(.dialect, Dialect.self), kind: value(.kind, RecordKind.self),
            residues: Array(try values.decode(String.self, forKey: .residues).utf8))
    }

    /// Writes the four members.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(String(decoding: document, as: UTF8.self), forKey: .document)
        try values.encode(dialect.rawValue, forKey: .dialect)
        try values.encode(kind.rawValue, forKey: .kind)
        try values.encode(String(decoding: residuesJSON, as: UTF8.self), forKey: .residues)
    }
}
