extension WebhookEvent {
    /// The properties of a webhook event (seed 004, `access_level_updated` included).
    public struct Properties: ModelRecord {
        /// Adapty user.
        @Field public var profileId: String?
        /// User in your system.
        @Field public var customerUserId: String?
        /// Local currency, USD by default.
        @Field public var currency: String?
        /// Price before the store's cut, USD; negative on refunds.
        @Field public var priceUsd: JSONNumber?
        /// Price after the store's cut, USD.
        @Field public var proceedsUsd: JSONNumber?
        /// Income after the store's cut and taxes, USD.
        @Field public var netRevenueUsd: JSONNumber?
        /// Taxes, USD.
        @Field public var taxAmountUsd: JSONNumber?
        /// Price before the store's cut, local currency.
        @Field public var priceLocal: JSONNumber?
        /// Price after the store's cut, local currency.
        @Field public var proceedsLocal: JSONNumber?
        /// Income after the store's cut and taxes, local currency.
        @Field public var netRevenueLocal: JSONNumber?
        /// Taxes, local currency.
        @Field public var taxAmountLocal: JSONNumber?
        /// Transaction; some senders write an integer.
        @Field public var transactionId: String?
        /// First transaction of the purchase.
        @Field public var originalTransactionId: String?
        /// When the product was bought.
        @Field public var purchaseDate: Timestamp?
        /// When it was first bought.
        @Field public var originalPurchaseDate: Timestamp?
        /// `Sandbox` or `Production`.
        @Field public var environment: String?
        /// Product in the store.
        @Field public var vendorProductId: String?
        /// Base plan in Google Play or price in Stripe.
        @Field public var basePlanId: String?
        /// When it happened.
        @Field public var eventDatetime: Timestamp?
        /// Store of the purchase.
        @Field public var store: Store?
        /// Days of the trial, e.g. `7 days`.
        @Field public var trialDuration: String?
        /// Why it was cancelled.
        @Field public var cancellationReason: CancellationReason?
        /// When the subscription expires.
        @Field public var subscriptionExpiresAt: Timestamp?
        /// Periods without interruption, this one included.
        @Field public var consecutivePayments: JSONNumber?
        /// Whether the store takes the lower cut.
        @Field public var rateAfterFirstYear: Bool?
        /// Promotional offer.
        @Field public var promotionalOfferId: String?
        /// `introductory` or `promotional`.
        @Field public var storeOfferCategory: String?
        /// `free_trial`, `pay_as_you_go` or `pay_up_front`.
        @Field public var storeOfferDiscountType: OfferType?
        /// Paywall of the transaction.
        @Field public var paywallName: String?
        /// Revision of the paywall: an integer in old documents, text in samples of 2024.
        @Field public var paywallRevision: RawJSON?
        /// Placement of the transaction.
        @Field public var developerId: String?
        /// A/B test of the transaction.
        @Field public var abTestName: String?
        /// Revision of the A/B test.
        @Field public var abTestRevision: RawJSON?
        /// Audience of the profile.
        @Field public var cohortName: String?
        /// Unique id of the event, for deduplication.
        @Field public var profileEventId: String?
        /// Country of the store account.
        @Field public var storeCountry: String?
        /// IP address of the device.
        @Field public var profileIpAddress: String?
        /// Country by IP address.
        @Field public var profileCountry: String?
        /// Revenue of the profile, refunds included.
        @Field public var profileTotalRevenueUsd: JSONNumber?
        /// Variation of the purchase.
        @Field public var variationId: String?
        /// Access level.
        @Field public var accessLevelId: String?
        /// Whether the access level is active.
        @Field public var isActive: Bool?
        /// Whether the access level will renew.
        @Field public var willRenew: Bool?
        /// Whether the transaction is refunded.
        @Field public var isRefund: Bool?
        /// Whether the access level is for a lifetime.
        @Field public var isLifetime: Bool?
        /// Whether the profile is in the grace period.
        @Field public var isInGracePeriod: Bool?
        /// When the access level starts.
        @Field public var startsAt: Timestamp?
        /// When access is renewed.
        @Field public var renewedAt: Timestamp?
        /// When access expires.
        @Field public var expiresAt: Timestamp?
        /// When access was activated.
        @Field public var activatedAt: Timestamp?
        /// When auto-renewal was turned off.
        @Field public var unsubscribedAt: Timestamp?
        /// When a billing issue was detected.
        @Field public var billingIssueDetectedAt: Timestamp?
        /// Type of the active introductory offer.
        @Field public var activeIntroductoryOfferType: OfferType?
        /// Type of the active promotional offer.
        @Field public var activePromotionalOfferType: OfferType?
        /// Id of the active promotional offer.
        @Field public var activePromotionalOfferId: String?
        /// Whether the profile has the access level (2024).
        @Field public var profileHasAccessLevel: Bool?
        public var unknown: [RawMember] = []
        public var retained: [RawMember] = []

        public init() {}

        public static let homeDialect = Dialect.webhook
        public static let mapping = RecordMapping<Self>(.eventProperties, home: .webhook)
    }
}
