import AdaptyMigrationCore

/// A product discount of the current SDK (seed 002).
public struct AdaptyProductDiscount: Priced {
    public static let _shape = ModelShape(.discount)

    public var _view: ModelView

    /// Identifier of the offer.
    public var identifier: String? {
        get { self["identifier"] }
        set { self["identifier"] = newValue }
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
    /// Formatted number of periods.
    public var localizedNumberOfPeriods: String? {
        get { self["localized_number_of_periods"] }
        set { self["localized_number_of_periods"] = newValue }
    }

    public init(_view: ModelView) { self._view = _view }

    /// Creates a discount with the members that the SDK requires.
    public init(price: JSONNumber, subscriptionPeriod: AdaptyProductSubscriptionPeriod, numberOfPeriods: Int) {
        _view = ModelView(AdaptyProductDiscount.names)
        self.price = price
        self.subscriptionPeriod = subscriptionPeriod
        self.numberOfPeriods = numberOfPeriods
    }
}
