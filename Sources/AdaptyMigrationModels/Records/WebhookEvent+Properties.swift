import AdaptyMigrationCore

extension WebhookEvent {
    /// The properties of a webhook event. Source: the page *Events to send to 3d-party integrations* of Adapty's docs,
    /// with `access_level_updated`.
    public struct Properties: TimedPurchase {
        @_spi(Tools) public static let shape = ModelShape(.eventProperties, nil, [.webhook])

        @_spi(Tools) public var view: ModelView

        /// Adapty user.
        public var profileId: String? {
            get { self["profile_id"] }
            set { self["profile_id"] = newValue }
        }
        /// User in your system.
        public var customerUserId: String? {
            get { self["customer_user_id"] }
            set { self["customer_user_id"] = newValue }
        }
        /// Local currency, USD by default.
        public var currency: String? {
            get { self["currency"] }
            set { self["currency"] = newValue }
        }
        /// Price before the store's cut, USD; negative on refunds.
        public var priceUsd: JSONNumber? {
            get { self["price_usd"] }
            set { self["price_usd"] = newValue }
        }
        /// Price after the store's cut, USD.
        public var proceedsUsd: JSONNumber? {
            get { self["proceeds_usd"] }
            set { self["proceeds_usd"] = newValue }
        }
        /// Income after the store's cut and taxes, USD.
        public var netRevenueUsd: JSONNumber? {
            get { self["net_revenue_usd"] }
            set { self["net_revenue_usd"] = newValue }
        }
        /// Taxes, USD.
        public var taxAmountUsd: JSONNumber? {
            get { self["tax_amount_usd"] }
            set { self["tax_amount_usd"] = newValue }
        }
        /// Price before the store's cut, local currency.
        public var priceLocal: JSONNumber? {
            get { self["price_local"] }
            set { self["price_local"] = newValue }
        }
        /// Price after the store's cut, local currency.
        public var proceedsLocal: JSONNumber? {
            get { self["proceeds_local"] }
            set { self["proceeds_local"] = newValue }
        }
        /// Income after the store's cut and taxes, local currency.
        public var netRevenueLocal: JSONNumber? {
            get { self["net_revenue_local"] }
            set { self["net_revenue_local"] = newValue }
        }
        /// Taxes, local currency.
        public var taxAmountLocal: JSONNumber? {
            get { self["tax_amount_local"] }
            set { self["tax_amount_local"] = newValue }
        }
        /// Standard price in USD; `nil` when it is unknown (2026).
        public var originalPriceUsd: JSONNumber? {
            get { self["original_price_usd"] }
            set { self["original_price_usd"] = newValue }
        }
        /// Standard price in the local currency; `nil` when it is unknown (2026).
        public var originalPriceLocal: JSONNumber? {
            get { self["original_price_local"] }
            set { self["original_price_local"] = newValue }
        }
        /// Standard price minus the charge, in USD; `nil` when it is unknown (2026).
        public var discountAmountUsd: JSONNumber? {
            get { self["discount_amount_usd"] }
            set { self["discount_amount_usd"] = newValue }
        }
        /// Standard price minus the charge, in the local currency; `nil` when it is unknown (2026).
        public var discountAmountLocal: JSONNumber? {
            get { self["discount_amount_local"] }
            set { self["discount_amount_local"] = newValue }
        }
        /// Periods of the offer; `nil` without an offer (2026).
        public var storeOfferNumberOfPeriods: Int? {
            get { self["store_offer_number_of_periods"] }
            set { self["store_offer_number_of_periods"] = newValue }
        }
        /// Transaction; some senders write an integer.
        public var transactionId: String? {
            get { self["transaction_id"] }
            set { self["transaction_id"] = newValue }
        }
        /// First transaction of the purchase.
        public var originalTransactionId: String? {
            get { self["original_transaction_id"] }
            set { self["original_transaction_id"] = newValue }
        }
        /// When the product was bought.
        public var purchaseDate: Timestamp? {
            get { self["purchase_date"] }
            set { self["purchase_date"] = newValue }
        }
        /// When it was first bought.
        public var originalPurchaseDate: Timestamp? {
            get { self["original_purchase_date"] }
            set { self["original_purchase_date"] = newValue }
        }
        /// `Sandbox` or `Production`.
        public var environment: String? {
            get { self["environment"] }
            set { self["environment"] = newValue }
        }
        /// When it happened.
        public var eventDatetime: Timestamp? {
            get { self["event_datetime"] }
            set { self["event_datetime"] = newValue }
        }
        /// Days of the trial, e.g. `7 days`.
        public var trialDuration: String? {
            get { self["trial_duration"] }
            set { self["trial_duration"] = newValue }
        }
        /// When the subscription expires.
        public var subscriptionExpiresAt: Timestamp? {
            get { self["subscription_expires_at"] }
            set { self["subscription_expires_at"] = newValue }
        }
        /// Periods without interruption, this one included.
        public var consecutivePayments: Int? {
            get { self["consecutive_payments"] }
            set { self["consecutive_payments"] = newValue }
        }
        /// Whether the store takes the lower cut.
        public var rateAfterFirstYear: Bool? {
            get { self["rate_after_first_year"] }
            set { self["rate_after_first_year"] = newValue }
        }
        /// Promotional offer.
        public var promotionalOfferId: String? {
            get { self["promotional_offer_id"] }
            set { self["promotional_offer_id"] = newValue }
        }
        /// `introductory` or `promotional`.
        public var storeOfferCategory: String? {
            get { self["store_offer_category"] }
            set { self["store_offer_category"] = newValue }
        }
        /// `free_trial`, `pay_as_you_go` or `pay_up_front`.
        public var storeOfferDiscountType: OfferType? {
            get { self["store_offer_discount_type"] }
            set { self["store_offer_discount_type"] = newValue }
        }
        /// Paywall of the transaction.
        public var paywallName: String? {
            get { self["paywall_name"] }
            set { self["paywall_name"] = newValue }
        }
        /// Revision of the paywall: an integer in old documents, text in samples of 2024.
        public var paywallRevision: RawJSON? {
            get { self["paywall_revision"] }
            set { self["paywall_revision"] = newValue }
        }
        /// Placement of the transaction.
        public var developerId: String? {
            get { self["developer_id"] }
            set { self["developer_id"] = newValue }
        }
        /// A/B test of the transaction.
        public var abTestName: String? {
            get { self["ab_test_name"] }
            set { self["ab_test_name"] = newValue }
        }
        /// Revision of the A/B test.
        public var abTestRevision: RawJSON? {
            get { self["ab_test_revision"] }
            set { self["ab_test_revision"] = newValue }
        }
        /// Audience of the profile.
        public var cohortName: String? {
            get { self["cohort_name"] }
            set { self["cohort_name"] = newValue }
        }
        /// Unique id of the event, for deduplication.
        public var profileEventId: String? {
            get { self["profile_event_id"] }
            set { self["profile_event_id"] = newValue }
        }
        /// Country of the store account.
        public var storeCountry: String? {
            get { self["store_country"] }
            set { self["store_country"] = newValue }
        }
        /// IP address of the device.
        public var profileIpAddress: String? {
            get { self["profile_ip_address"] }
            set { self["profile_ip_address"] = newValue }
        }
        /// Country by IP address.
        public var profileCountry: String? {
            get { self["profile_country"] }
            set { self["profile_country"] = newValue }
        }
        /// Revenue of the profile, refunds included.
        public var profileTotalRevenueUsd: JSONNumber? {
            get { self["profile_total_revenue_usd"] }
            set { self["profile_total_revenue_usd"] = newValue }
        }
        /// Variation of the purchase.
        public var variationId: String? {
            get { self["variation_id"] }
            set { self["variation_id"] = newValue }
        }
        /// Access level.
        public var accessLevelId: String? {
            get { self["access_level_id"] }
            set { self["access_level_id"] = newValue }
        }
        /// Whether the profile has the access level (2024).
        public var profileHasAccessLevel: Bool? {
            get { self["profile_has_access_level"] }
            set { self["profile_has_access_level"] = newValue }
        }

        @_spi(Tools) public init(view: ModelView) { self.view = view }

        /// Creates empty properties.
        public init() {
            view = ModelView(Properties.names)
        }
    }
}
