/// How one subscription replaces another on Android (seed 002).
public struct AdaptySubscriptionUpdateParameters: ModelRecord {
    /// The subscription to replace.
    @Field public var oldSubVendorProductId: String?
    /// A value of `BillingFlowParams.ProrationMode`.
    @Field public var replacementMode: String?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.sdk2Bridge
    public static let mapping = RecordMapping<Self>(.updateParameters, home: .sdk2Bridge)
}
