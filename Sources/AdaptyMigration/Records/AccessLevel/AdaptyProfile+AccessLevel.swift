extension AdaptyProfile {
    /// An access level of the current SDK (seed 002).
    public struct AccessLevel: ModelRecord {
        /// Identifier of the access level, configured in the Adapty Dashboard.
        @Field public var id: String?
        /// Whether the access level is active; a snapshot of the moment it was sent.
        @Field public var isActive: Bool?
        /// The product in the store that unlocked it.
        @Field public var vendorProductId: String?
        /// Base plan in Google Play or price in Stripe.
        @Field public var basePlanId: String?
        /// Offer in Google Play (SDK 2.6.3).
        @Field public var offerId: String?
        /// Store of the purchase: `app_store`, `play_store`, `adapty` or any other text.
        @Field public var store: Store?
        /// When it was activated; may be in the future.
        @Field public var activatedAt: Timestamp?
        /// When it was renewed.
        @Field public var renewedAt: Timestamp?
        /// When it will expire; may be in the past, null for lifetime.
        @Field public var expiresAt: Timestamp?
        /// When it starts; may be in the future.
        @Field public var startsAt: Timestamp?
        /// Active for a lifetime, without an expiration date.
        @Field public var isLifetime: Bool?
        /// Set to renew.
        @Field public var willRenew: Bool?
        /// In the grace period.
        @Field public var isInGracePeriod: Bool?
        /// When auto-renewal was turned off; access may go on.
        @Field public var unsubscribedAt: Timestamp?
        /// When a billing issue was detected.
        @Field public var billingIssueDetectedAt: Timestamp?
        /// Type of the active introductory offer.
        @Field public var activeIntroductoryOfferType: OfferType?
        /// Type of the active promotional offer.
        @Field public var activePromotionalOfferType: OfferType?
        /// Id of the active promotional offer.
        @Field public var activePromotionalOfferId: String?
        /// Why it was cancelled.
        @Field public var cancellationReason: CancellationReason?
        /// Whether the purchase was refunded.
        @Field public var isRefund: Bool?
        public var unknown: [RawMember] = []
        public var retained: [RawMember] = []

        public init() {}

        public static let homeDialect = Dialect.sdk2
        public static let mapping = RecordMapping<Self>(.accessLevel, home: .sdk2)
    }
}
