import AdaptyMigrationCore

/// What an event says about access, so that nobody has to infer it from a word like "cancelled".
public enum EventMeaning: String, Sendable, CustomStringConvertible {
    /// Access begins.
    case started
    /// Access goes on: renewed, converted, reactivated or deferred.
    case continued
    /// Access has ended.
    case ended
    /// Still entitled; auto-renewal was turned off.
    case renewalOff = "renewal_off"
    /// Still entitled; auto-renewal was turned on again.
    case renewalOn = "renewal_on"
    /// Money went back; look at the access level.
    case refunded
    /// Paused by the user (Android).
    case paused
    /// A charge failed; access may go on.
    case billingIssue = "billing_issue"
    /// Still entitled during the grace period.
    case gracePeriod = "grace_period"
    /// A purchase that is no subscription.
    case purchased
    /// The access level is inside the event.
    case accessChanged = "access_changed"
    /// A name of your own.
    case unknown

    /// The word for it in files and answers.
    public var description: String { rawValue }

    /// Whether the user may still use what was bought: `true` still entitled, `false` ended, `nil` the event does not
    /// say.
    public var isEntitled: Bool? {
        switch self {
        case .started, .continued, .renewalOff, .renewalOn, .gracePeriod, .purchased: true
        case .ended: false
        default: nil
        }
    }
}
