/// The forms in which columns write values and records. There is one line for each form, with the columns that have it.
extension ColumnSet {
    // MARK: Dates

    /// Dates are numbers of seconds since 2001-01-01T00:00:00Z.
    package static var numericDates: ColumnSet { .sdk1Stored }
    /// Dates are as JavaScript writes them: in UTC, with milliseconds and `Z`.
    package static var utcDates: ColumnSet { .sdk3Bridges }
    /// Dates are the texts of the server.
    static var serverDates: ColumnSet { ColumnSet.all.subtracting([.numericDates, .utcDates]) }
    /// Readers parse dates as any ISO 8601 text.
    static var anyDates: ColumnSet { [.serverV1, .serverV2, .sdk1Bridges] }

    // MARK: Flags

    /// Flags may be numbers.
    static var numericFlags: ColumnSet { [.sdk1Wire, .sdk1Bridges, .events] }
    /// Whether a purchase is a test is the name of an environment.
    static var environments: ColumnSet { .serverV2 }
    /// Readers see from the dates alone who has access.
    static var accessByDates: ColumnSet { .serverV2 }

    // MARK: Words

    /// Eligibility for an introductory offer is a flag.
    package static var flagEligibility: ColumnSet { [.sdk1, .serverV1] }
    /// That flag may be a number.
    static var numericEligibility: ColumnSet { [.sdk1Wire, .sdk1BridgeSnake] }
    /// Eligibility is never a flag, nor was it one in an older version.
    static var wordEligibility: ColumnSet { .sdk2Bridge }
    /// Enumerations are integers.
    package static var numericEnums: ColumnSet { .sdk1Stored }
    /// Enumerations may be integers.
    static var readsNumericEnums: ColumnSet { [.numericEnums, .sdk1Bridges] }
    /// The words of enumerations are in camelCase.
    static var camelWords: ColumnSet { .sdk2Bridge }
    /// Events have their current names alone.
    static var currentEventNames: ColumnSet { .webhook }
    /// Events have their former names.
    static var formerEventNames: ColumnSet { .webhookLegacy }

    // MARK: Objects and lists

    /// Attributes are a list of `{key, value}`.
    static var attributePairs: ColumnSet { .serverV2 }
    /// Attributes that are empty may be a list, as PHP writes an empty object.
    static var attributesOfPHP: ColumnSet { [.sdk1Wire, .serverV1] }
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
    /// Whether it has a form.
    @inline(__always)
    package func has(_ form: ColumnSet) -> Bool { form.contains(self) }
}
