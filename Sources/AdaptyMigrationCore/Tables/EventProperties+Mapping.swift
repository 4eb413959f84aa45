// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let eventProperties = Table(
        .eventProperties,
        [
            Row(
                "profile_id", .text, .event("profile_id"),
                "Adapty user."
            ),
            Row(
                "customer_user_id", .text, .event("customer_user_id"),
                "User in your system."
            ),
            Row(
                "currency", .text, .event("currency"),
                "Local currency, USD by default."
            ),
            Row(
                "price_usd", .number, .event("price_usd"),
                "Price before the store's cut, USD; negative on refunds."
            ),
            Row(
                "proceeds_usd", .number, .event("proceeds_usd"),
                "Price after the store's cut, USD."
            ),
            Row(
                "net_revenue_usd", .number, .event("net_revenue_usd"),
                "Income after the store's cut and taxes, USD."
            ),
            Row(
                "tax_amount_usd", .number, .event("tax_amount_usd"),
                "Taxes, USD."
            ),
            Row(
                "price_local", .number, .event("price_local"),
                "Price before the store's cut, local currency."
            ),
            Row(
                "proceeds_local", .number, .event("proceeds_local"),
                "Price after the store's cut, local currency."
            ),
            Row(
                "net_revenue_local", .number, .event("net_revenue_local"),
                "Income after the store's cut and taxes, local currency."
            ),
            Row(
                "tax_amount_local", .number, .event("tax_amount_local"),
                "Taxes, local currency."
            ),
            Row(
                "transaction_id", .text, .event("transaction_id"),
                "Transaction; some senders write an integer."
            ),
            Row(
                "original_transaction_id", .text, .event("original_transaction_id"),
                "First transaction of the purchase."
            ),
            Row(
                "purchase_date", .timestamp, .event("purchase_date"),
                "When the product was bought."
            ),
            Row(
                "original_purchase_date", .timestamp, .event("original_purchase_date"),
                "When it was first bought."
            ),
            Row(
                "environment", .text, .event("environment"),
                "`Sandbox` or `Production`."
            ),
            Row(
                "vendor_product_id", .text, .event("vendor_product_id"),
                "Product in the store."
            ),
            Row(
                "base_plan_id", .text, .event("base_plan_id"),
                "Base plan in Google Play or price in Stripe."
            ),
            Row(
                "event_datetime", .timestamp, .event("event_datetime"),
                "When it happened."
            ),
            Row(
                "store", .text, .event("store"),
                "Store of the purchase."
            ),
            Row(
                "trial_duration", .text, .event("trial_duration"),
                "Days of the trial, e.g. `7 days`."
            ),
            Row(
                "cancellation_reason", .text, .event("cancellation_reason"),
                "Why it was cancelled."
            ),
            Row(
                "subscription_expires_at", .timestamp, .event("subscription_expires_at"),
                "When the subscription expires."
            ),
            Row(
                "consecutive_payments", .integer, .event("consecutive_payments"),
                "Periods without interruption, this one included."
            ),
            Row(
                "rate_after_first_year", .flag, .event("rate_after_first_year"),
                "Whether the store takes the lower cut."
            ),
            Row(
                "promotional_offer_id", .text, .event("promotional_offer_id"),
                "Promotional offer."
            ),
            Row(
                "store_offer_category", .text, .event("store_offer_category"),
                "`introductory` or `promotional`."
            ),
            Row(
                "store_offer_discount_type", .text, .event("store_offer_discount_type"),
                "`free_trial`, `pay_as_you_go` or `pay_up_front`."
            ),
            Row(
                "paywall_name", .text, .event("paywall_name"),
                "Paywall of the transaction."
            ),
            Row(
                "paywall_revision", .any, .event("paywall_revision"),
                "Revision of the paywall: an integer in old documents, text in samples of 2024."
            ),
            Row(
                "developer_id", .text, .event("developer_id"),
                "Placement of the transaction."
            ),
            Row(
                "ab_test_name", .text, .event("ab_test_name"),
                "A/B test of the transaction."
            ),
            Row(
                "ab_test_revision", .any, .event("ab_test_revision"),
                "Revision of the A/B test."
            ),
            Row(
                "cohort_name", .text, .event("cohort_name"),
                "Audience of the profile."
            ),
            Row(
                "profile_event_id", .text, .event("profile_event_id"),
                "Unique id of the event, for deduplication."
            ),
            Row(
                "store_country", .text, .event("store_country"),
                "Country of the store account."
            ),
            Row(
                "profile_ip_address", .text, .event("profile_ip_address"),
                "IP address of the device."
            ),
            Row(
                "profile_country", .text, .event("profile_country"),
                "Country by IP address."
            ),
            Row(
                "profile_total_revenue_usd", .number, .event("profile_total_revenue_usd"),
                "Revenue of the profile, refunds included."
            ),
            Row(
                "variation_id", .text, .event("variation_id"),
                "Variation of the purchase."
            ),
            Row(
                "access_level_id", .text, .event("access_level_id"),
                "Access level."
            ),
            Row(
                "is_active", .flag, .event("is_active"),
                "Whether the access level is active."
            ),
            Row(
                "will_renew", .flag, .event("will_renew"),
                "Whether the access level will renew."
            ),
            Row(
                "is_refund", .flag, .event("is_refund"),
                "Whether the transaction is refunded."
            ),
            Row(
                "is_lifetime", .flag, .event("is_lifetime"),
                "Whether the access level is for a lifetime."
            ),
            Row(
                "is_in_grace_period", .flag, .event("is_in_grace_period"),
                "Whether the profile is in the grace period."
            ),
            Row(
                "starts_at", .timestamp, .event("starts_at"),
                "When the access level starts."
            ),
            Row(
                "renewed_at", .timestamp, .event("renewed_at"),
                "When access is renewed."
            ),
            Row(
                "expires_at", .timestamp, .event("expires_at"),
                "When access expires."
            ),
            Row(
                "activated_at", .timestamp, .event("activated_at"),
                "When access was activated."
            ),
            Row(
                "unsubscribed_at", .timestamp, .event("unsubscribed_at"),
                "When auto-renewal was turned off."
            ),
            Row(
                "billing_issue_detected_at", .timestamp, .event("billing_issue_detected_at"),
                "When a billing issue was detected."
            ),
            Row(
                "active_introductory_offer_type", .text, .event("active_introductory_offer_type"),
                "Type of the active introductory offer."
            ),
            Row(
                "active_promotional_offer_type", .text, .event("active_promotional_offer_type"),
                "Type of the active promotional offer."
            ),
            Row(
                "active_promotional_offer_id", .text, .event("active_promotional_offer_id"),
                "Id of the active promotional offer."
            ),
            Row(
                "profile_has_access_level", .flag, .event("profile_has_access_level"),
                "Whether the profile has the access level (2024)."
            ),
        ])
}
