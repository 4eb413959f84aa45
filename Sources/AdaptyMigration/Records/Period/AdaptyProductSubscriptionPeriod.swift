/// A subscription period of the current SDK (seed 002).
public struct AdaptyProductSubscriptionPeriod: ModelRecord {
    /// Unit of the period.
    @Field public var unit: AdaptyPeriodUnit?
    /// Number of units.
    @Field public var numberOfUnits: JSONNumber?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.sdk2
    public static let mapping = RecordMapping<Self>(.period, home: .sdk2)
}
