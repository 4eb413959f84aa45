/// The user and the state of payments, current SDK (seed 002; fields of later SDKs are optional).
public struct AdaptyProfile: ModelRecord {
    /// Adapty profile id.
    @Field public var profileId: String?
    /// User id in your system.
    @Field public var customerUserId: String?
    /// Custom attributes by name.
    @Field public var customAttributes: [String: RawJSON]?
    /// Access levels by id; null when there are none.
    @Field public var accessLevels: [String: AdaptyProfile.AccessLevel]?
    /// Subscriptions by product id; null when there are none.
    @Field public var subscriptions: [String: AdaptyProfile.Subscription]?
    /// Other purchases by product id; null when there are none.
    @Field public var nonSubscriptions: [String: [AdaptyProfile.NonSubscription]]?
    /// Segment of the profile (SDK 2.9.0).
    @Field public var segmentHash: String?
    /// Whether this is a test user (SDK 2.11.1).
    @Field public var isTestUser: Bool?
    /// Milliseconds since 1970 of the answer (SDK 2.10.2).
    @Field public var timestamp: JSONNumber?
    /// Sources of attribution (SDK 3.17.1).
    @Field public var appliedAttributionSources: RawJSON?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.sdk2
    public static let mapping = RecordMapping<Self>(.profile, home: .sdk2)
}
