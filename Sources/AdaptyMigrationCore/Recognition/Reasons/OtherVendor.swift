/// Services whose events and files are often in the same place as Adapty's. Each is known by members that its own
/// documentation has.
enum OtherVendor {
    /// The members of which a document has all. A member of an object in it is after a slash.
    private static let signs: [(name: String, members: [String])] = [
        ("Amplitude", ["event_type", "insert_id"]), ("Amplitude", ["event_type", "amplitude_id"]),
        ("Amplitude", ["event_type", "user_properties"]), ("Amplitude", ["event_type", "device_id"]),
        ("AppsFlyer", ["appsflyer_id"]), ("AppsFlyer", ["af_sub1"]),
        ("Segment", ["messageId", "anonymousId"]), ("Segment", ["messageId", "userId"]),
        ("PostHog", ["event", "distinct_id"]), ("PostHog", ["event", "properties/$lib"]),
        ("Mixpanel", ["event", "properties/distinct_id"]), ("Mixpanel", ["event", "properties/token"]),
        ("Mixpanel", ["event", "properties/$insert_id"]),
        ("Chargebee", ["event_type", "content", "object"]), ("PayPal", ["event_type", "resource"]),
        ("RevenueCat", ["event/app_user_id"]), ("Qonversion", ["event_name", "identity_id"]),
        ("Qonversion", ["event_name", "custom_user_id"]), ("Apphud", ["event/name", "user/user_id"]),
        ("Iaptic", ["applicationUsername", "purchases"]), ("Lemon Squeezy", ["meta/event_name", "data/attributes"]),
        ("the App Store", ["signedPayload"]), ("the App Store", ["notificationType", "notificationUUID"]),
        ("the App Store", ["originalTransactionId", "bundleId"]),
        ("StoreKit", ["subscriptionGroups", "nonRenewingSubscriptions"]),
        ("Google Play", ["packageName", "eventTimeMillis"]),
    ]

    /// The service that a document is from; `nil` when it is not known.
    static func name(_ tape: Tape) -> String? {
        func has(_ path: String) -> Bool {
            tape.member(0, at: path.split(separator: "/").map(String.init)) != nil
        }
        return signs.first { $0.members.allSatisfy(has) }?.name
    }
}
