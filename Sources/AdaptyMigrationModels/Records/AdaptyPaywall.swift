import AdaptyMigrationCore

/// A paywall of the current SDK. Fields of later SDKs are optional. Source: the page *SDK Models* of Adapty's docs, SDK
/// 2.4.
public struct AdaptyPaywall: PaywallRecord {
    @_spi(Tools) public static let shape = ModelShape(.paywall, .paywall, [.sdk2, .sdk3])

    @_spi(Tools) public var view: ModelView

    /// Identifier configured in the Adapty Dashboard.
    public var id: String? {
        get { self["developer_id"] }
        set { self["developer_id"] = newValue }
    }
    /// Custom configuration: JSON text and its locale.
    public var remoteConfig: AdaptyRemoteConfig? {
        get { view.remoteConfig(as: .sdk2).flatMap { AdaptyRemoteConfig($0.index, $0.node) } }
        set { view.setRemoteConfig(newValue.flatMap { try? JSONScanner.index($0.token) }) }
    }
    /// Products of the paywall.
    public var products: ModelList<AdaptyPaywallProduct> {
        get { self[entries: "products"] }
        _modify { yield &self[entries: "products"] }
    }
    /// Version of the answer, milliseconds since 1970.
    public var version: Int64? {
        get { self["paywall_updated_at"] }
        set { self["paywall_updated_at"] = newValue }
    }
    /// Whether the paywall has a builder configuration (SDK 2.3.2–2.10).
    public var hasViewConfiguration: Bool? {
        get { self["use_paywall_builder"] }
        set { self["use_paywall_builder"] = newValue }
    }
    /// The paywall in Adapty (SDK 2.9.0).
    public var paywallId: String? {
        get { self["paywall_id"] }
        set { self["paywall_id"] = newValue }
    }
    /// Audience of the placement (SDK 3.4.0).
    public var audienceName: String? {
        get { self["audience_name"] }
        set { self["audience_name"] = newValue }
    }
    /// Version of the placement (SDK 3.8.0).
    public var placementAudienceVersionId: String? {
        get { self["placement_audience_version_id"] }
        set { self["placement_audience_version_id"] = newValue }
    }
    /// Whether purchases are tracked (SDK 3.8.0).
    public var isTrackingPurchases: Bool? {
        get { self["is_tracking_purchases"] }
        set { self["is_tracking_purchases"] = newValue }
    }
    /// Locale asked for (SDK 3.11.0).
    public var requestLocale: String? {
        get { self["request_locale"] }
        set { self["request_locale"] = newValue }
    }
    /// Web purchase address (SDK 3.6.0).
    public var webPurchaseUrl: String? {
        get { self["web_purchase_url"] }
        set { self["web_purchase_url"] = newValue }
    }
    /// Opaque payload of the plugins.
    public var payloadData: String? {
        get { self["payload_data"] }
        set { self["payload_data"] = newValue }
    }
    /// Builder configuration (SDK 2.11.0).
    public var paywallBuilder: RawJSON? {
        get { self["paywall_builder"] }
        set { self["paywall_builder"] = newValue }
    }

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    /// Creates a paywall with the members that the SDK requires.
    public init(id: String, variationId: String, revision: Int, abTestName: String, name: String, version: Int64) {
        view = ModelView(AdaptyPaywall.names)
        self.id = id
        self.variationId = variationId
        self.revision = revision
        self.abTestName = abTestName
        self.name = name
        self.version = version
    }
}
