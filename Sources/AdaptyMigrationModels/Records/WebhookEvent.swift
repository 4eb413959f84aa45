import AdaptyMigrationCore

/// A webhook event with its envelope. Source: the page *Events to send to 3d-party integrations* of Adapty's docs, and
/// its samples of 2024.
public struct WebhookEvent: RecordModel {
    @_spi(Tools) public static let shape = ModelShape(.event, .event, [.webhook, .webhookLegacy])

    @_spi(Tools) public var view: ModelView

    /// Adapty profile.
    public var profileId: String? {
        get { self["profile_id"] }
        set { self["profile_id"] = newValue }
    }
    /// User in your system; null when anonymous.
    public var customerUserId: String? {
        get { self["customer_user_id"] }
        set { self["customer_user_id"] = newValue }
    }
    /// Vendor identifier.
    public var idfv: String? {
        get { self["idfv"] }
        set { self["idfv"] = newValue }
    }
    /// Advertising identifier (iOS).
    public var idfa: String? {
        get { self["idfa"] }
        set { self["idfa"] = newValue }
    }
    /// Advertising identifier (Android); may be `""`.
    public var advertisingId: String? {
        get { self["advertising_id"] }
        set { self["advertising_id"] = newValue }
    }
    /// When the app was installed.
    public var profileInstallDatetime: Timestamp? {
        get { self["profile_install_datetime"] }
        set { self["profile_install_datetime"] = newValue }
    }
    /// User agent.
    public var userAgent: String? {
        get { self["user_agent"] }
        set { self["user_agent"] = newValue }
    }
    /// E-mail.
    public var email: String? {
        get { self["email"] }
        set { self["email"] = newValue }
    }
    /// Name of the event.
    public var eventType: EventName? {
        get { self["event_type"] }
        set { self["event_type"] = newValue }
    }
    /// When it happened.
    public var eventDatetime: Timestamp? {
        get { self["event_datetime"] }
        set { self["event_datetime"] = newValue }
    }
    /// Properties of the event.
    public var eventProperties: WebhookEvent.Properties? {
        get { self[part: "event_properties"] }
        _modify { yield &self[part: "event_properties"] }
    }
    /// Version of the event API.
    public var eventApiVersion: Int? {
        get { self["event_api_version"] }
        set { self["event_api_version"] = newValue }
    }
    /// Profiles that share the access level (2024).
    public var profilesSharingAccessLevel: RawJSON? {
        get { self["profiles_sharing_access_level"] }
        set { self["profiles_sharing_access_level"] = newValue }
    }
    /// Attribution by source.
    public var attributions: RawJSON? {
        get { self["attributions"] }
        set { self["attributions"] = newValue }
    }
    /// Custom attributes of the user.
    public var userAttributes: RawJSON? {
        get { self["user_attributes"] }
        set { self["user_attributes"] = newValue }
    }
    /// Ids in other systems.
    public var integrationIds: RawJSON? {
        get { self["integration_ids"] }
        set { self["integration_ids"] = newValue }
    }
    /// Google Play purchase token (2024).
    public var playStorePurchaseToken: RawJSON? {
        get { self["play_store_purchase_token"] }
        set { self["play_store_purchase_token"] = newValue }
    }

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    /// Creates an event with the members that the SDK requires.
    public init(eventType: EventName) {
        view = ModelView(WebhookEvent.names)
        self.eventType = eventType
    }
}
