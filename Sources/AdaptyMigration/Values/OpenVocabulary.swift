/// A string with known values and room for unknown ones: new stores and reasons appear without notice.
public protocol OpenVocabulary: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral,
    CustomStringConvertible
where RawValue == String {
    init(rawValue: String)
}

extension OpenVocabulary {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
    public var description: String { rawValue }
}

/// The store of a purchase. Seeds 000–003.
public struct PurchaseStore: OpenVocabulary, FieldValue {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let appStore = PurchaseStore(rawValue: "app_store")
    public static let playStore = PurchaseStore(rawValue: "play_store")
    public static let adapty = PurchaseStore(rawValue: "adapty")
    public static let stripe = PurchaseStore(rawValue: "stripe")
    public static let paddle = PurchaseStore(rawValue: "paddle")
}

/// The type of an introductory or promotional offer. Seeds 000–004.
public struct OfferType: OpenVocabulary, FieldValue {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let freeTrial = OfferType(rawValue: "free_trial")
    public static let payAsYouGo = OfferType(rawValue: "pay_as_you_go")
    public static let payUpFront = OfferType(rawValue: "pay_up_front")
    public static let unknown = OfferType(rawValue: "unknown")
}

/// Why a subscription was cancelled. Seeds 003 and 004, SDK 2.0.0 (`upgraded`), webhooks of 2024 (`adapty_revoked`).
public struct CancellationReason: OpenVocabulary, FieldValue {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let voluntarilyCancelled = CancellationReason(rawValue: "voluntarily_cancelled")
    public static let billingError = CancellationReason(rawValue: "billing_error")
    public static let refund = CancellationReason(rawValue: "refund")
    public static let priceIncrease = CancellationReason(rawValue: "price_increase")
    public static let productWasNotAvailable = CancellationReason(rawValue: "product_was_not_available")
    public static let unknown = CancellationReason(rawValue: "unknown")
    public static let newSubscriptionReplace = CancellationReason(rawValue: "new_subscription_replace")
    public static let cancelledByDeveloper = CancellationReason(rawValue: "cancelled_by_developer")
    public static let upgraded = CancellationReason(rawValue: "upgraded")
    public static let adaptyRevoked = CancellationReason(rawValue: "adapty_revoked")
}

/// Whether a user may get the introductory offer. Seed 002; SDK 2.0–2.4 `unknown`, 2.5–3.2 `not_applicable`.
public struct AdaptyEligibility: OpenVocabulary, FieldValue {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let eligible = AdaptyEligibility(rawValue: "eligible")
    public static let ineligible = AdaptyEligibility(rawValue: "ineligible")
    public static let unknown = AdaptyEligibility(rawValue: "unknown")
    public static let notApplicable = AdaptyEligibility(rawValue: "not_applicable")
}

/// The unit of a subscription period. Seeds 002 and 003.
public struct AdaptyPeriodUnit: OpenVocabulary, FieldValue {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let day = AdaptyPeriodUnit(rawValue: "day")
    public static let week = AdaptyPeriodUnit(rawValue: "week")
    public static let month = AdaptyPeriodUnit(rawValue: "month")
    public static let year = AdaptyPeriodUnit(rawValue: "year")
    public static let unknown = AdaptyPeriodUnit(rawValue: "unknown")
}
