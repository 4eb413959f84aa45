/// The name of a webhook event. Open: names can be remapped in the dashboard, so an unknown one stays what it is.
public struct EventName: OpenVocabulary, FieldValue {
    /// The name as received.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The current name: aliases and upper-case spellings resolved by exact match, every other name unchanged.
    public var canonical: EventName { EventName.aliases[rawValue].map { EventName(rawValue: $0) } ?? self }

    /// The name of generations A and B; the name itself where there was no other.
    public var legacy: EventName {
        EventAlias.all.first { $0.current == canonical.rawValue }.map { EventName(rawValue: $0.old) } ?? canonical
    }

    /// The dialect of an event of this name: old where the name is an alias, current otherwise, also for names of your
    /// own.
    public var dialect: Dialect { EventName.aliases[rawValue] == nil ? .webhook : .webhookLegacy }

    /// Whether this is one of the current names (seed 004's table, and the two opt-in names of 2026).
    public var isCurrent: Bool { EventName.meanings[rawValue] != nil }

    /// What the event says about access; ``EventMeaning/unknown`` for names of your own.
    public var meaning: EventMeaning { EventName.meanings[canonical.rawValue] ?? .unknown }

    public static let subscriptionStarted = EventName(rawValue: "subscription_started")
    public static let subscriptionRenewed = EventName(rawValue: "subscription_renewed")
    public static let subscriptionExpired = EventName(rawValue: "subscription_expired")
    public static let subscriptionRenewalCancelled = EventName(rawValue: "subscription_renewal_cancelled")
    public static let subscriptionRenewalReactivated = EventName(rawValue: "subscription_renewal_reactivated")
    public static let subscriptionRefunded = EventName(rawValue: "subscription_refunded")
    public static let subscriptionPaused = EventName(rawValue: "subscription_paused")
    public static let subscriptionDeferred = EventName(rawValue: "subscription_deferred")
    public static let trialStarted = EventName(rawValue: "trial_started")
    public static let trialConverted = EventName(rawValue: "trial_converted")
    public static let trialExpired = EventName(rawValue: "trial_expired")
    public static let trialRenewalCancelled = EventName(rawValue: "trial_renewal_cancelled")
    public static let trialRenewalReactivated = EventName(rawValue: "trial_renewal_reactivated")
    public static let nonSubscriptionPurchase = EventName(rawValue: "non_subscription_purchase")
    public static let nonSubscriptionPurchaseRefunded = EventName(rawValue: "non_subscription_purchase_refunded")
    public static let billingIssueDetected = EventName(rawValue: "billing_issue_detected")
    public static let enteredGracePeriod = EventName(rawValue: "entered_grace_period")
    public static let accessLevelUpdated = EventName(rawValue: "access_level_updated")
    public static let subscriptionActive = EventName(rawValue: "subscription_active")
    public static let trialActive = EventName(rawValue: "trial_active")
}
