/// The forms in which columns write records, and sets that several rows of ``Codec/forms`` have.
extension ColumnSet {
    /// Flags may be numbers.
    static var numericFlags: ColumnSet { [.sdk1Wire, .sdk1Bridges, .events] }
    /// Readers see from the dates alone who has access.
    static var accessByDates: ColumnSet { .serverV2 }
    /// Access levels and purchases are lists, in which each has its key.
    static var keyedLists: ColumnSet { .serverV2 }
    /// The products of a paywall are their ids.
    static var productIDs: ColumnSet { .sdk2Bridge }
    /// A product may have the discounts of an older one in place of its offer: `DetailsOffer`.
    static var formerDiscounts: ColumnSet { [.sdk3, .sdk3BridgeFlat] }
    /// An offer is of several members of its product.
    static var offersInParts: ColumnSet { .serverV2 }
    /// A configuration is an object with its language.
    static var configurationObjects: ColumnSet { [.sdk2, .sdk3] }
    /// Objects are as AdaptySDK-JS-Core 3.17 encodes them: with an object for each platform, and nothing that it does
    /// not know.
    package static var javaScript: ColumnSet { .sdk3Bridges }
}

extension Column {
    /// Whether it is one of those that have a form.
    @inline(__always)
    package func has(_ form: ColumnSet) -> Bool { form.contains(self) }
}
