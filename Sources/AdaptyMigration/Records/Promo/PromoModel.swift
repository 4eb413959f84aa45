/// A promotional offer of SDK 1.x (seed 003). SDK 2.0 has no successor.
public struct PromoModel: ModelRecord {
    /// Type of the promo.
    @Field public var promoType: String?
    /// Variation of the promo.
    @Field public var variationId: String?
    /// When the offer ends.
    @Field public var expiresAt: Timestamp?
    /// The paywall of the promo.
    @Field public var paywall: PaywallModel?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.sdk1Wire
    public static let mapping = RecordMapping<Self>(.promo, home: .sdk1Wire)
}
