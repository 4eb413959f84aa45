import AdaptyMigrationCore

extension AdaptyProfile {
    /// A subscription of the current SDK (seed 002).
    public struct Subscription: DocumentModel {
        public static let shape = ModelShape(.subscription)

        public var view: ModelView

        /// Whether the subscription is active; a snapshot of the moment it was sent.
        public var isActive: Bool? {
            get { self["is_active"] }
            set { self["is_active"] = newValue }
        }
        /// The product in the store that unlocked it.
        public var vendorProductId: String? {
            get { self["vendor_product_id"] }
            set { self["vendor_product_id"] = newValue }
        }
        /// Base plan in Google Play or price in Stripe.
        public var basePlanId: String? {
            get { self["base_plan_id"] }
            set { self["base_plan_id"] = newValue }
        }
        /// Offer in Google Play (SDK 2.6.3).
        public var offerId: String? {
            get { self["offer_id"] }
            set { self["offer_id"] = newValue }
        }
        /// Store of the purchase: `app_store`, `play_store`, `adapty` or any other text.
        public var store: PurchaseStore? {
            get { self["store"] }
            set { self["store"] = newValue }
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
        /// When auto-renewal was turned off; access may go on.
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
        /// Whether the purchase was refunded.
        public var isRefund: Bool? {
            get { self["is_refund"] }
            set { self["is_refund"] = newValue }
        }
        /// Transaction in the store.
        public var vendorTransactionId: String? {
            get { self["vendor_transaction_id"] }
            set { self["vendor_transaction_id"] = newValue }
        }
        /// First transaction of the subscription.
        public var vendorOriginalTransactionId: String? {
            get { self["vendor_original_transaction_id"] }
            set { self["vendor_original_transaction_id"] = newValue }
        }
        /// Bought in the sandbox.
        public var isSandbox: Bool? {
            get { self["is_sandbox"] }
            set { self["is_sandbox"] = newValue }
        }

        public init(_ view: ModelView) { self.view = view }

        /// A new one with what the SDK requires.
        public init(
            isActive: Bool, vendorProductId: String, store: PurchaseStore, activatedAt: Timestamp, isLifetime: Bool,
            willRenew: Bool, isInGracePeriod: Bool, isRefund: Bool, isSandbox: Bool, vendorTransactionId: String,
            vendorOriginalTransactionId: String
        ) {
            view = ModelView(Subscription.names)
            self.isActive = isActive
            self.vendorProductId = vendorProductId
            self.store = store
            self.activatedAt = activatedAt
            self.isLifetime = isLifetime
            self.willRenew = willRenew
            self.isInGracePeriod = isInGracePeriod
            self.isRefund = isRefund
            self.isSandbox = isSandbox
            self.vendorTransactionId = vendorTransactionId
            self.vendorOriginalTransactionId = vendorOriginalTransactionId
        }
    }
}
