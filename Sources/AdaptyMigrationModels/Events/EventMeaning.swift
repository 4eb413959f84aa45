import AdaptyMigrationCore

/// The meaning of an event for access, so that nobody has to guess it from a word like "cancelled". Later
/// versions may add meanings, so a `switch` needs an `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EventMeaning: String, Sendable, CustomStringConvertible {
    /// Access begins.
    case started
    /// Access continues: the subscription was renewed, converted, reactivated or deferred.
    case continued
    /// Access has ended.
    case ended
    /// The user is still entitled; auto-renewal was turned off.
    case renewalOff = "renewal_off"
    /// The user is still entitled; auto-renewal was turned on again.
    case renewalOn = "renewal_on"
    /// The payment was refunded. See the access level.
    case refunded
    /// Paused by the user (Android).
    case paused
    /// A charge failed; access may continue.
    case billingIssue = "billing_issue"
    /// The user is still entitled during the grace period.
    case gracePeriod = "grace_period"
    /// A purchase that is not a subscription.
    case purchased
    /// The access level in the event has changed.
    case accessChanged = "access_changed"
    /// A custom event name.
    case unknown

    /// The name of the meaning in files and answers.
    public var description: String { rawValue }

    /// Whether the user may still use the purchase: `true` means still entitled, `false` ended, and `nil` that the
    /// event does not say.
    public var isEntitled: Bool? {
        switch self {
        case .started, .continued, .renewalOff, .renewalOn, .gracePeriod, .purchased: true
        case .ended: false
        default: nil
        }
    }
}
