/// A purchase that is no subscription, server-side API (seeds 000 and 001, and API v2).
public struct ServerNonSubscription: ModelRecord {
    /// Identifier of the purchase in Adapty.
    @Field public var purchaseId: String?
    /// The product in the store.
    @Field public var vendorProductId: String?
    /// Base plan in Google Play.
    @Field public var basePlanId: String?
    /// Transaction in the store.
    @Field public var vendorTransactionId: String?
    /// First transaction in the store.
    @Field public var vendorOriginalTransactionId: String?
    /// Store of the purchase.
    @Field public var store: Store?
    /// When the product was bought.
    @Field public var purchasedAt: Timestamp?
    /// Whether the purchase should be processed once.
    @Field public var isOneTime: Bool?
    /// Bought in the sandbox.
    @Field public var isSandbox: Bool?
    /// Whether the purchase was refunded.
    @Field public var isRefund: Bool?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.serverV1
    public static let mapping = RecordMapping<Self>(.nonSubscription, home: .serverV1)
}
