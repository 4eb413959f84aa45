import AdaptyMigrationCore

/// The meaning of an event, whatever it is called. This list is a second opinion: write it from Adapty's description of
/// the events and not from the alias table, so that a wrong alias is detected.
package struct AccessEvent: Sendable {
    /// The current name of the event.
    package let name: String
    /// The effect of the event on access.
    package let effect: String
    /// Former names in lower case, with `cancelled` spelled with two Ls.
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

    /// All spellings, including upper case and `canceled` with one L.
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
