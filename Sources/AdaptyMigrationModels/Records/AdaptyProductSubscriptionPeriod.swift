import AdaptyMigrationCore

/// A subscription period of the current SDK (seed 002).
public struct AdaptyProductSubscriptionPeriod: DocumentModel {
    public static let _shape = ModelShape(.period)

    public var _view: ModelView

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

    public init(_view: ModelView) { self._view = _view }

    /// Creates a period with the members that the SDK requires.
    public init(unit: AdaptyPeriodUnit, numberOfUnits: Int) {
        _view = ModelView(AdaptyProductSubscriptionPeriod.names)
        self.unit = unit
        self.numberOfUnits = numberOfUnits
    }
}
