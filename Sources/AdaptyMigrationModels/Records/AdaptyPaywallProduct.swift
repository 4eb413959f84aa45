import AdaptyMigrationCore

/// A product of the current SDK. `skProduct` and `skuDetails` are live objects and never occur in data. Source: the
/// page *SDK Models* of Adapty's docs, SDK 2.4.
public struct AdaptyPaywallProduct: ProductRecord {
    @_spi(Tools) public static let shape = ModelShape(.product, .product, [.sdk2, .sdk3])

    @_spi(Tools) public var view: ModelView

    /// Milliseconds since 1970 of the answer (SDK 2.0–2.4).
    public var timestamp: Int64? {
        get { self["timestamp"] }
        set { self["timestamp"] = newValue }
    }
    /// The product in Adapty (SDK 2.9.4).
    public var adaptyProductId: String? {
        get { self["adapty_product_id"] }
        set { self["adapty_product_id"] = newValue }
    }
    /// Access level it unlocks (SDK 3.12.0).
    public var accessLevelId: String? {
        get { self["access_level_id"] }
        set { self["access_level_id"] = newValue }
    }
    /// Type of the product (SDK 3.12.0).
    public var productType: String? {
        get { self["product_type"] }
        set { self["product_type"] = newValue }
    }
    /// Win-back offer (SDK 3.2.0).
    public var winBackOfferId: String? {
        get { self["win_back_offer_id"] }
        set { self["win_back_offer_id"] = newValue }
    }
    /// Base plan in Google Play.
    public var basePlanId: String? {
        get { self["base_plan_id"] }
        set { self["base_plan_id"] = newValue }
    }
    /// Offer in Google Play.
    public var offerId: String? {
        get { self["offer_id"] }
        set { self["offer_id"] = newValue }
    }
    /// Place in the paywall (SDK 3.6).
    public var paywallProductIndex: Int? {
        get { self["paywall_product_index"] }
        set { self["paywall_product_index"] = newValue }
    }

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    /// Creates a product with the members that the SDK requires.
    public init(vendorProductId: String) {
        view = ModelView(AdaptyPaywallProduct.names)
        self.vendorProductId = vendorProductId
    }
}
