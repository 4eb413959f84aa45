import AdaptyMigrationCore

/// A paywall of SDK 1.x. Source: `Documentation/Models.md` of AdaptySDK-iOS 1.16.1.
public struct PaywallModel: LegacyRecord, PaywallRecord {
    /// The current record to which an upgrade converts.
    public typealias Current = AdaptyPaywall

    @_spi(Tools) public static let shape = ModelShape(.paywall, .paywall, Column.sdk1)

    @_spi(Tools) public var view: ModelView

    /// Identifier configured in the Adapty Dashboard.
    public var developerId: String? {
        get { self["developer_id"] }
        set { self["developer_id"] = newValue }
    }
    /// Custom configuration: JSON text and its locale.
    public var customPayloadString: String? {
        get { view.remoteConfig(as: .sdk1Wire).flatMap { String($0.index, $0.node) } }
        set { view.setRemoteConfig(newValue.map { RawJSON(string: $0).index }) }
    }
    /// Products of the paywall.
    public var products: ModelList<ProductModel> {
        get { self[entries: "products"] }
        _modify { yield &self[entries: "products"] }
    }

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    /// Creates a paywall with the members that the SDK requires.
    public init(developerId: String, variationId: String, revision: Int) {
        view = ModelView(PaywallModel.names)
        self.developerId = developerId
        self.variationId = variationId
        self.revision = revision
    }
}
