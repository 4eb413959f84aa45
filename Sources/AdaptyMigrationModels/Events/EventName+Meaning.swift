import AdaptyMigrationCore

extension EventName {
    /// The meaning of the event for access; ``EventMeaning/unknown`` for custom names.
    public var meaning: EventMeaning { EventName.meanings[canonical.rawValue] ?? .unknown }

    private static let meanings: [String: EventMeaning] = Dictionary(
        uniqueKeysWithValues: vocabulary.map { ($0.name, EventMeaning(rawValue: $0.meaning) ?? .unknown) })

    /// The first purchase of a subscription.
    public static var subscriptionStarted: EventName { EventName(rawValue: "subscription_started") }
    /// A subscription was renewed.
    public static var subscriptionRenewed: EventName { EventName(rawValue: "subscription_renewed") }
    /// A subscription has ended; formerly `subscription_cancelled`.
    public static var subscriptionExpired: EventName { EventName(rawValue: "subscription_expired") }
    /// Auto-renewal of a subscription was turned off; access continues.
    public static var subscriptionRenewalCancelled: EventName { EventName(rawValue: "subscription_renewal_cancelled") }
    /// Auto-renewal of a subscription was turned on again.
    public static var subscriptionRenewalReactivated: EventName {
        EventName(rawValue: "subscription_renewal_reactivated")
    }
    /// A subscription was refunded.
    public static var subscriptionRefunded: EventName { EventName(rawValue: "subscription_refunded") }
    /// A subscription was paused (Android).
    public static var subscriptionPaused: EventName { EventName(rawValue: "subscription_paused") }
    /// The renewal of a subscription was deferred.
    public static var subscriptionDeferred: EventName { EventName(rawValue: "subscription_deferred") }
    /// A trial began.
    public static var trialStarted: EventName { EventName(rawValue: "trial_started") }
    /// A trial became a paid subscription.
    public static var trialConverted: EventName { EventName(rawValue: "trial_converted") }
    /// A trial has ended; formerly `trial_cancelled`.
    public static var trialExpired: EventName { EventName(rawValue: "trial_expired") }
    /// Auto-renewal of a trial was turned off; access continues.
    public static var trialRenewalCancelled: EventName { EventName(rawValue: "trial_renewal_cancelled") }
    /// Auto-renewal of a trial was turned on again.
    public static var trialRenewalReactivated: EventName { EventName(rawValue: "trial_renewal_reactivated") }
    /// A purchase that is not a subscription.
    public static var nonSubscriptionPurchase: EventName { EventName(rawValue: "non_subscription_purchase") }
    /// Such a purchase was refunded.
    public static var nonSubscriptionPurchaseRefunded: EventName {
        EventName(rawValue: "non_subscription_purchase_refunded")
    }
    /// A charge failed; access may continue.
    public static var billingIssueDetected: EventName { EventName(rawValue: "billing_issue_detected") }
    /// Access continues although a charge failed.
    public static var enteredGracePeriod: EventName { EventName(rawValue: "entered_grace_period") }
    /// An access level changed; the event contains it.
    public static var accessLevelUpdated: EventName { EventName(rawValue: "access_level_updated") }
    /// A subscription is active (opt-in, 2026).
    public static var subscriptionActive: EventName { EventName(rawValue: "subscription_active") }
    /// A trial is active (opt-in, 2026).
    public static var trialActive: EventName { EventName(rawValue: "trial_active") }
}
