/// A purchase that is no subscription, SDK 1.x (seed 003).
public struct NonSubscriptionInfoModel: ModelRecord {
    /// Identifier of the purchase in Adapty.
    @Field public var purchaseId: String?
    /// The product in the store.
    @Field public var vendorProductId: String?
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

    public static let homeDialect = Dialect.sdk1Wire
    public static let mapping = RecordMapping<Self>(.nonSubscription, home: .sdk1Wire)
}
