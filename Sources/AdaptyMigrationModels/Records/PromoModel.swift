import AdaptyMigrationCore

/// A promotional offer of SDK 1.x. SDK 2.0 and later have no promos. Source: `Documentation/Models.md` of AdaptySDK-iOS
/// 1.16.1.
public struct PromoModel: LegacyRecord {
    /// The current record to which an upgrade converts.
    public typealias Current = AdaptyPaywall

    @_spi(Tools) public static let shape = ModelShape(.promo, .promo, Column.sdk1)

    @_spi(Tools) public var view: ModelView

    /// Type of the promo.
    public var promoType: String? {
        get { self["promo_type"] }
        set { self["promo_type"] = newValue }
    }
    /// Variation of the promo.
    public var variationId: String? {
        get { self["variation_id"] }
        set { self["variation_id"] = newValue }
    }
    /// When the offer ends.
    public var expiresAt: Timestamp? {
        get { self["expires_at"] }
        set { self["expires_at"] = newValue }
    }
    /// The paywall of the promo.
    public var paywall: PaywallModel? {
        get { self[part: "paywall"] }
        _modify { yield &self[part: "paywall"] }
    }

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    /// Creates a promo with the members that the SDK requires.
    public init(promoType: String, variationId: String) {
        view = ModelView(PromoModel.names)
        self.promoType = promoType
        self.variationId = variationId
    }
}
