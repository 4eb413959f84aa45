import AdaptyMigrationModels
import AdaptyMigrationCore
import Foundation

/// Implements `Codable` once, for every model. Key and date strategies of the coder do not apply.
///
/// A coder gives no access to the bytes, so the digits of numbers (`9.90` becomes `9.9`), duplicate members, member
/// order and escapes are lost. `init(decoding:as:leniently:)` and ``DocumentModel/document`` lose none of them: prefer
/// them wherever the bytes are available.
extension DocumentModel {
    /// Reads a record of any dialect, which is recognised and converted as by `init(decoding:as:leniently:)`. A part of a
    /// record is read under the names that new models are written with.
    ///
    /// - Throws: `DecodingError` with the reason when the value cannot be decoded.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodingJSON { bytes throws(MigrationError) in try Self(decoding: bytes) }
    }

    /// Writes a record's document unchanged, in its own dialect. A part is written under the names that ``init(from:)``
    /// reads.
    public func encode(to encoder: any Encoder) throws { try encoder.encodeJSON(standalone) }
}

extension Decoder {
    func decodingJSON<Model>(_ read: ([UInt8]) throws(MigrationError) -> Model) throws -> Model {
        let writer = JSONEncoder()
        // Coders have no member order. With sorted keys, equal records give equal documents.
        writer.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = try writer.encode(try JSONTree(from: self))
        do {
            return try read([UInt8](bytes))
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: error.description, underlyingError: error))
        }
    }
}

extension Encoder {
    func encodeJSON(_ document: [UInt8]) throws {
        try JSONDecoder().decode(JSONTree.self, from: Data(document)).encode(to: self)
    }
}

// The overlay and the models are one package, so no other module can add these conformances a second time.

extension PurchaserInfoModel: Codable {}
extension PaywallModel: Codable {}
extension PromoModel: Codable {}
extension ProductModel: Codable {}
extension ServerProfile: Codable {}
extension AdaptyProfile: Codable {}
extension AdaptyProfile.AccessLevel: Codable {}
extension AdaptyProfile.Subscription: Codable {}
extension AdaptyProfile.NonSubscription: Codable {}
extension AdaptyPaywall: Codable {}
extension AdaptyPaywallProduct: Codable {}
extension AdaptyProductDiscount: Codable {}
extension AdaptyProductSubscriptionPeriod: Codable {}
extension AdaptySubscriptionUpdateParameters: Codable {}
extension WebhookEvent: Codable {}
extension WebhookEvent.Properties: Codable {}
