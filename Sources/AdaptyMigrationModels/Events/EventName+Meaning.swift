import AdaptyMigrationCore

extension EventName {
    /// What the event says about access; ``EventMeaning/unknown`` for names of your own.
    public var meaning: EventMeaning { EventName.meanings[canonical.rawValue] ?? .unknown }

    private static let meanings: [String: EventMeaning] = Dictionary(
        uniqueKeysWithValues: vocabulary.map { ($0.name, EventMeaning(rawValue: $0.meaning)) })

    public static var subscriptionStarted: EventName { EventName(rawValue: "subscription_started") }
    public static var subscriptionRenewed: EventName { EventName(rawValue: "subscription_renewed") }
    public static var subscriptionExpired: EventName { EventName(rawValue: "subscription_expired") }
    public static var subscriptionRenewalCancelled: EventName { EventName(rawValue: "subscription_renewal_cancelled") }
    public static var subscriptionRenewalReactivated: EventName {
        EventName(rawValue: "subscription_renewal_reactivated")
    }
    public static var subscriptionRefunded: EventName { EventName(rawValue: "subscription_refunded") }
    public static var subscriptionPaused: EventName { EventName(rawValue: "subscription_paused") }
    public static var subscriptionDeferred: EventName { EventName(rawValue: "subscription_deferred") }
    public static var trialStarted: EventName { EventName(rawValue: "trial_started") }
    public static var trialConverted: EventName { EventName(rawValue: "trial_converted") }
    public static var trialExpired: EventName { EventName(rawValue: "trial_expired") }
    public static var trialRenewalCancelled: EventName { EventName(rawValue: "trial_renewal_cancelled") }
    public static var trialRenewalReactivated: EventName { EventName(rawValue: "trial_renewal_reactivated") }
    public static var nonSubscriptionPurchase: EventName { EventName(rawValue: "non_subscription_purchase") }
    public static var nonSubscriptionPurchaseRefunded: EventName {
        EventName(rawValue: "non_subscription_purchase_refunded")
    }
    public static var billingIssueDetected: EventName { EventName(rawValue: "billing_issue_detected") }
    public static var enteredGracePeriod: EventName { EventName(rawValue: "entered_grace_period") }
    public static var accessLevelUpdated: EventName { EventName(rawValue: "access_level_updated") }
    public static var subscriptionActive: EventName { EventName(rawValue: "subscription_active") }
    public static var trialActive: EventName { EventName(rawValue: "trial_active") }
}
