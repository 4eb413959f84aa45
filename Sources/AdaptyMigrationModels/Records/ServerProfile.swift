import AdaptyMigrationCore

/// The user and the state of payments, server-side API (seeds 000 and 001, and API v2).
public struct ServerProfile: LegacyRecord {
    public typealias Current = AdaptyProfile

    public static let shape = ModelShape(.profile, .profile, [.serverV1])

    public var view: ModelView

    /// Adapty profile id.
    public var profileId: String? {
        get { self["profile_id"] }
        set { self["profile_id"] = newValue }
    }
    /// User id in your system.
    public var customerUserId: String? {
        get { self["customer_user_id"] }
        set { self["customer_user_id"] = newValue }
    }
    /// Custom attributes by name.
    public var customAttributes: CustomAttributes {
        get { self[entries: "custom_attributes"] }
        _modify { yield &self[entries: "custom_attributes"] }
    }
    /// Access levels by id; null when there are none.
    public var paidAccessLevels: ModelDictionary<AdaptyProfile.AccessLevel> {
        get { self[entries: "paid_access_levels"] }
        _modify { yield &self[entries: "paid_access_levels"] }
    }
    /// Subscriptions by product id; null when there are none.
    public var subscriptions: ModelDictionary<AdaptyProfile.Subscription> {
        get { self[entries: "subscriptions"] }
        _modify { yield &self[entries: "subscriptions"] }
    }
    /// Other purchases by product id; null when there are none.
    public var nonSubscriptions: ModelDictionary<ModelList<AdaptyProfile.NonSubscription>> {
        get { self[entries: "non_subscriptions"] }
        _modify { yield &self[entries: "non_subscriptions"] }
    }
    /// Segment of the profile (SDK 2.9.0).
    public var segmentHash: String? {
        get { self["segment_hash"] }
        set { self["segment_hash"] = newValue }
    }
    /// Milliseconds since 1970 of the answer (SDK 2.10.2).
    public var timestamp: Int64? {
        get { self["timestamp"] }
        set { self["timestamp"] = newValue }
    }
    /// The app in Adapty.
    public var appId: String? {
        get { self["app_id"] }
        set { self["app_id"] = newValue }
    }
    /// Revenue of the profile in USD.
    public var totalRevenueUsd: JSONNumber? {
        get { self["total_revenue_usd"] }
        set { self["total_revenue_usd"] = newValue }
    }

    public init(_ view: ModelView) { self.view = view }

    /// A new one with what the SDK requires.
    public init(profileId: String) {
        view = ModelView(ServerProfile.names)
        self.profileId = profileId
    }
}
