extension NaiveOracle {
    func event(_ document: Meaning) -> Meaning {
        var event = document
        guard case .text(let bytes) = event["event_type"] else { return event }
        let name = String(decoding: bytes, as: UTF8.self)
        let current =
            NaiveOracle.names[name] ?? NaiveOracle.names[name.lowercased()].flatMap {
                name == name.uppercased() ? $0 : nil
            } ?? name
        event["event_type"] = .text(Array(current.utf8))
        return event
    }

    /// Lower-case spellings of generations A to C and what they are called now.
    private static let names: [String: String] = [
        "subscription_initial_purchase": "subscription_started", "subscription_cancelled": "subscription_expired",
        "subscription_canceled": "subscription_expired",
        "trial_cancelled": "trial_expired", "trial_canceled": "trial_expired",
        "auto_renew_off": "trial_renewal_cancelled", "auto_renew_on": "trial_renewal_reactivated",
        "auto_renew_off_subscription": "subscription_renewal_cancelled",
        "auto_renew_on_subscription": "subscription_renewal_reactivated",
        "subscription_renewal_canceled": "subscription_renewal_cancelled",
        "trial_renewal_canceled": "trial_renewal_cancelled",
        "subscription_started": "subscription_started", "subscription_renewed": "subscription_renewed",
        "subscription_expired": "subscription_expired", "trial_started": "trial_started",
        "trial_converted": "trial_converted", "trial_expired": "trial_expired",
        "non_subscription_purchase": "non_subscription_purchase", "billing_issue_detected": "billing_issue_detected",
        "entered_grace_period": "entered_grace_period", "trial_renewal_cancelled": "trial_renewal_cancelled",
        "trial_renewal_reactivated": "trial_renewal_reactivated",
        "subscription_renewal_cancelled": "subscription_renewal_cancelled",
        "subscription_renewal_reactivated": "subscription_renewal_reactivated",
        "subscription_refunded": "subscription_refunded",
        "non_subscription_purchase_refunded": "non_subscription_purchase_refunded",
        "subscription_paused": "subscription_paused",
        "subscription_deferred": "subscription_deferred", "access_level_updated": "access_level_updated",
    ]
}
