/// A subscription period of SDK 1.x (seed 003).
public struct ProductSubscriptionPeriodModel: ModelRecord {
    /// Unit of the period.
    @Field public var unit: AdaptyPeriodUnit?
    /// Number of units.
    @Field public var numberOfUnits: JSONNumber?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.sdk1Wire
    public static let mapping = RecordMapping<Self>(.period, home: .sdk1Wire)
}
