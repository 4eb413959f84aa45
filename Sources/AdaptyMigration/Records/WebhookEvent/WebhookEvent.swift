/// A webhook event with its envelope (seed 004 and the samples of 2024).
public struct WebhookEvent: ModelRecord {
    /// Adapty profile.
    @Field public var profileId: String?
    /// User in your system; null when anonymous.
    @Field public var customerUserId: String?
    /// Vendor identifier.
    @Field public var idfv: String?
    /// Advertising identifier (iOS).
    @Field public var idfa: String?
    /// Advertising identifier (Android); may be `""`.
    @Field public var advertisingId: String?
    /// When the app was installed.
    @Field public var profileInstallDatetime: Timestamp?
    /// User agent.
    @Field public var userAgent: String?
    /// E-mail.
    @Field public var email: String?
    /// Name of the event.
    @Field public var eventType: EventName?
    /// When it happened.
    @Field public var eventDatetime: Timestamp?
    /// Properties of the event.
    @Field public var eventProperties: WebhookEvent.Properties?
    /// Version of the event API.
    @Field public var eventApiVersion: JSONNumber?
    /// Profiles that share the access level (2024).
    @Field public var profilesSharingAccessLevel: RawJSON?
    /// Attribution by source.
    @Field public var attributions: RawJSON?
    /// Custom attributes of the user.
    @Field public var userAttributes: RawJSON?
    /// Ids in other systems.
    @Field public var integrationIds: RawJSON?
    /// Google Play purchase token (2024).
    @Field public var playStorePurchaseToken: RawJSON?
    public var unknown: [RawMember] = []
    public var retained: [RawMember] = []

    public init() {}

    public static let homeDialect = Dialect.webhook
    public static let mapping = RecordMapping<Self>(.event, home: .webhook)
}
