/// A paywall of SDK 1.x (seed 003).
public struct PaywallModel: ModelRecord {
    /// Identifier configured in the Adapty Dashboard.
    @Field public var developerId: String?
    /// Variation, used to attribute purchases.
    @Field public var variationId: String?
    /// Revision of the paywall.
    @Field public var revision: JSONNumber?
    /// Whether the paywall belongs to a promo.
    @Field public var isPromo: Bool?
    /// HTML of the paywall.
    @Field public var visualPaywall: String?
    /// Custom configuration: JSON text and its locale.
    @Field public var customPayloadString: String?
    /// A/B test of the paywall.
    @Field public var abTestName: String?
    /// Name of the paywall.
    @Field public var name: String?
    /// Products of the paywall.
    @Field public var products: [ProductModel]?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.sdk1Wire
    public static let mapping = RecordMapping<Self>(.paywall, home: .sdk1Wire)
}
