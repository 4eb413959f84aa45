/// The user and the state of payments, SDK 1.x (seed 003).
public struct PurchaserInfoModel: ModelRecord {
    /// Adapty profile id.
    @Field public var profileId: String?
    /// User id in your system.
    @Field public var customerUserId: String?
    /// Custom attributes by name.
    @Field public var customAttributes: [String: RawJSON]?
    /// Access levels by id; null when there are none.
    @Field public var accessLevels: [String: AccessLevelInfoModel]?
    /// Subscriptions by product id; null when there are none.
    @Field public var subscriptions: [String: SubscriptionInfoModel]?
    /// Other purchases by product id; null when there are none.
    @Field public var nonSubscriptions: [String: [NonSubscriptionInfoModel]]?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.sdk1Wire
    public static let mapping = RecordMapping<Self>(.profile, home: .sdk1Wire)
}
