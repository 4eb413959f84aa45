/// A product discount of SDK 1.x (seed 003).
public struct ProductDiscountModel: ModelRecord {
    /// Price in the local currency.
    @Field public var price: JSONNumber?
    /// Identifier of the offer.
    @Field public var identifier: String?
    /// Period of the discount.
    @Field public var subscriptionPeriod: ProductSubscriptionPeriodModel?
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

    public static let homeDialect = Dialect.sdk1Wire
    public static let mapping = RecordMapping<Self>(.discount, home: .sdk1Wire)
}
