/// A product of SDK 1.x (seed 003). `skProduct` is a live object and never in data.
public struct ProductModel: ModelRecord {
    /// The product in the store.
    @Field public var vendorProductId: String?
    /// Whether the user may get the introductory offer.
    @Field public var introductoryOfferEligibility: AdaptyEligibility?
    /// Whether the user may get promotional offers.
    @Field public var promotionalOfferEligibility: Bool?
    /// Promotional offer for this user.
    @Field public var promotionalOfferId: String?
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
    @Field public var subscriptionPeriod: ProductSubscriptionPeriodModel?
    /// Formatted period.
    @Field public var localizedSubscriptionPeriod: String?
    /// Introductory price.
    @Field public var introductoryDiscount: ProductDiscountModel?
    /// Subscription offers.
    @Field public var discounts: [ProductDiscountModel]?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.sdk1Wire
    public static let mapping = RecordMapping<Self>(.product, home: .sdk1Wire)
}
