/// A paywall of the current SDK (seed 002; fields of later SDKs are optional).
public struct AdaptyPaywall: ModelRecord {
    /// Identifier configured in the Adapty Dashboard.
    @Field public var id: String?
    /// Variation, used to attribute purchases.
    @Field public var variationId: String?
    /// Revision of the paywall.
    @Field public var revision: JSONNumber?
    /// Custom configuration: JSON text and its locale.
    @Field public var remoteConfig: AdaptyRemoteConfig?
    /// A/B test of the paywall.
    @Field public var abTestName: String?
    /// Name of the paywall.
    @Field public var name: String?
    /// Products of the paywall.
    @Field public var products: [AdaptyPaywallProduct]?
    /// Version of the answer, milliseconds since 1970.
    @Field public var version: JSONNumber?
    /// Whether the paywall has a builder configuration (SDK 2.3.2–2.10).
    @Field public var hasViewConfiguration: Bool?
    /// The paywall in Adapty (SDK 2.9.0).
    @Field public var paywallId: String?
    /// Audience of the placement (SDK 3.4.0).
    @Field public var audienceName: String?
    /// Version of the placement (SDK 3.8.0).
    @Field public var placementAudienceVersionId: String?
    /// Whether purchases are tracked (SDK 3.8.0).
    @Field public var isTrackingPurchases: Bool?
    /// Locale asked for (SDK 3.11.0).
    @Field public var requestLocale: String?
    /// Web purchase address (SDK 3.6.0).
    @Field public var webPurchaseUrl: String?
    /// Opaque payload of the plugins.
    @Field public var payloadData: String?
    /// Builder configuration (SDK 2.11.0).
    @Field public var paywallBuilder: RawJSON?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.sdk2
    public static let mapping = RecordMapping<Self>(.paywall, home: .sdk2)
}
