/// Texts that are data of an app: ids, stores, offers.
enum Vocabulary {
    static let products: [StaticString] = [
        "com.example.app.premium.monthly", "com.example.app.premium.yearly.trial7", "basic_subscription_1_month",
        "unlimited.1y.t7d.4999", "gold_weekly_499",
        "com.example.fitness.pro.3m", "standard.month.9_99",
    ]
    static let consumables: [StaticString] = [
        "coins_pack_100", "coins_pack_500", "unlock_map_3", "com.example.app.lifetime", "gems.large",
    ]
    static let levels: [StaticString] = ["premium", "standard", "gold", "vip_access"]
    static let stores: [StaticString] = ["app_store", "app_store", "app_store", "play_store", "adapty", "stripe"]
    static let offers: [StaticString] = ["free_trial", "pay_as_you_go", "pay_up_front"]
    static let reasons: [StaticString] = [
        "voluntarily_cancelled", "billing_error", "refund", "price_increase", "product_was_not_available", "unknown",
    ]
    static let countries: [StaticString] = ["US", "DE", "FR", "JP", "BR", "GB", "TR", "IN"]
    static let currencies: [StaticString] = ["USD", "EUR", "JPY", "BRL", "GBP"]
    static let userAgents: [StaticString] = [
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
        "Mozilla/5.0 (Linux; Android 12; SM-G991B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/98.0.4758.101 Mobile Safari/537.36",
        "App/1 CFNetwork/1404.0.5 Darwin/22.3.0",
    ]
    /// Names of generations A and B.
    static let legacyEvents: [StaticString] = [
        "subscription_initial_purchase", "subscription_cancelled", "trial_cancelled", "auto_renew_off", "auto_renew_on",
        "auto_renew_off_subscription",
        "auto_renew_on_subscription",
    ]
    /// Spellings with one L, and upper case of old and current names.
    static let otherSpellings: [StaticString] = [
        "subscription_canceled", "SUBSCRIPTION_CANCELED", "SUBSCRIPTION_CANCELLED", "TRIAL_CANCELLED", "TRIAL_CANCELED",
        "AUTO_RENEW_OFF",
        "AUTO_RENEW_ON_SUBSCRIPTION", "SUBSCRIPTION_RENEWED", "SUBSCRIPTION_EXPIRED", "ACCESS_LEVEL_UPDATED",
        "SUBSCRIPTION_RENEWAL_CANCELED",
        "trial_renewal_canceled", "ENTERED_GRACE_PERIOD", "NON_SUBSCRIPTION_PURCHASE_REFUNDED",
    ]
    static let currentEvents: [StaticString] = [
        "subscription_started", "subscription_renewed", "subscription_expired", "trial_started", "trial_converted",
        "trial_renewal_cancelled",
        "non_subscription_purchase", "billing_issue_detected", "entered_grace_period", "subscription_refunded",
        "access_level_updated", "my_own_event",
    ]
}
