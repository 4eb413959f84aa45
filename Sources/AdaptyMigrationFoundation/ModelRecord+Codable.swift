public import AdaptyMigration
import Foundation

/// The one implementation of `Codable` for every model.
///
/// The names are those of ``ModelRecord/homeDialect``; coders' key and date strategies do not apply. A coder gives no
/// access to the bytes, so number lexemes (`9.90` becomes `9.9`), duplicate members, member order and what an earlier
/// conversion retained are lost on the way. ``ModelRecord/init(decoding:as:)`` and ``ModelRecord/data(as:)`` lose none
/// of them and read every dialect: prefer them wherever the bytes are at hand.
extension ModelRecord {
    /// Reads a record of the model's own dialect, e.g. from `JSONDecoder`.
    ///
    /// Number lexemes and duplicate members are already lost in the decoder; ``init(decoding:as:)`` keeps them.
    public init(from decoder: any Decoder) throws {
        let writer = JSONEncoder()
        // Coders have no order; sorted, equal records give equal models.
        writer.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = try writer.encode(try JSONTree(from: decoder))
        do {
            try self.init(decoding: [UInt8](bytes), as: Self.homeDialect)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
        }
    }

    /// Writes the record in the model's own dialect, e.g. to `JSONEncoder`.
    public func encode(to encoder: any Encoder) throws {
        try JSONDecoder().decode(JSONTree.self, from: Data(json)).encode(to: encoder)
    }
}
