import AdaptyMigrationCore

/// The members that every purchase has: in a profile, and in the properties of an event. Source: the pages *SDK Models*
/// (SDK 2.4) and *Events to send to 3d-party integrations* of Adapty's docs.
public protocol StorePurchase: DocumentModel {}

extension StorePurchase {
    /// The product in the store.
    public var vendorProductId: String? {
        get { self["vendor_product_id"] }
        set { self["vendor_product_id"] = newValue }
    }
    /// Base plan in Google Play or price in Stripe.
    public var basePlanId: String? {
        get { self["base_plan_id"] }
        set { self["base_plan_id"] = newValue }
    }
    /// Store of the purchase: `app_store`, `play_store`, `adapty` or any other text.
    public var store: PurchaseStore? {
        get { self["store"] }
        set { self["store"] = newValue }
    }
    /// Whether the purchase was refunded.
    public var isRefund: Bool? {
        get { self["is_refund"] }
        set { self["is_refund"] = newValue }
    }
}
