import AdaptyMigrationCore

/// What an event says about access, so that nobody has to infer it from a word like "cancelled".
public struct EventMeaning: OpenVocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Access begins.
    public static var started: EventMeaning { EventMeaning(rawValue: "started") }
    /// Access goes on: renewed, converted, reactivated or deferred.
    public static var continued: EventMeaning { EventMeaning(rawValue: "continued") }
    /// Access has ended.
    public static var ended: EventMeaning { EventMeaning(rawValue: "ended") }
    /// Still entitled; auto-renewal was turned off.
    public static var renewalOff: EventMeaning { EventMeaning(rawValue: "renewal_off") }
    /// Still entitled; auto-renewal was turned on again.
    public static var renewalOn: EventMeaning { EventMeaning(rawValue: "renewal_on") }
    /// Money went back; look at the access level.
    public static var refunded: EventMeaning { EventMeaning(rawValue: "refunded") }
    /// Paused by the user (Android).
    public static var paused: EventMeaning { EventMeaning(rawValue: "paused") }
    /// A charge failed; access may go on.
    public static var billingIssue: EventMeaning { EventMeaning(rawValue: "billing_issue") }
    /// Still entitled during the grace period.
    public static var gracePeriod: EventMeaning { EventMeaning(rawValue: "grace_period") }
    /// A purchase that is no subscription.
    public static var purchased: EventMeaning { EventMeaning(rawValue: "purchased") }
    /// The access level is inside the event.
    public static var accessChanged: EventMeaning { EventMeaning(rawValue: "access_changed") }
    /// A name of your own.
    public static var unknown: EventMeaning { EventMeaning(rawValue: "unknown") }

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
