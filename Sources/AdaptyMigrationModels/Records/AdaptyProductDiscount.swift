import AdaptyMigrationCore

/// A product discount of the current SDK. Source: the page *SDK Models* of Adapty's docs, SDK 2.4.
public struct AdaptyProductDiscount: Priced {
    @_spi(Tools) public static let shape = ModelShape(.discount)

    @_spi(Tools) public var view: ModelView

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

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    /// Creates a discount with the members that the SDK requires.
    public init(price: JSONNumber, subscriptionPeriod: AdaptyProductSubscriptionPeriod, numberOfPeriods: Int) {
        view = ModelView(AdaptyProductDiscount.names)
        self.price = price
        self.subscriptionPeriod = subscriptionPeriod
        self.numberOfPeriods = numberOfPeriods
    }
}
