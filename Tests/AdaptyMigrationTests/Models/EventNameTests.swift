@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationCore

/// Names of webhook events, written from Adapty's documentation and not from the project's table. The naive oracle
/// reads these lists, too. They are a second opinion: write what Adapty says, and do not copy the table.
@Suite("Models: event names")
struct EventNameTests {
    static let aliases: [(old: String, current: String, isStated: Bool)] = [
        ("subscription_initial_purchase", "subscription_started", true),
        ("subscription_cancelled", "subscription_expired", true), ("trial_cancelled", "trial_expired", true),
        ("auto_renew_off", "trial_renewal_cancelled", false), ("auto_renew_on", "trial_renewal_reactivated", false),
        ("auto_renew_off_subscription", "subscription_renewal_cancelled", false),
        ("auto_renew_on_subscription", "subscription_renewal_reactivated", false),
    ]

    static let current: [(name: String, meaning: EventMeaning, isEntitled: Bool?)] = [
        ("subscription_started", .started, true), ("subscription_renewed", .continued, true),
        ("subscription_expired", .ended, false), ("trial_started", .started, true),
        ("trial_converted", .continued, true), ("trial_expired", .ended, false),
        ("non_subscription_purchase", .purchased, true), ("billing_issue_detected", .billingIssue, nil),
        ("entered_grace_period", .gracePeriod, true), ("trial_renewal_cancelled", .renewalOff, true),
        ("trial_renewal_reactivated", .renewalOn, true),
        ("subscription_renewal_cancelled", .renewalOff, true), ("subscription_renewal_reactivated", .renewalOn, true),
        ("subscription_refunded", .refunded, nil),
        ("non_subscription_purchase_refunded", .refunded, nil), ("subscription_paused", .paused, nil),
        ("subscription_deferred", .continued, true),
        ("access_level_updated", .accessChanged, nil), ("subscription_active", .continued, true),
        ("trial_active", .continued, true),
    ]

    /// `canceled` with one L, in lower case.
    static let withOneL: [(spelling: String, current: String)] = [
        ("subscription_canceled", "subscription_expired"), ("trial_canceled", "trial_expired"),
        ("subscription_renewal_canceled", "subscription_renewal_cancelled"),
        ("trial_renewal_canceled", "trial_renewal_cancelled"),
    ]

