import AdaptyMigrationCore

/// The store of a purchase. Seeds 000–003.
public struct PurchaseStore: OpenVocabulary {
    /// The text as the document writes it.
    public let rawValue: String
    /// Accepts any text, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Apple's App Store.
    public static var appStore: PurchaseStore { PurchaseStore(rawValue: "app_store") }
    /// Google Play.
    public static var playStore: PurchaseStore { PurchaseStore(rawValue: "play_store") }
    /// Granted in the Adapty Dashboard or by the server-side API.
    public static var adapty: PurchaseStore { PurchaseStore(rawValue: "adapty") }
    /// Stripe.
    public static var stripe: PurchaseStore { PurchaseStore(rawValue: "stripe") }
    /// Paddle.
    public static var paddle: PurchaseStore { PurchaseStore(rawValue: "paddle") }
}

/// The type of an introductory or promotional offer. Seeds 000–004.
public struct OfferType: OpenVocabulary {
    /// The text as the document writes it.
    public let rawValue: String
    /// Accepts any text, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Free for its period.
    public static var freeTrial: OfferType { OfferType(rawValue: "free_trial") }
    /// A lower price for each of several periods.
    public static var payAsYouGo: OfferType { OfferType(rawValue: "pay_as_you_go") }
    /// A lower price once, for several periods.
    public static var payUpFront: OfferType { OfferType(rawValue: "pay_up_front") }
    /// The SDK did not know the store's value.
    public static var unknown: OfferType { OfferType(rawValue: "unknown") }
}

/// Why a subscription was cancelled. Seeds 003 and 004, SDK 2.0.0 (`upgraded`), webhooks of 2024 (`adapty_revoked`).
public struct CancellationReason: OpenVocabulary {
    /// The text as the document writes it.
    public let rawValue: String
    /// Accepts any text, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// By the user.
    public static var voluntarilyCancelled: CancellationReason { CancellationReason(rawValue: "voluntarily_cancelled") }
    /// A charge failed.
    public static var billingError: CancellationReason { CancellationReason(rawValue: "billing_error") }
    /// The payment was refunded.
    public static var refund: CancellationReason { CancellationReason(rawValue: "refund") }
    /// The user did not agree to a higher price.
    public static var priceIncrease: CancellationReason { CancellationReason(rawValue: "price_increase") }
    /// The product could not be renewed.
    public static var productWasNotAvailable: CancellationReason {
        CancellationReason(rawValue: "product_was_not_available")
    }
    /// The store did not say.
    public static var unknown: CancellationReason { CancellationReason(rawValue: "unknown") }
    /// Another subscription took its place (Google Play).
    public static var newSubscriptionReplace: CancellationReason {
        CancellationReason(rawValue: "new_subscription_replace")
    }
    /// By the developer (Google Play).
    public static var cancelledByDeveloper: CancellationReason {
        CancellationReason(rawValue: "cancelled_by_developer")
    }
    /// Replaced by a subscription of a higher level (SDK 2.0.0).
    public static var upgraded: CancellationReason { CancellationReason(rawValue: "upgraded") }
    /// Revoked in the Adapty Dashboard (webhooks of 2024).
    public static var adaptyRevoked: CancellationReason { CancellationReason(rawValue: "adapty_revoked") }
}

/// Whether a user may use the introductory offer. Seed 002; SDK 2.0–2.4 `unknown`, 2.5–3.2 `not_applicable`.
public struct AdaptyEligibility: OpenVocabulary {
    /// The text as the document writes it.
    public let rawValue: String
    /// Accepts any text, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The user may use the offer.
    public static var eligible: AdaptyEligibility { AdaptyEligibility(rawValue: "eligible") }
    /// The user has already used the offer.
    public static var ineligible: AdaptyEligibility { AdaptyEligibility(rawValue: "ineligible") }
    /// Not known (SDK 2.0–2.4).
    public static var unknown: AdaptyEligibility { AdaptyEligibility(rawValue: "unknown") }
    /// The product has no such offer (SDK 2.5–3.2).
    public static var notApplicable: AdaptyEligibility { AdaptyEligibility(rawValue: "not_applicable") }
}

/// The unit of a subscription period. Seeds 002 and 003.
public struct AdaptyPeriodUnit: OpenVocabulary {
    /// The text as the document writes it.
    public let rawValue: String
    /// Accepts any text, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// 24 hours.
    public static var day: AdaptyPeriodUnit { AdaptyPeriodUnit(rawValue: "day") }
    /// 7 days.
    public static var week: AdaptyPeriodUnit { AdaptyPeriodUnit(rawValue: "week") }
    /// A calendar month.
    public static var month: AdaptyPeriodUnit { AdaptyPeriodUnit(rawValue: "month") }
    /// A calendar year.
    public static var year: AdaptyPeriodUnit { AdaptyPeriodUnit(rawValue: "year") }
    /// The SDK did not know the store's value.
    public static var unknown: AdaptyPeriodUnit { AdaptyPeriodUnit(rawValue: "unknown") }
}
