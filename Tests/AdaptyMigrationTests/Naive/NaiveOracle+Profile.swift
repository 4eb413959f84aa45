extension NaiveOracle {
    func profile(_ document: Meaning) -> Meaning {
        let (body, id) = unwrapped(document)
        var profile = moved(body, NaiveField.serverOnly)
        let levels = ["access_levels", "paid_access_levels"].compactMap { profile.remove(name($0)) }.first
        let ids = [profile.remove(name("profile_id")), id].compactMap { $0 }
        let attributes = profile.remove(name("custom_attributes"))
        let user = profile.remove(name("customer_user_id"))
        let subscriptions = profile.remove("subscriptions")
        let others = profile.remove(name("non_subscriptions"))

        profile["profile_id"] = ids.first
        profile["customer_user_id"] = user
        profile["custom_attributes"] = attributes == .list([]) ? .object([:]) : attributes
        profile["paid_access_levels"] = levels?.mapMembers { moved($0, NaiveField.accessLevel) }
        profile["subscriptions"] = subscriptions?.mapMembers { moved($0, NaiveField.subscription) }
        profile["non_subscriptions"] = others?.mapMembers { $0.mapElements(nonSubscription) }
        return profile
    }

    private func nonSubscription(_ purchase: Meaning) -> Meaning {
        var purchase = moved(purchase, NaiveField.nonSubscription)
        if let once = purchase.remove("is_one_time") { purchase["is_consumable"] = once }
        return purchase
    }
}
