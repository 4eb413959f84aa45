// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let eventProperties = Table(
        .eventProperties,
        [
            Row(
                "profile_id", .text, .event("profile_id"),
                "Adapty user.",
                field(\WebhookEvent.Properties.$profileId)
            ),
            Row(
                "customer_user_id", .text, .event("customer_user_id"),
                "User in your system.",
                field(\WebhookEvent.Properties.$customerUserId)
            ),
            Row(
                "currency", .text, .event("currency"),
                "Local currency, USD by default.",
                field(\WebhookEvent.Properties.$currency)
            ),
            Row(
                "price_usd", .number, .event("price_usd"),
                "Price before the store's cut, USD; negative on refunds.",
                field(\WebhookEvent.Properties.$priceUsd)
            ),
            Row(
                "proceeds_usd", .number, .event("proceeds_usd"),
                "Price after the store's cut, USD.",
                field(\WebhookEvent.Properties.$proceedsUsd)
            ),
            Row(
                "net_revenue_usd", .number, .event("net_revenue_usd"),
                "Income after the store's cut and taxes, USD.",
                field(\WebhookEvent.Properties.$netRevenueUsd)
            ),
            Row(
                "tax_amount_usd", .number, .event("tax_amount_usd"),
                "Taxes, USD.",
                field(\WebhookEvent.Properties.$taxAmountUsd)
            ),
            Row(
                "price_local", .number, .event("price_local"),
                "Price before the store's cut, local currency.",
                field(\WebhookEvent.Properties.$priceLocal)
            ),
            Row(
                "proceeds_local", .number, .event("proceeds_local"),
                "Price after the store's cut, local currency.",
                field(\WebhookEvent.Properties.$proceedsLocal)
            ),
            Row(
                "net_revenue_local", .number, .event("net_revenue_local"),
                "Income after the store's cut and taxes, local currency.",
                field(\WebhookEvent.Properties.$netRevenueLocal)
            ),
            Row(
                "tax_amount_local", .number, .event("tax_amount_local"),
                "Taxes, local currency.",
                field(\WebhookEvent.Properties.$taxAmountLocal)
            ),
            Row(
                "transaction_id", .text, .event("transaction_id"),
                "Transaction; some senders write an integer.",
                field(\WebhookEvent.Properties.$transactionId)
            ),
            Row(
                "original_transaction_id", .text, .event("original_transaction_id"),
                "First transaction of the purchase.",
                field(\WebhookEvent.Properties.$originalTransactionId)
            ),
            Row(
                "purchase_date", .timestamp, .event("purchase_date"),
                "When the product was bought.",
                field(\WebhookEvent.Properties.$purchaseDate)
            ),
            Row(
                "original_purchase_date", .timestamp, .event("original_purchase_date"),
                "When it was first bought.",
                field(\WebhookEvent.Properties.$originalPurchaseDate)
            ),
            Row(
                "environment", .text, .event("environment"),
                "`Sandbox` or `Production`.",
                field(\WebhookEvent.Properties.$environment)
            ),
            Row(
                "vendor_product_id", .text, .event("vendor_product_id"),
                "Product in the store.",
                field(\WebhookEvent.Properties.$vendorProductId)
            ),
            Row(
                "base_plan_id", .text, .event("base_plan_id"),
                "Base plan in Google Play or price in Stripe.",
                field(\WebhookEvent.Properties.$basePlanId)
            ),
            Row(
                "event_datetime", .timestamp, .event("event_datetime"),
                "When it happened.",
                field(\WebhookEvent.Properties.$eventDatetime)
            ),
            Row(
                "store", .text, .event("store"),
                "Store of the purchase.",
                field(\WebhookEvent.Properties.$store)
            ),
            Row(
                "trial_duration", .text, .event("trial_duration"),
                "Days of the trial, e.g. `7 days`.",
                field(\WebhookEvent.Properties.$trialDuration)
            ),
            Row(
                "cancellation_reason", .text, .event("cancellation_reason"),
                "Why it was cancelled.",
                field(\WebhookEvent.Properties.$cancellationReason)
            ),
            Row(
                "subscription_expires_at", .timestamp, .event("subscription_expires_at"),
                "When the subscription expires.",
                field(\WebhookEvent.Properties.$subscriptionExpiresAt)
            ),
            Row(
                "consecutive_payments", .integer, .event("consecutive_payments"),
                "Periods without interruption, this one included.",
                field(\WebhookEvent.Properties.$consecutivePayments)
            ),
            Row(
                "rate_after_first_year", .flag, .event("rate_after_first_year"),
                "Whether the store takes the lower cut.",
                field(\WebhookEvent.Properties.$rateAfterFirstYear)
            ),
            Row(
                "promotional_offer_id", .text, .event("promotional_offer_id"),
                "Promotional offer.",
                field(\WebhookEvent.Properties.$promotionalOfferId)
            ),
            Row(
                "store_offer_category", .text, .event("store_offer_category"),
                "`introductory` or `promotional`.",
                field(\WebhookEvent.Properties.$storeOfferCategory)
            ),
            Row(
                "store_offer_discount_type", .text, .event("store_offer_discount_type"),
                "`free_trial`, `pay_as_you_go` or `pay_up_front`.",
                field(\WebhookEvent.Properties.$storeOfferDiscountType)
            ),
            Row(
                "paywall_name", .text, .event("paywall_name"),
                "Paywall of the transaction.",
                field(\WebhookEvent.Properties.$paywallName)
            ),
            Row(
                "paywall_revision", .any, .event("paywall_revision"),
                "Revision of the paywall: an integer in old documents, text in samples of 2024.",
                field(\WebhookEvent.Properties.$paywallRevision)
            ),
            Row(
                "developer_id", .text, .event("developer_id"),
                "Placement of the transaction.",
                field(\WebhookEvent.Properties.$developerId)
            ),
            Row(
                "ab_test_name", .text, .event("ab_test_name"),
                "A/B test of the transaction.",
                field(\WebhookEvent.Properties.$abTestName)
            ),
            Row(
                "ab_test_revision", .any, .event("ab_test_revision"),
                "Revision of the A/B test.",
                field(\WebhookEvent.Properties.$abTestRevision)
            ),
            Row(
                "cohort_name", .text, .event("cohort_name"),
                "Audience of the profile.",
                field(\WebhookEvent.Properties.$cohortName)
            ),
            Row(
                "profile_event_id", .text, .event("profile_event_id"),
                "Unique id of the event, for deduplication.",
                field(\WebhookEvent.Properties.$profileEventId)
            ),
            Row(
                "store_country", .text, .event("store_country"),
                "Country of the store account.",
                field(\WebhookEvent.Properties.$storeCountry)
            ),
            Row(
                "profile_ip_address", .text, .event("profile_ip_address"),
                "IP address of the device.",
                field(\WebhookEvent.Properties.$profileIpAddress)
            ),
            Row(
                "profile_country", .text, .event("profile_country"),
                "Country by IP address.",
                field(\WebhookEvent.Properties.$profileCountry)
            ),
            Row(
                "profile_total_revenue_usd", .number, .event("profile_total_revenue_usd"),
                "Revenue of the profile, refunds included.",
                field(\WebhookEvent.Properties.$profileTotalRevenueUsd)
            ),
            Row(
                "variation_id", .text, .event("variation_id"),
                "Variation of the purchase.",
                field(\WebhookEvent.Properties.$variationId)
            ),
            Row(
                "access_level_id", .text, .event("access_level_id"),
                "Access level.",
                field(\WebhookEvent.Properties.$accessLevelId)
            ),
            Row(
                "is_active", .flag, .event("is_active"),
                "Whether the access level is active.",
                field(\WebhookEvent.Properties.$isActive)
            ),
            Row(
                "will_renew", .flag, .event("will_renew"),
                "Whether the access level will renew.",
                field(\WebhookEvent.Properties.$willRenew)
            ),
            Row(
                "is_refund", .flag, .event("is_refund"),
                "Whether the transaction is refunded.",
                field(\WebhookEvent.Properties.$isRefund)
            ),
            Row(
                "is_lifetime", .flag, .event("is_lifetime"),
                "Whether the access level is for a lifetime.",
                field(\WebhookEvent.Properties.$isLifetime)
            ),
            Row(
                "is_in_grace_period", .flag, .event("is_in_grace_period"),
                "Whether the profile is in the grace period.",
                field(\WebhookEvent.Properties.$isInGracePeriod)
            ),
            Row(
                "starts_at", .timestamp, .event("starts_at"),
                "When the access level starts.",
                field(\WebhookEvent.Properties.$startsAt)
            ),
            Row(
                "renewed_at", .timestamp, .event("renewed_at"),
                "When access is renewed.",
                field(\WebhookEvent.Properties.$renewedAt)
            ),
            Row(
                "expires_at", .timestamp, .event("expires_at"),
                "When access expires.",
                field(\WebhookEvent.Properties.$expiresAt)
            ),
            Row(
                "activated_at", .timestamp, .event("activated_at"),
                "When access was activated.",
                field(\WebhookEvent.Properties.$activatedAt)
            ),
            Row(
                "unsubscribed_at", .timestamp, .event("unsubscribed_at"),
                "When auto-renewal was turned off.",
                field(\WebhookEvent.Properties.$unsubscribedAt)
            ),
            Row(
                "billing_issue_detected_at", .timestamp, .event("billing_issue_detected_at"),
                "When a billing issue was detected.",
                field(\WebhookEvent.Properties.$billingIssueDetectedAt)
            ),
            Row(
                "active_introductory_offer_type", .text, .event("active_introductory_offer_type"),
                "Type of the active introductory offer.",
                field(\WebhookEvent.Properties.$activeIntroductoryOfferType)
            ),
            Row(
                "active_promotional_offer_type", .text, .event("active_promotional_offer_type"),
                "Type of the active promotional offer.",
                field(\WebhookEvent.Properties.$activePromotionalOfferType)
            ),
            Row(
                "active_promotional_offer_id", .text, .event("active_promotional_offer_id"),
                "Id of the active promotional offer.",
                field(\WebhookEvent.Properties.$activePromotionalOfferId)
            ),
            Row(
                "profile_has_access_level", .flag, .event("profile_has_access_level"),
                "Whether the profile has the access level (2024).",
                field(\WebhookEvent.Properties.$profileHasAccessLevel)
            ),
        ])
}
