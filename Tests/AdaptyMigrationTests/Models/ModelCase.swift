import AdaptyMigrationFoundation
import AdaptyMigrationTesting
import Testing

@testable import AdaptyMigration

/// One model as a test argument.
struct ModelCase: Sendable, CustomTestStringConvertible {
    let type: any (ModelRecord & Codable).Type

    var testDescription: String { String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".") }

    static let all: [ModelCase] = [
        PurchaserInfoModel.self, AccessLevelInfoModel.self, SubscriptionInfoModel.self, NonSubscriptionInfoModel.self,
        PaywallModel.self, PromoModel.self,
        ProductModel.self, ProductDiscountModel.self, ProductSubscriptionPeriodModel.self, ServerProfile.self,
        ServerAccessLevel.self, ServerSubscription.self,
        ServerNonSubscription.self, AdaptyProfile.self, AdaptyProfile.AccessLevel.self, AdaptyProfile.Subscription.self,
        AdaptyProfile.NonSubscription.self,
        AdaptyPaywall.self, AdaptyPaywallProduct.self, AdaptyProductDiscount.self, AdaptyProductSubscriptionPeriod.self,
        AdaptySubscriptionUpdateParameters.self,
        WebhookEvent.self, WebhookEvent.Properties.self,
    ].map { ModelCase(type: $0) }
}

extension ModelRecord {
    /// Not a kind of document of its own.
    static var isPart: Bool { !Kind.converted.contains { $0.table == mapping.table } }

    /// A well-formed record of the model's own dialect.
    static func sample(_ seed: UInt64) -> [UInt8] {
        var generator = DocumentGenerator(seed: seed, column: homeDialect.column, hasBugs: false)
        return Array(generator.record(mapping.table).text(Sample.Style.all[0]).utf8)
    }

    static func decode(_ text: String) throws -> Self { try Self(decoding: Array(text.utf8), as: homeDialect) }
}
