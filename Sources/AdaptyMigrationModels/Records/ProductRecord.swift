import AdaptyMigrationCore

/// The members that products of every dialect have.
public protocol ProductRecord: RecordModel, Priced {}

extension ProductRecord {
    /// Free trial in Google Play (AdaptySDK-Android 1.x).
    public var freeTrialPeriod: AdaptyProductSubscriptionPeriod? {
        get { self[part: "free_trial_period"] }
        set { self[part: "free_trial_period"] = newValue }
        _modify { yield &self[part: "free_trial_period"] }
    }
    /// Formatted free trial.
    public var localizedFreeTrialPeriod: String? {
        get { self["localized_free_trial_period"] }
        set { self["localized_free_trial_period"] = newValue }
    }
    /// The product in the store.
    public var vendorProductId: String? {
        get { self["vendor_product_id"] }
        set { self["vendor_product_id"] = newValue }
    }
    /// Whether the user may get the introductory offer.
    public var introductoryOfferEligibility: AdaptyEligibility? {
        get { self["introductory_offer_eligibility"] }
        set { self["introductory_offer_eligibility"] = newValue }
    }
    /// Whether the user may get promotional offers.
    public var promotionalOfferEligibility: Bool? {
        get { self["promotional_offer_eligibility"] }
        set { self["promotional_offer_eligibility"] = newValue }
    }
    /// Promotional offer for this user.
    public var promotionalOfferId: String? {
        get { self["promotional_offer_id"] }
        set { self["promotional_offer_id"] = newValue }
    }
    /// Variation of the parent paywall.
    public var variationId: String? {
        get { self["variation_id"] }
        set { self["variation_id"] = newValue }
    }
    /// A/B test of the parent paywall.
    public var paywallABTestName: String? {
        get { self["paywall_ab_test_name"] }
        set { self["paywall_ab_test_name"] = newValue }
    }
    /// Name of the parent paywall.
    public var paywallName: String? {
        get { self["paywall_name"] }
        set { self["paywall_name"] = newValue }
    }
    /// Description.
    public var localizedDescription: String? {
        get { self["localized_description"] }
        set { self["localized_description"] = newValue }
    }
    /// Name.
    public var localizedTitle: String? {
        get { self["localized_title"] }
        set { self["localized_title"] = newValue }
    }
    /// Region.
    public var regionCode: String? {
        get { self["region_code"] }
        set { self["region_code"] = newValue }
    }
    /// Available for family sharing (SDK 1.12.7).
    public var isFamilyShareable: Bool? {
        get { self["is_family_shareable"] }
        set { self["is_family_shareable"] = newValue }
    }
    /// Subscription group.
    public var subscriptionGroupIdentifier: String? {
        get { self["subscription_group_identifier"] }
        set { self["subscription_group_identifier"] = newValue }
    }
    /// Introductory price.
    public var introductoryDiscount: AdaptyProductDiscount? {
        get { self[part: "introductory_discount"] }
        _modify { yield &self[part: "introductory_discount"] }
    }
    /// Subscription offers.
    public var discounts: ModelList<AdaptyProductDiscount> {
        get { self[entries: "discounts"] }
        _modify { yield &self[entries: "discounts"] }
    }
}
