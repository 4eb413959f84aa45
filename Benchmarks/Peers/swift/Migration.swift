import Foundation

/// What dropped and recoded members were.
struct Past {
    var was: [String: JSON] = [:]

    mutating func drop(_ text: String?, _ path: @autoclosure () -> String) {
        if let text { was[path()] = .string(text) }
    }

    mutating func note(_ flag: Flag?, _ path: @autoclosure () -> String) {
        if let old = flag?.was { was[path()] = old }
    }

    mutating func note(_ date: WireDate?, _ path: @autoclosure () -> String) {
        if let old = date?.was { was[path()] = .string(old) }
    }

    /// Nulls of members that go.
    mutating func drop(_ names: [String], from rest: inout [String: JSON], _ path: @autoclosure () -> String) {
        for name in names {
            if let value = rest.removeValue(forKey: name) { was[path() + name] = value }
        }
    }

    mutating func access(_ entry: Open<Access>, _ path: String, isLevel: Bool) -> Open<Access> {
        var entry = entry
        let access = entry.record
        if isLevel {
            drop(access.vendorTransactionId, path + "vendor_transaction_id")
            drop(access.vendorOriginalTransactionId, path + "vendor_original_transaction_id")
            entry.record.vendorTransactionId = nil
            entry.record.vendorOriginalTransactionId = nil
            drop(["vendor_transaction_id", "vendor_original_transaction_id"], from: &entry.rest, path)
        } else {
            note(access.isSandbox, path + "is_sandbox")
        }
        note(access.isActive, path + "is_active")
        note(access.isLifetime, path + "is_lifetime")
        note(access.isRefund, path + "is_refund")
        note(access.willRenew, path + "will_renew")
        note(access.isInGracePeriod, path + "is_in_grace_period")
        note(access.activatedAt, path + "activated_at")
        note(access.startsAt, path + "starts_at")
        note(access.renewedAt, path + "renewed_at")
        note(access.expiresAt, path + "expires_at")
        note(access.unsubscribedAt, path + "unsubscribed_at")
        note(access.billingIssueDetectedAt, path + "billing_issue_detected_at")
        return entry
    }

    mutating func purchase(_ entry: Open<LegacyPurchase>, _ path: String) -> Open<Purchase> {
        let old = entry.record
        var rest = entry.rest
        drop(old.vendorOriginalTransactionId, path + "vendor_original_transaction_id")
        drop(["vendor_original_transaction_id"], from: &rest, path)
        if let null = rest.removeValue(forKey: "is_one_time") { rest["is_consumable"] = null }
        note(old.isOneTime, path + "is_one_time")
        note(old.isSandbox, path + "is_sandbox")
        note(old.isRefund, path + "is_refund")
        note(old.purchasedAt, path + "purchased_at")
        return Open(
            Purchase(
                purchaseId: old.purchaseId, vendorProductId: old.vendorProductId,
                vendorTransactionId: old.vendorTransactionId, store: old.store,
                purchasedAt: old.purchasedAt, isConsumable: old.isOneTime, isSandbox: old.isSandbox,
                isRefund: old.isRefund
            ), rest)
    }
}

func upgrade(_ document: Open<LegacyProfile>, _ envelope: Envelope.Content?) -> Open<Profile> {
    var past = Past()
    let old = document.record
    var rest = document.rest
    past.drop(old.id, "id")
    past.drop(old.appId, "app_id")
    for (name, value) in [
        ("total_revenue_usd", old.totalRevenueUsd), ("promotional_offer_eligibility", old.promotionalOfferEligibility),
        ("introductory_offer_eligibility", old.introductoryOfferEligibility),
        ("apple_validation_result", old.appleValidationResult),
    ] where value != nil { past.was[name] = value }
    past.drop(
        [
            "id", "app_id", "total_revenue_usd", "promotional_offer_eligibility", "introductory_offer_eligibility",
            "apple_validation_result",
        ], from: &rest, "")
    var attributes = old.customAttributes
    if case .array(let list)? = attributes, list.isEmpty {
        past.was["custom_attributes"] = .array([])
        attributes = .object([:])
    }
    var profile = Profile(
        profileId: old.profileId ?? old.id ?? envelope?.id, customerUserId: old.customerUserId,
        customAttributes: attributes,
        paidAccessLevels: old.paidAccessLevels.map { levels in
            Dictionary(
                uniqueKeysWithValues: levels.map { ($0, past.access($1, "paid_access_levels/\($0)/", isLevel: true)) })
        },
        subscriptions: old.subscriptions.map { entries in
            Dictionary(
                uniqueKeysWithValues: entries.map { ($0, past.access($1, "subscriptions/\($0)/", isLevel: false)) })
        },
        nonSubscriptions: old.nonSubscriptions.map { lists in
            Dictionary(
                uniqueKeysWithValues: lists.map { id, list in
                    (id, list.enumerated().map { past.purchase($1, "non_subscriptions/\(id)/\($0)/") })
                })
        }
    )
    if envelope != nil || !past.was.isEmpty {
        profile.residue = Residue(
            from: "sdk1-wire",
            envelope: envelope.map {
                .object([
                    "data": .object(["type": $0.type.map(JSON.string) ?? .null, "id": $0.id.map(JSON.string) ?? .null])
                ])
            },
            added: old.profileId == nil && profile.profileId != nil ? ["profile_id"] : nil, was: past.was
        )
    }
    return Open(profile, rest)
}

let aliases: [String: String] = {
    let old = [
        "subscription_initial_purchase": "subscription_started", "subscription_cancelled": "subscription_expired",
        "trial_cancelled": "trial_expired",
        "auto_renew_off": "trial_renewal_cancelled", "auto_renew_on": "trial_renewal_reactivated",
        "auto_renew_off_subscription": "subscription_renewal_cancelled",
        "auto_renew_on_subscription": "subscription_renewal_reactivated",
    ]
    let current = """
        subscription_started subscription_renewed subscription_expired trial_started trial_converted trial_expired non_subscription_purchase \
        billing_issue_detected entered_grace_period trial_renewal_cancelled trial_renewal_reactivated subscription_renewal_cancelled \
        subscription_renewal_reactivated subscription_refunded non_subscription_purchase_refunded subscription_paused subscription_deferred \
        access_level_updated subscription_active trial_active
        """.split(separator: " ").map(String.init)
    var aliases: [String: String] = [:]
    for (name, now) in current.map({ ($0, $0) }) + old.map({ ($0, $1) }) {
        for spelling in [name, name.replacingOccurrences(of: "cancelled", with: "canceled")] {
            aliases[spelling.uppercased()] = now
            if spelling != now { aliases[spelling] = now }
        }
    }
    return aliases
}()

func upgrade(_ document: Open<Event>) -> Open<Event> {
    var document = document
    if let name = document.record.eventType, let current = aliases[name] {
        document.record.eventType = current
        document.record.residue = Residue(from: "webhook-legacy", was: ["event_type": .string(name)])
    }
    return document
}
