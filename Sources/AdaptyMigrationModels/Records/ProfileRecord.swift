import AdaptyMigrationCore

/// The members that profiles of every dialect have: the user and the state of payments.
public protocol ProfileRecord: RecordModel {}

extension ProfileRecord {
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
    public var accessLevels: ModelDictionary<AdaptyProfile.AccessLevel> {
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
}