    @Test("every alias, in either case", arguments: aliases)
    func alias(old: String, current: String, isStated: Bool) throws {
        #expect(EventName(rawValue: old).canonical.rawValue == current)
        #expect(EventName(rawValue: old.uppercased()).canonical.rawValue == current)
        #expect(EventName(rawValue: current.uppercased()).canonical.rawValue == current)
        #expect(EventName(rawValue: current).legacy.rawValue == old)
        #expect(EventName(rawValue: current.uppercased()).legacy.rawValue == old)
        #expect(EventName(rawValue: old).legacy.rawValue == old)
        #expect(!EventName(rawValue: old).isCurrent)
        #expect(
            [old, old.uppercased(), current.uppercased()].allSatisfy {
                EventName(rawValue: $0).dialect == .webhookLegacy
            })
        #expect(EventName(rawValue: old).meaning == EventName(rawValue: current).meaning)
        #expect(try #require(EventAlias.all.first { $0.old == old }).isStated == isStated)
    }

    @Test("there are no other aliases and no other current names")
    func complete() {
        #expect(
            Set(EventAlias.all.map(\.old)) == Set(EventNameTests.aliases.map(\.old)),
            "EventAlias.all and EventNameTests.aliases do not have the same old names")
        #expect(
            Set(EventName.vocabulary.map(\.name)) == Set(EventNameTests.current.map(\.name)),
            "EventName.vocabulary and EventNameTests.current do not have the same names")
    }

    @Test("every current name is canonical and means what Adapty says", arguments: current)
    func currentName(name: String, meaning: EventMeaning, isEntitled: Bool?) {
        let event = EventName(rawValue: name)
        #expect(event.canonical == event)
        #expect(event.isCurrent)
        #expect(event.dialect == .webhook)
        #expect(event.meaning == meaning)
        #expect(event.meaning.isEntitled == isEntitled)
        #expect(EventName(rawValue: name.uppercased()).canonical == event)
        #expect(EventName(rawValue: name.uppercased()).meaning == meaning)
    }

    @Test("CANCELED with one L, in either case", arguments: withOneL)
    func singleL(spelling: String, current: String) {
        #expect(EventName(rawValue: spelling).canonical.rawValue == current)
        #expect(EventName(rawValue: spelling.uppercased()).canonical.rawValue == current)
    }

    @Test(
        "look-alikes stay what they are",
        arguments: [
            "subscription_cancelled_", "_subscription_cancelled", " subscription_cancelled", "subscription_cancelled ",
            "subscription-cancelled", "subscriptionCancelled", "subscription.cancelled",
            "Subscription_Cancelled", "SUBSCRIPTION_cancelled", "Subscription_cancelled", "subscription_cancellation",
            "subscription_cancel", "subscription_cancelledd", "subscription_cancelled2",
            "auto_renew", "auto_renew_off_trial", "auto_renew_on_trial", "auto_renew_off_subscriptions",
            "auto_renewal_off", "auto_renew_offf", "AUTO_RENEW", "cancelled", "canceled", "expired",
            "trial", "trial_cancel", "trial_canceledd", "refund", "subscription_reactivated", "access_level_expired",
            "subscription_initial", "initial_purchase", "subscription_purchase",
            "subscription_start", "subscription_renewal", "subscription_renewal_cancel", "my_own_name", "",
            "SUBSCRIPTION", "subscription_cancelléd", "ſubscription_cancelled", "subscrıption_cancelled",
            "subscription_cancelled\u{0}", "subscription_cancelled\u{301}", "ｓubscription_cancelled",
            "СUBSCRIPTION_CANCELLED", "trıal_cancelled", "TRİAL_CANCELLED",
        ])
    func lookAlike(_ name: String) throws {
        let event = EventName(rawValue: name)
        #expect(event.canonical == event)
        #expect(event.legacy == event)
        #expect(!event.isCurrent)
        #expect(event.dialect == .webhook)
        #expect(event.meaning == .unknown)
        #expect(event.meaning.isEntitled == nil)
        // And through the byte path.
        let text =
            "{\"profile_id\":\"p\",\"event_type\":\(RawJSON(string: event.rawValue)),\"event_properties\":{}}"
        #expect(
            try Migrator().upgrade(Array(text.utf8), from: .webhookLegacy).documentWithoutResidue == Array(text.utf8))
    }

    @Test("cancelled renewal is still entitled, cancelled subscription has ended")
    func opposites() {
        #expect(EventName(rawValue: "subscription_renewal_cancelled").meaning == .renewalOff)
        #expect(EventName(rawValue: "subscription_renewal_cancelled").meaning.rawValue == "renewal_off")
        #expect(EventName(rawValue: "subscription_renewal_cancelled").meaning.isEntitled == true)
        #expect(EventName(rawValue: "auto_renew_off_subscription").meaning.isEntitled == true)
        #expect(EventName(rawValue: "subscription_cancelled").meaning == .ended)
        #expect(EventName(rawValue: "subscription_cancelled").meaning.isEntitled == false)
        #expect(EventName(rawValue: "SUBSCRIPTION_CANCELED").meaning.isEntitled == false)
        #expect(EventName(rawValue: "trial_cancelled").meaning.isEntitled == false)
        #expect(EventName(rawValue: "trial_renewal_cancelled").meaning.isEntitled == true)
    }

    @Test("every alias through the byte path and back", arguments: aliases)
    func bytes(old: String, current: String, isStated: Bool) throws {
        for spelling in [old, old.uppercased(), current.uppercased()] {
            let text = #"{"event_type": "\#(spelling)", "event_properties": {"price_usd": 9.90}}"#
            let upgraded = try Migrator().upgrade(Array(text.utf8))
            #expect(
                String(decoding: upgraded.documentWithoutResidue, as: UTF8.self)
                    == text.replacing("\"\(spelling)\"", with: "\"\(current)\""))
            #expect(try Migrator().downgrade(upgraded.document).documentWithoutResidue == Array(text.utf8))
        }
        let text = #"{"event_type":"\#(current)","event_properties":{}}"#
        let down = try Migrator().downgrade(Array(text.utf8), to: .webhookLegacy)
        #expect(String(decoding: down.documentWithoutResidue, as: UTF8.self).contains("\"\(old)\""))
    }
}
