/// What an event says about access, so that nobody has to infer it from a word like "cancelled".
public struct EventMeaning: OpenVocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Access begins.
    public static let started = EventMeaning(rawValue: "started")
    /// Access goes on: renewed, converted, reactivated or deferred.
    public static let continued = EventMeaning(rawValue: "continued")
    /// Access has ended.
    public static let ended = EventMeaning(rawValue: "ended")
    /// Still entitled; auto-renewal was turned off.
    public static let renewalOff = EventMeaning(rawValue: "renewal_off")
    /// Still entitled; auto-renewal was turned on again.
    public static let renewalOn = EventMeaning(rawValue: "renewal_on")
    /// Money went back; look at the access level.
    public static let refunded = EventMeaning(rawValue: "refunded")
    /// Paused by the user (Android).
    public static let paused = EventMeaning(rawValue: "paused")
    /// A charge failed; access may go on.
    public static let billingIssue = EventMeaning(rawValue: "billing_issue")
    /// Still entitled during the grace period.
    public static let gracePeriod = EventMeaning(rawValue: "grace_period")
    /// A purchase that is no subscription.
    public static let purchased = EventMeaning(rawValue: "purchased")
    /// The access level is inside the event.
    public static let accessChanged = EventMeaning(rawValue: "access_changed")
    /// A name of your own.
    public static let unknown = EventMeaning(rawValue: "unknown")

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
