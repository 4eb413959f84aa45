import AdaptyMigrationCore

/// A paywall of SDK 1.x (seed 003).
public struct PaywallModel: LegacyRecord {
    public typealias Current = AdaptyPaywall

    public static let shape = ModelShape(.paywall, .paywall, Column.sdk1)

    public var view: ModelView

    /// Identifier configured in the Adapty Dashboard.
    public var developerId: String? {
        get { self["developer_id"] }
        set { self["developer_id"] = newValue }
    }
    /// Variation, used to attribute purchases.
    public var variationId: String? {
        get { self["variation_id"] }
        set { self["variation_id"] = newValue }
    }
    /// Revision of the paywall.
    public var revision: Int? {
        get { self["revision"] }
        set { self["revision"] = newValue }
    }
    /// Whether the paywall belongs to a promo.
    public var isPromo: Bool? {
        get { self["is_promo"] }
        set { self["is_promo"] = newValue }
    }
    /// HTML of the paywall.
    public var visualPaywall: String? {
        get { self["visual_paywall"] }
        set { self["visual_paywall"] = newValue }
    }
    /// Custom configuration: JSON text and its locale.
    public var customPayloadString: String? {
        get { view.remoteConfig(as: .sdk1Wire).flatMap { String($0.index, $0.node) } }
        set { view.setRemoteConfig(newValue.map { RawJSON(string: $0).index }) }
    }
    /// A/B test of the paywall.
    public var abTestName: String? {
        get { self["ab_test_name"] }
        set { self["ab_test_name"] = newValue }
    }
    /// Name of the paywall.
    public var name: String? {
        get { self["paywall_name"] }
        set { self["paywall_name"] = newValue }
    }
    /// Products of the paywall.
    public var products: ModelList<ProductModel> {
        get { self[entries: "products"] }
        _modify { yield &self[entries: "products"] }
    }

    public init(_ view: ModelView) { self.view = view }

    /// A new one with what the SDK requires.
    public init(developerId: String, variationId: String, revision: Int) {
        view = ModelView(PaywallModel.names)
        self.developerId = developerId
        self.variationId = variationId
        self.revision = revision
    }
}
