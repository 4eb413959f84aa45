import AdaptyMigrationCore

/// What happened, whatever an event is called: written a second time, from the events that Adapty describes, and not
/// from the alias table, so that a wrong alias shows.
package struct AccessEvent: Sendable {
    /// What happened, in the words of today.
    package let name: String
    /// What it means for access.
    package let effect: String
    /// Lower-case names it had, with `cancelled` in two Ls.
    let names: [String]

    private init(_ name: String, _ effect: String, _ older: String...) {
        self.name = name
        self.effect = effect
        names = [name] + older
    }

    static let all: [AccessEvent] = [
        AccessEvent("trial_started", "access begins"),
        AccessEvent("trial_converted", "access goes on"),
        AccessEvent("trial_active", "access goes on"),
        AccessEvent("trial_expired", "access has ended", "trial_cancelled"),
        AccessEvent("trial_renewal_cancelled", "will not renew", "auto_renew_off"),
        AccessEvent("trial_renewal_reactivated", "will renew", "auto_renew_on"),
        AccessEvent("subscription_started", "access begins", "subscription_initial_purchase"),
        AccessEvent("subscription_renewed", "access goes on"),
        AccessEvent("subscription_active", "access goes on"),
        AccessEvent("subscription_expired", "access has ended", "subscription_cancelled"),
        AccessEvent("subscription_renewal_cancelled", "will not renew", "auto_renew_off_subscription"),
        AccessEvent("subscription_renewal_reactivated", "will renew", "auto_renew_on_subscription"),
        AccessEvent("subscription_refunded", "money back"),
        AccessEvent("subscription_paused", "paused"),
        AccessEvent("subscription_deferred", "access goes on"),
        AccessEvent("non_subscription_purchase", "bought once"),
        AccessEvent("non_subscription_purchase_refunded", "money back"),
        AccessEvent("billing_issue_detected", "billing issue"),
        AccessEvent("entered_grace_period", "grace period"),
        AccessEvent("access_level_updated", "access changed"),
    ]

    /// Every spelling: upper case too, and `canceled` with one L.
    package static let bySpelling: [String: AccessEvent] = {
        var found: [String: AccessEvent] = [:]
        for event in all {
            for name in event.names {
                let words = name.split(separator: "_")
                for spelling in [name, words.map { $0 == "cancelled" ? "canceled" : $0 }.joined(separator: "_")] {
                    found[spelling] = event
                    found[spelling.uppercased()] = event
                }
            }
        }
        return found
    }()
}
