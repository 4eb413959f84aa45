/// A product discount of the current SDK (seed 002).
public struct AdaptyProductDiscount: ModelRecord {
    /// Price in the local currency.
    @Field public var price: JSONNumber?
    /// Currency of the price (SDK 2.6.3).
    @Field public var currencyCode: String?
    /// Currency symbol of the price (SDK 2.6.3).
    @Field public var currencySymbol: String?
    /// Identifier of the offer.
    @Field public var identifier: String?
    /// Period of the discount.
    @Field public var subscriptionPeriod: AdaptyProductSubscriptionPeriod?
    /// Number of periods.
    @Field public var numberOfPeriods: JSONNumber?
    /// Payment mode.
    @Field public var paymentMode: OfferType?
    /// Formatted price.
    @Field public var localizedPrice: String?
    /// Formatted period.
    @Field public var localizedSubscriptionPeriod: String?
    /// Formatted number of periods.
    @Field public var localizedNumberOfPeriods: String?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.sdk2
    public static let mapping = RecordMapping<Self>(.discount, home: .sdk2)
}
