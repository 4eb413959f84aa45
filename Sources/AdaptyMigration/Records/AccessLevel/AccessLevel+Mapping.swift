// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let accessLevel = Table(
        .accessLevel, identity: "id",
        [
            Row(
                "id", .text,
                .everywhere("id")
                    .native(.serverV2, "access_level_id"),
                required: .current,
                "Identifier of the access level, configured in the Adapty Dashboard.",
                field(\AccessLevelInfoModel.$id), field(\AdaptyProfile.AccessLevel.$id), field(\ServerAccessLevel.$id)
            ),
            Row(
                "is_active", .flag, .everywhere("is_active"), required: .current,
                "Whether the access level is active; a snapshot of the moment it was sent.",
                field(\AccessLevelInfoModel.$isActive), field(\AdaptyProfile.AccessLevel.$isActive),
                field(\ServerAccessLevel.$isActive)
            ),
            Row(
                "vendor_product_id", .text,
                .everywhere("vendor_product_id")
                    .native(.serverV2, "store_product_id"),
                required: .current,
                "The product in the store that unlocked it.",
                field(\AccessLevelInfoModel.$vendorProductId), field(\AdaptyProfile.AccessLevel.$vendorProductId),
                field(\ServerAccessLevel.$vendorProductId)
            ),
            Row(
                "base_plan_id", .text,
                .only(.serverV1, "base_plan_id")
                    .carried([.sdk1Wire, .sdk1Bridges, .current], "base_plan_id")
                    .native(.serverV2, "store_base_plan_id"),
                "Base plan in Google Play or price in Stripe.",
                note: "New in seed 000; passes through to SDK 2.x, Android reads it.",
                field(\AdaptyProfile.AccessLevel.$basePlanId), field(\ServerAccessLevel.$basePlanId)
            ),
            Row(
                "offer_id", .text,
                .current("offer_id")
                    .native(.serverV1, "offer_id")
                    .carried([.sdk1Wire, .sdk1Bridges], "offer_id"),
                "Offer in Google Play (SDK 2.6.3).",
                field(\AdaptyProfile.AccessLevel.$offerId), field(\ServerAccessLevel.$offerId)
            ),
            Row(
                "store", .text,
                .everywhere("store")
                    .native(.serverV2, "store"),
                required: .current,
                "Store of the purchase: `app_store`, `play_store`, `adapty` or any other text.",
                field(\AccessLevelInfoModel.$store), field(\AdaptyProfile.AccessLevel.$store),
                field(\ServerAccessLevel.$store)
            ),
            Row(
                "activated_at", .timestamp,
                .everywhere("activated_at")
                    .native(.serverV2, "originally_purchased_at")
                    .older(.sdk1Bridges, "purchased_at"),
                required: .current,
                "When it was activated; may be in the future.",
                field(\AccessLevelInfoModel.$activatedAt), field(\AdaptyProfile.AccessLevel.$activatedAt),
                field(\ServerAccessLevel.$activatedAt)
            ),
            Row(
                "renewed_at", .timestamp,
                .everywhere("renewed_at")
                    .native(.serverV2, "purchased_at"),
                "When it was renewed.",
                field(\AccessLevelInfoModel.$renewedAt), field(\AdaptyProfile.AccessLevel.$renewedAt),
                field(\ServerAccessLevel.$renewedAt)
            ),
            Row(
                "expires_at", .timestamp,
                .everywhere("expires_at")
                    .native(.serverV2, "expires_at"),
                "When it will expire; may be in the past, null for lifetime.",
                field(\AccessLevelInfoModel.$expiresAt), field(\AdaptyProfile.AccessLevel.$expiresAt),
                field(\ServerAccessLevel.$expiresAt)
            ),
            Row(
                "starts_at", .timestamp,
                .everywhere("starts_at")
                    .native(.serverV2, "starts_at"),
                "When it starts; may be in the future.",
                field(\AccessLevelInfoModel.$startsAt), field(\AdaptyProfile.AccessLevel.$startsAt),
                field(\ServerAccessLevel.$startsAt)
            ),
            Row(
                "is_lifetime", .flag, .everywhere("is_lifetime"), required: .current,
                "Active for a lifetime, without an expiration date.",
                field(\AccessLevelInfoModel.$isLifetime), field(\AdaptyProfile.AccessLevel.$isLifetime),
                field(\ServerAccessLevel.$isLifetime)
            ),
            Row(
                "will_renew", .flag, .everywhere("will_renew"), required: .current,
                "Set to renew.",
                field(\AccessLevelInfoModel.$willRenew), field(\AdaptyProfile.AccessLevel.$willRenew),
                field(\ServerAccessLevel.$willRenew)
            ),
            Row(
                "is_in_grace_period", .flag,
                .everywhere("is_in_grace_period")
                    .native(.serverV2, "is_in_grace_period"),
                required: .current,
                "In the grace period.",
                field(\AccessLevelInfoModel.$isInGracePeriod), field(\AdaptyProfile.AccessLevel.$isInGracePeriod),
                field(\ServerAccessLevel.$isInGracePeriod)
            ),
            Row(
                "unsubscribed_at", .timestamp,
                .everywhere("unsubscribed_at")
                    .native(.serverV2, "renewal_cancelled_at"),
                "When auto-renewal was turned off; access may go on.",
                field(\AccessLevelInfoModel.$unsubscribedAt), field(\AdaptyProfile.AccessLevel.$unsubscribedAt),
                field(\ServerAccessLevel.$unsubscribedAt)
            ),
            Row(
                "billing_issue_detected_at", .timestamp,
                .everywhere("billing_issue_detected_at")
                    .native(.serverV2, "billing_issue_detected_at"),
                "When a billing issue was detected.",
                field(\AccessLevelInfoModel.$billingIssueDetectedAt),
                field(\AdaptyProfile.AccessLevel.$billingIssueDetectedAt),
                field(\ServerAccessLevel.$billingIssueDetectedAt)
            ),
            Row(
                "active_introductory_offer_type", .text, .everywhere("active_introductory_offer_type"),
                "Type of the active introductory offer.",
                field(\AccessLevelInfoModel.$activeIntroductoryOfferType),
                field(\AdaptyProfile.AccessLevel.$activeIntroductoryOfferType),
                field(\ServerAccessLevel.$activeIntroductoryOfferType)
            ),
            Row(
                "active_promotional_offer_type", .text, .everywhere("active_promotional_offer_type"),
                "Type of the active promotional offer.",
                field(\AccessLevelInfoModel.$activePromotionalOfferType),
                field(\AdaptyProfile.AccessLevel.$activePromotionalOfferType),
                field(\ServerAccessLevel.$activePromotionalOfferType)
            ),
            Row(
                "active_promotional_offer_id", .text, .everywhere("active_promotional_offer_id"),
                "Id of the active promotional offer.",
                note: "Sent on the wire since 1.x; typed since 2.0.",
                field(\AdaptyProfile.AccessLevel.$activePromotionalOfferId),
                field(\ServerAccessLevel.$activePromotionalOfferId)
            ),
            Row(
                "cancellation_reason", .text,
                .everywhere("cancellation_reason")
                    .native(.serverV2, "cancellation_reason"),
                "Why it was cancelled.",
                field(\AccessLevelInfoModel.$cancellationReason), field(\AdaptyProfile.AccessLevel.$cancellationReason),
                field(\ServerAccessLevel.$cancellationReason)
            ),
            Row(
                "is_refund", .flag, .everywhere("is_refund"), required: .current,
                "Whether the purchase was refunded.",
                field(\AccessLevelInfoModel.$isRefund), field(\AdaptyProfile.AccessLevel.$isRefund),
                field(\ServerAccessLevel.$isRefund)
            ),
            Row(
                "offer", .custom(.offer), .only(.serverV2, "offer"),
                "`{category, type, id}`, or null.",
                note:
                    "Becomes `active_introductory_offer_type`, or `active_promotional_offer_type` and `_id`, by its category."
            ),
            Row(
                "vendor_transaction_id", .text,
                .sdk1("vendor_transaction_id")
                    .leftover([.serverV1, .current], "vendor_transaction_id")
                    .native(.serverV2, "store_transaction_id"),
                "Transaction that unlocked the level.",
                note: "Dropped from access levels by SDK 2.0.0; kept in the residue.",
                field(\AccessLevelInfoModel.$vendorTransactionId)
            ),
            Row(
                "vendor_original_transaction_id", .text,
                .sdk1("vendor_original_transaction_id")
                    .leftover([.serverV1, .current], "vendor_original_transaction_id")
                    .native(.serverV2, "store_original_transaction_id"),
                "First transaction of the subscription.",
                note: "Dropped from access levels by SDK 2.0.0; kept in the residue.",
                field(\AccessLevelInfoModel.$vendorOriginalTransactionId)
            ),
            Row(
                "environment", .text, .only(.serverV2, "environment"),
                "`Sandbox` or `Production`.",
                note: "Access levels of the other dialects have no such member; kept in the residue."
            ),
        ])
}
