/// A product of the current SDK (seed 002). `skProduct` and `skuDetails` are live objects and never in data.
public struct AdaptyPaywallProduct: ModelRecord {
    /// The product in the store.
    @Field public var vendorProductId: String?
    /// Whether the user may get the introductory offer.
    @Field public var introductoryOfferEligibility: AdaptyEligibility?
    /// Whether the user may get promotional offers.
    @Field public var promotionalOfferEligibility: Bool?
    /// Promotional offer for this user.
    @Field public var promotionalOfferId: String?
    /// Milliseconds since 1970 of the answer (SDK 2.0–2.4).
    @Field public var timestamp: JSONNumber?
    /// Variation of the parent paywall.
    @Field public var variationId: String?
    /// A/B test of the parent paywall.
    @Field public var paywallABTestName: String?
    /// Name of the parent paywall.
    @Field public var paywallName: String?
    /// Description.
    @Field public var localizedDescription: String?
    /// Name.
    @Field public var localizedTitle: String?
    /// Price in the local currency.
    @Field public var price: JSONNumber?
    /// Currency.
    @Field public var currencyCode: String?
    /// Currency symbol.
    @Field public var currencySymbol: String?
    /// Formatted price.
    @Field public var localizedPrice: String?
    /// Region.
    @Field public var regionCode: String?
    /// Available for family sharing (SDK 1.12.7).
    @Field public var isFamilyShareable: Bool?
    /// Subscription group.
    @Field public var subscriptionGroupIdentifier: String?
    /// Period of the subscription.
    @Field public var subscriptionPeriod: AdaptyProductSubscriptionPeriod?
    /// Formatted period.
    @Field public var localizedSubscriptionPeriod: String?
    /// Introductory price.
    @Field public var introductoryDiscount: AdaptyProductDiscount?
    /// Subscription offers.
    @Field public var discounts: [AdaptyProductDiscount]?
    /// The product in Adapty (SDK 2.9.4).
    @Field public var adaptyProductId: String?
    /// Access level it unlocks (SDK 3.12.0).
    @Field public var accessLevelId: String?
    /// Type of the product (SDK 3.12.0).
    @Field public var productType: String?
    /// Win-back offer (SDK 3.2.0).
    @Field public var winBackOfferId: String?
    /// Base plan in Google Play.
    @Field public var basePlanId: String?
    /// Offer in Google Play.
    @Field public var offerId: String?
    /// Place in the paywall (SDK 3.6).
    @Field public var paywallProductIndex: JSONNumber?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.sdk2
    public static let mapping = RecordMapping<Self>(.product, home: .sdk2)
}
