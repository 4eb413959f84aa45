import AdaptyMigrationCore

/// The members that paywalls of every dialect have.
public protocol PaywallRecord: RecordModel {}

extension PaywallRecord {
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
    /// Whether the paywall belongs to a promo. Only SDK 1.x reads it.
    public var isPromo: Bool? {
        get { self["is_promo"] }
        set { self["is_promo"] = newValue }
    }
    /// HTML of the paywall. Only SDK 1.x reads it.
    public var visualPaywall: String? {
        get { self["visual_paywall"] }
        set { self["visual_paywall"] = newValue }
    }
}
