import AdaptyMigrationCore

/// Anything with a price in the store: a product of any dialect, and its discounts.
public protocol Priced: DocumentModel {}

extension Priced {
    /// Price in the local currency.
    public var price: JSONNumber? {
        get { self["price"] }
        set { self["price"] = newValue }
    }
    /// Currency of the price; in discounts since SDK 2.6.3.
    public var currencyCode: String? {
        get { self["currency_code"] }
        set { self["currency_code"] = newValue }
    }
    /// Currency symbol of the price; in discounts since SDK 2.6.3.
    public var currencySymbol: String? {
        get { self["currency_symbol"] }
        set { self["currency_symbol"] = newValue }
    }
    /// Formatted price.
    public var localizedPrice: String? {
        get { self["localized_price"] }
        set { self["localized_price"] = newValue }
    }
    /// Period of the subscription or the discount.
    public var subscriptionPeriod: AdaptyProductSubscriptionPeriod? {
        get { self[part: "subscription_period"] }
        _modify { yield &self[part: "subscription_period"] }
    }
    /// Formatted period.
    public var localizedSubscriptionPeriod: String? {
        get { self["localized_subscription_period"] }
        set { self["localized_subscription_period"] = newValue }
    }
}
