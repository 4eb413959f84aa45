// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    /// What an access level and a subscription have in common.
    static let timedPurchase: [Row] = [
        Row(
            "is_active", .flag, .everywhere, required: .current,
            "Whether it is active; a snapshot of the moment it was sent."
        ),
        Row(
            "vendor_product_id", .text,
            .everywhere("vendor_product_id")
                .native(.serverV2, "store_product_id"),
            required: .current,
            "The product in the store that unlocked it."
        ),
        Row(
            "base_plan_id", .text,
            .only(.serverV1, "base_plan_id")
                .carried([.sdk1Wire, .sdk1Bridges, .current], "base_plan_id")
                .native(.serverV2, "store_base_plan_id"),
            "Base plan in Google Play or price in Stripe.",
            note: "Passes through to SDK 2.x, Android reads it."
        ),
        Row(
            "offer_id", .text,
            .current("offer_id")
                .javaScript("android/offerId")
                .native(.serverV1, "offer_id")
                .carried([.sdk1Wire, .sdk1Bridges], "offer_id"),
            versions: .since("2.6.3"), "Offer in Google Play."
        ),
        Row(
            "store", .text,
            .everywhere("store")
                .native(.serverV2, "store"),
            required: .current,
            "Store of the purchase: `app_store`, `play_store`, `adapty` or any other text."
        ),
        Row(
            "activated_at", .timestamp,
            .everywhere("activated_at")
                .native(.serverV2, "originally_purchased_at")
                .older(.sdk1Bridges, "purchased_at"),
            required: .current,
            "When it was activated; may be in the future."
        ),
        Row(
            "renewed_at", .timestamp,
            .everywhere("renewed_at")
                .native(.serverV2, "purchased_at"),
            "When it was renewed."
        ),
        Row(
            "expires_at", .timestamp,
            .everywhere("expires_at")
                .native(.serverV2, "expires_at"),
            "When it will expire; may be in the past, null for lifetime."
        ),
        Row(
            "starts_at", .timestamp,
            .everywhere("starts_at")
                .native(.serverV2, "starts_at"),
            "When it starts; may be in the future."
        ),
        Row(
            "is_lifetime", .flag, .everywhere, required: .current,
            "Active for a lifetime, without an expiration date."
        ),
        Row("will_renew", .flag, .everywhere, required: .current, "Set to renew."),
        Row(
            "is_in_grace_period", .flag,
            .everywhere("is_in_grace_period")
                .native(.serverV2, "is_in_grace_period"),
            required: .current,
            "In the grace period."
        ),
        Row(
            "unsubscribed_at", .timestamp,
            .everywhere("unsubscribed_at")
                .native(.serverV2, "renewal_cancelled_at"),
            "When auto-renewal was turned off; access may go on."
        ),
        Row(
            "billing_issue_detected_at", .timestamp,
            .everywhere("billing_issue_detected_at")
                .native(.serverV2, "billing_issue_detected_at"),
            "When a billing issue was detected."
        ),
        Row("active_introductory_offer_type", .text, .everywhere, "Type of the active introductory offer."),
        Row("active_promotional_offer_type", .text, .everywhere, "Type of the active promotional offer."),
        Row(
            "active_promotional_offer_id", .text, .everywhere,
            "Id of the active promotional offer.",
            note: "Sent on the wire since 1.x; typed since 2.0."
        ),
        Row(
            "cancellation_reason", .text,
            .everywhere("cancellation_reason")
                .native(.serverV2, "cancellation_reason"),
            "Why it was cancelled."
        ),
        Row("is_refund", .flag, .everywhere, required: .current, "Whether the purchase was refunded."),
        Row(
            "offer", .custom(.offer), .only(.serverV2, "offer"),
            "`{category, type, id}`, or null.",
            note:
                "Becomes `active_introductory_offer_type`, or `active_promotional_offer_type` and `_id`, by its category."
        ),
    ]
}
