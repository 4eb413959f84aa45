/// An old event name and its successor. The pairs are exact and one to one, without prefixes or fuzzy matching:
/// `subscription_cancelled` (ended) and `subscription_renewal_cancelled` (still entitled) are opposites.
public struct EventAlias: Sendable, Equatable {
    /// The old name.
    public let old: String
    /// The current name.
    public let current: String
    /// Whether Adapty states the pair. Otherwise it was deduced from identical descriptions.
    public let isStated: Bool

    /// All pairs.
    public static let all: [EventAlias] = [
        EventAlias(old: "subscription_initial_purchase", current: "subscription_started", isStated: true),
        EventAlias(old: "subscription_cancelled", current: "subscription_expired", isStated: true),
        EventAlias(old: "trial_cancelled", current: "trial_expired", isStated: true),
        EventAlias(old: "auto_renew_off", current: "trial_renewal_cancelled", isStated: false),
        EventAlias(old: "auto_renew_on", current: "trial_renewal_reactivated", isStated: false),
        EventAlias(old: "auto_renew_off_subscription", current: "subscription_renewal_cancelled", isStated: false),
        EventAlias(old: "auto_renew_on_subscription", current: "subscription_renewal_reactivated", isStated: false),
    ]
}

extension EventName {
    /// All current names with the name of their meaning (`EventMeaning`), in the order of the page *Events
    /// to send to 3d-party integrations* in Adapty's docs.
    package static let vocabulary: [(name: String, meaning: String)] = [
        ("subscription_started", "started"), ("subscription_renewed", "continued"), ("subscription_expired", "ended"),
        ("trial_started", "started"), ("trial_converted", "continued"), ("trial_expired", "ended"),
        ("non_subscription_purchase", "purchased"), ("billing_issue_detected", "billing_issue"),
        ("entered_grace_period", "grace_period"),
        ("trial_renewal_cancelled", "renewal_off"), ("trial_renewal_reactivated", "renewal_on"),
        ("subscription_renewal_cancelled", "renewal_off"), ("subscription_renewal_reactivated", "renewal_on"),
        ("subscription_refunded", "refunded"), ("non_subscription_purchase_refunded", "refunded"),
        ("subscription_paused", "paused"),
        ("subscription_deferred", "continued"), ("access_level_updated", "access_changed"),
        ("subscription_active", "continued"), ("trial_active", "continued"),
    ]

    /// Every spelling of every name.
    static let all = Set(vocabulary.map(\.name)).union(aliases.keys).union(EventAlias.all.map(\.old))

    /// The same in their order.
    package static let spellings = all.sorted()

    /// Maps every spelling that is not current to the current name: old names, upper case, and `CANCELED` with one L in
    /// either case.
    package static let aliases: [String: String] = {
        var aliases: [String: String] = [:]
        func add(_ spelling: String, _ current: String) {
            for text in [spelling, spelling.replacingLL] {
                if text != current { aliases[text] = current }
                aliases[text.uppercased()] = current
            }
        }
        for entry in vocabulary { add(entry.name, entry.name) }
        for alias in EventAlias.all { add(alias.old, alias.current) }
        return aliases
    }()
}

extension String {
    /// `subscription_cancelled` → `subscription_canceled`, as Adapty's page of events spells it once.
    fileprivate var replacingLL: String {
        split(separator: "_", omittingEmptySubsequences: false).map { $0 == "cancelled" ? "canceled" : String($0) }
            .joined(separator: "_")
    }
}
