import AdaptyMigrationCore

/// The store of a purchase. Seeds 000–003.
public struct PurchaseStore: OpenVocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static var appStore: PurchaseStore { PurchaseStore(rawValue: "app_store") }
    public static var playStore: PurchaseStore { PurchaseStore(rawValue: "play_store") }
    public static var adapty: PurchaseStore { PurchaseStore(rawValue: "adapty") }
    public static var stripe: PurchaseStore { PurchaseStore(rawValue: "stripe") }
    public static var paddle: PurchaseStore { PurchaseStore(rawValue: "paddle") }
}

/// The type of an introductory or promotional offer. Seeds 000–004.
public struct OfferType: OpenVocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static var freeTrial: OfferType { OfferType(rawValue: "free_trial") }
    public static var payAsYouGo: OfferType { OfferType(rawValue: "pay_as_you_go") }
    public static var payUpFront: OfferType { OfferType(rawValue: "pay_up_front") }
    public static var unknown: OfferType { OfferType(rawValue: "unknown") }
}

/// Why a subscription was cancelled. Seeds 003 and 004, SDK 2.0.0 (`upgraded`), webhooks of 2024 (`adapty_revoked`).
public struct CancellationReason: OpenVocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static var voluntarilyCancelled: CancellationReason { CancellationReason(rawValue: "voluntarily_cancelled") }
    public static var billingError: CancellationReason { CancellationReason(rawValue: "billing_error") }
    public static var refund: CancellationReason { CancellationReason(rawValue: "refund") }
    public static var priceIncrease: CancellationReason { CancellationReason(rawValue: "price_increase") }
    public static var productWasNotAvailable: CancellationReason {
        CancellationReason(rawValue: "product_was_not_available")
    }
    public static var unknown: CancellationReason { CancellationReason(rawValue: "unknown") }
    public static var newSubscriptionReplace: CancellationReason {
        CancellationReason(rawValue: "new_subscription_replace")
    }
    public static var cancelledByDeveloper: CancellationReason {
        CancellationReason(rawValue: "cancelled_by_developer")
    }
    public static var upgraded: CancellationReason { CancellationReason(rawValue: "upgraded") }
    public static var adaptyRevoked: CancellationReason { CancellationReason(rawValue: "adapty_revoked") }
}

/// Whether a user may get the introductory offer. Seed 002; SDK 2.0–2.4 `unknown`, 2.5–3.2 `not_applicable`.
public struct AdaptyEligibility: OpenVocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static var eligible: AdaptyEligibility { AdaptyEligibility(rawValue: "eligible") }
    public static var ineligible: AdaptyEligibility { AdaptyEligibility(rawValue: "ineligible") }
    public static var unknown: AdaptyEligibility { AdaptyEligibility(rawValue: "unknown") }
    public static var notApplicable: AdaptyEligibility { AdaptyEligibility(rawValue: "not_applicable") }
}

/// The unit of a subscription period. Seeds 002 and 003.
public struct AdaptyPeriodUnit: OpenVocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static var day: AdaptyPeriodUnit { AdaptyPeriodUnit(rawValue: "day") }
    public static var week: AdaptyPeriodUnit { AdaptyPeriodUnit(rawValue: "week") }
    public static var month: AdaptyPeriodUnit { AdaptyPeriodUnit(rawValue: "month") }
    public static var year: AdaptyPeriodUnit { AdaptyPeriodUnit(rawValue: "year") }
    public static var unknown: AdaptyPeriodUnit { AdaptyPeriodUnit(rawValue: "unknown") }
}
