import AdaptyMigrationCore

/// A product discount of the current SDK (seed 002).
public struct AdaptyProductDiscount: DocumentModel {
    public static let _shape = ModelShape(.discount)

    public var _view: ModelView

    /// Price in the local currency.
    public var price: JSONNumber? {
        get { self["price"] }
        set { self["price"] = newValue }
    }
    /// Currency of the price (SDK 2.6.3).
    public var currencyCode: String? {
        get { self["currency_code"] }
        set { self["currency_code"] = newValue }
    }
    /// Currency symbol of the price (SDK 2.6.3).
    public var currencySymbol: String? {
        get { self["currency_symbol"] }
        set { self["currency_symbol"] = newValue }
    }
    /// Identifier of the offer.
    public var identifier: String? {
        get { self["identifier"] }
        set { self["identifier"] = newValue }
    }
    /// Period of the discount.
    public var subscriptionPeriod: AdaptyProductSubscriptionPeriod? {
        get { self[part: "subscription_period"] }
        _modify { yield &self[part: "subscription_period"] }
    }
    /// Number of periods.
    public var numberOfPeriods: Int? {
        get { self["number_of_periods"] }
        set { self["number_of_periods"] = newValue }
    }
    /// Payment mode.
    public var paymentMode: OfferType? {
        get { self["payment_mode"] }
        set { self["payment_mode"] = newValue }
    }
    /// Formatted price.
    public var localizedPrice: String? {
        get { self["localized_price"] }
        set { self["localized_price"] = newValue }
    }
    /// Formatted period.
    public var localizedSubscriptionPeriod: String? {
        get { self["localized_subscription_period"] }
        set { self["localized_subscription_period"] = newValue }
    }
    /// Formatted number of periods.
    public var localizedNumberOfPeriods: String? {
        get { self["localized_number_of_periods"] }
        set { self["localized_number_of_periods"] = newValue }
    }

    public init(_view: ModelView) { self._view = _view }

    /// A new one with what the SDK requires.
    public init(price: JSONNumber, subscriptionPeriod: AdaptyProductSubscriptionPeriod, numberOfPeriods: Int) {
        _view = ModelView(AdaptyProductDiscount.names)
        self.price = price
        self.subscriptionPeriod = subscriptionPeriod
        self.numberOfPeriods = numberOfPeriods
    }
}
