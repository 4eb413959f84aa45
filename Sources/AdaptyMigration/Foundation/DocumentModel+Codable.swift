import AdaptyMigrationModels
import AdaptyMigrationCore
import Foundation

/// The one implementation of `Codable` for every model. Coders' key and date strategies do not apply.
///
/// A coder gives no access to the bytes: the digits of numbers (`9.90` becomes `9.9`), duplicate members, member order
/// and escapes are lost in it. `init(decoding:as:)` and ``DocumentModel/document`` lose none of them:
/// prefer them wherever the bytes are at hand.
extension DocumentModel {
    /// Reads a record of any dialect, recognised and converted as `init(decoding:as:)` does; or a part of one, under
    /// the names that new models are written in.
    ///
    /// - Throws: `DecodingError` that says why, where there is nothing to decode.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodingJSON { bytes throws(MigrationError) in try Self(decoding: bytes) }
    }

    /// Writes a record's document as it is, in its own dialect; a part under the names that ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws { try encoder.encodeJSON(standalone) }
}

extension Decoder {
    fileprivate func decodingJSON<Model>(_ read: ([UInt8]) throws(MigrationError) -> Model) throws -> Model {
        let writer = JSONEncoder()
        // Coders have no order; sorted, equal records give equal documents.
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
    fileprivate func encodeJSON(_ document: [UInt8]) throws {
        try JSONDecoder().decode(JSONTree.self, from: Data(document)).encode(to: self)
    }
}

// The overlay and the models are one package, so that no other module can add these conformances a second time.

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
