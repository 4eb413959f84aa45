import AdaptyMigrationCore

/// The members that access levels and subscriptions share, also in their events. Source: the pages *SDK Models*
/// (SDK 2.4) and *Events to send to 3d-party integrations* of Adapty's docs.
public protocol TimedPurchase: StorePurchase {}

extension TimedPurchase {
    /// Whether it is active; a snapshot of the moment when it was sent.
    public var isActive: Bool? {
        get { self["is_active"] }
        set { self["is_active"] = newValue }
    }
    /// When it was activated; may be in the future.
    public var activatedAt: Timestamp? {
        get { self["activated_at"] }
        set { self["activated_at"] = newValue }
    }
    /// When it was renewed.
    public var renewedAt: Timestamp? {
        get { self["renewed_at"] }
        set { self["renewed_at"] = newValue }
    }
    /// When it will expire; may be in the past, null for lifetime.
    public var expiresAt: Timestamp? {
        get { self["expires_at"] }
        set { self["expires_at"] = newValue }
    }
    /// When it starts; may be in the future.
    public var startsAt: Timestamp? {
        get { self["starts_at"] }
        set { self["starts_at"] = newValue }
    }
    /// Active for a lifetime, without an expiration date.
    public var isLifetime: Bool? {
        get { self["is_lifetime"] }
        set { self["is_lifetime"] = newValue }
    }
    /// Set to renew.
    public var willRenew: Bool? {
        get { self["will_renew"] }
        set { self["will_renew"] = newValue }
    }
    /// In the grace period.
    public var isInGracePeriod: Bool? {
        get { self["is_in_grace_period"] }
        set { self["is_in_grace_period"] = newValue }
    }
    /// When auto-renewal was turned off; access may continue.
    public var unsubscribedAt: Timestamp? {
        get { self["unsubscribed_at"] }
        set { self["unsubscribed_at"] = newValue }
    }
    /// When a billing issue was detected.
    public var billingIssueDetectedAt: Timestamp? {
        get { self["billing_issue_detected_at"] }
        set { self["billing_issue_detected_at"] = newValue }
    }
    /// Type of the active introductory offer.
    public var activeIntroductoryOfferType: OfferType? {
        get { self["active_introductory_offer_type"] }
        set { self["active_introductory_offer_type"] = newValue }
    }
    /// Type of the active promotional offer.
    public var activePromotionalOfferType: OfferType? {
        get { self["active_promotional_offer_type"] }
        set { self["active_promotional_offer_type"] = newValue }
    }
    /// Id of the active promotional offer.
    public var activePromotionalOfferId: String? {
        get { self["active_promotional_offer_id"] }
        set { self["active_promotional_offer_id"] = newValue }
    }
    /// Why it was cancelled.
    public var cancellationReason: CancellationReason? {
        get { self["cancellation_reason"] }
        set { self["cancellation_reason"] = newValue }
    }
}
