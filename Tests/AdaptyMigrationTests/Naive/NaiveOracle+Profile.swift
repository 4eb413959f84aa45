extension NaiveOracle {
    func profile(_ document: Meaning) -> Meaning {
        let (body, id) = unwrapped(document)
        var profile = body
        let levels = ["access_levels", "paid_access_levels"].compactMap { profile.remove(name($0)) }.first
        let ids = [profile.remove(name("profile_id")), id].compactMap { $0 }
        let attributes = profile.remove(name("custom_attributes"))
        let user = profile.remove(name("customer_user_id"))
        let subscriptions = profile.remove("subscriptions")
        let others = profile.remove(name("non_subscriptions"))
        for name in NaiveField.serverOnly + ["apple_validation_result"] { _ = profile.remove(self.name(name)) }

        profile["profile_id"] = ids.first
        profile["customer_user_id"] = user
        profile["custom_attributes"] = attributes == .list([]) ? .object([:]) : attributes
        profile["paid_access_levels"] = levels?.mapMembers(accessLevel)
        profile["subscriptions"] = subscriptions?.mapMembers { moved($0, NaiveField.subscription) }
        profile["non_subscriptions"] = others?.mapMembers { $0.mapElements(nonSubscription) }
        return profile
    }

    /// SDK 2.0 took the transactions away.
    private func accessLevel(_ level: Meaning) -> Meaning {
        var level = moved(level, NaiveField.accessLevel)
        _ = level.remove("vendor_transaction_id")
        _ = level.remove("vendor_original_transaction_id")
        return level
    }

    private func nonSubscription(_ purchase: Meaning) -> Meaning {
        var purchase = moved(purchase, NaiveField.nonSubscription)
        _ = purchase.remove("vendor_original_transaction_id")
        if let once = purchase.remove("is_one_time") { purchase["is_consumable"] = once }
        return purchase
    }
}
