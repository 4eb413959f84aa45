/// The user and the state of payments, server-side API (seeds 000 and 001, and API v2).
public struct ServerProfile: ModelRecord {
    /// Adapty profile id.
    @Field public var profileId: String?
    /// User id in your system.
    @Field public var customerUserId: String?
    /// Custom attributes by name.
    @Field public var customAttributes: [String: RawJSON]?
    /// Access levels by id; null when there are none.
    @Field public var paidAccessLevels: [String: ServerAccessLevel]?
    /// Subscriptions by product id; null when there are none.
    @Field public var subscriptions: [String: ServerSubscription]?
    /// Other purchases by product id; null when there are none.
    @Field public var nonSubscriptions: [String: [ServerNonSubscription]]?
    /// Segment of the profile (SDK 2.9.0).
    @Field public var segmentHash: String?
    /// Milliseconds since 1970 of the answer (SDK 2.10.2).
    @Field public var timestamp: JSONNumber?
    /// The app in Adapty.
    @Field public var appId: String?
    /// Revenue of the profile in USD.
    @Field public var totalRevenueUsd: JSONNumber?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.serverV1
    public static let mapping = RecordMapping<Self>(.profile, home: .serverV1)
}
