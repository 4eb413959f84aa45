import AdaptyMigrationCore

/// A subscription period of the current SDK. Source: the page *SDK Models* of Adapty's docs, SDK 2.4.
public struct AdaptyProductSubscriptionPeriod: DocumentModel {
    @_spi(Tools) public static let shape = ModelShape(.period)

    @_spi(Tools) public var view: ModelView

    /// Unit of the period.
    public var unit: AdaptyPeriodUnit? {
        get { self["unit"] }
        set { self["unit"] = newValue }
    }
    /// Number of units.
    public var numberOfUnits: Int? {
        get { self["number_of_units"] }
        set { self["number_of_units"] = newValue }
    }

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    /// Creates a period with the members that the SDK requires.
    public init(unit: AdaptyPeriodUnit, numberOfUnits: Int) {
        view = ModelView(AdaptyProductSubscriptionPeriod.names)
        self.unit = unit
        self.numberOfUnits = numberOfUnits
    }
}
