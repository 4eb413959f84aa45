import Testing

@testable import AdaptyMigration
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationModels
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting
@_spi(Tools) @testable import AdaptyMigrationTools
@_spi(Tools) @testable import AdaptyStoredData

/// One model as a test argument.
struct ModelCase: Sendable, CustomTestStringConvertible {
    let type: any (DocumentModel & Codable).Type

    var testDescription: String { String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".") }

    static let records: [ModelCase] = [
        PurchaserInfoModel.self, PaywallModel.self, PromoModel.self, ProductModel.self, ServerProfile.self,
        AdaptyProfile.self, AdaptyPaywall.self, AdaptyPaywallProduct.self, WebhookEvent.self,
    ].map { ModelCase(type: $0) }

    static let parts: [ModelCase] = [
        AdaptyProfile.AccessLevel.self, AdaptyProfile.Subscription.self, AdaptyProfile.NonSubscription.self,
        AdaptyProductDiscount.self, AdaptyProductSubscriptionPeriod.self, AdaptySubscriptionUpdateParameters.self,
        WebhookEvent.Properties.self,
    ].map { ModelCase(type: $0) }

    static let all = records + parts
}

extension DocumentModel {
    /// The dialect that new models are written in.
    static var home: Dialect { shape.columns[0].dialect }

    /// A well-formed record of the model's own dialect.
    static func sample(_ seed: UInt64) -> [UInt8] {
        var generator = DocumentGenerator(seed: seed, column: shape.columns[0], hasBugs: false)
        return Array(generator.record(shape.table).text(Sample.Style.all[0]).utf8)
    }

    static func decode(_ text: String) throws -> Self {
        try Self(decoding: Array(text.utf8), as: home, leniently: true)
    }

    var text: String { String(decoding: document, as: UTF8.self) }
}
