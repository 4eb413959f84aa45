// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let profile = Table(
        .profile,
        [
            Row(
                "profile_id", .text,
                .everywhere("profile_id")
                    .native(.serverV2, "profile_id")
                    .fallback([.sdk1Wire, .sdk1BridgeSnake, .serverV1], "id"),
                required: .current,
                "Adapty profile id.",
                note: "SDK 1.x took it from the envelope (`data.id`)."
            ),
            Row(
                "customer_user_id", .text,
                .everywhere("customer_user_id")
                    .native(.serverV2, "customer_user_id"),
                "User id in your system."
            ),
            Row(
                "custom_attributes", .attributes,
                .everywhere("custom_attributes")
                    .native(.serverV2, "custom_attributes"),
                "Custom attributes by name.",
                note: "`[]` becomes `{}`; API v2 has an array of `{key, value}`."
            ),
            Row(
                "paid_access_levels", .entries(.accessLevel, .accessLevels),
                .only([.sdk1Wire, .serverV1, .sdk2, .sdk3], "paid_access_levels")
                    .native([.held, .serverV2], "access_levels")
                    .older([.sdk1Stored, .sdk1Bridges, .sdk2Bridge], "paid_access_levels")
                    .leftover([.sdk1Wire, .serverV1, .sdk2, .sdk3], "access_levels"),
                "Access levels by id; null when there are none."
            ),
            Row(
                "subscriptions", .entries(.subscription, .subscriptions),
                .everywhere("subscriptions")
                    .native(.serverV2, "subscriptions"),
                "Subscriptions by product id; null when there are none."
            ),
            Row(
                "non_subscriptions", .entries(.nonSubscription, .nonSubscriptions),
                .everywhere("non_subscriptions")
                    .native(.serverV2, "non_subscriptions"),
                "Other purchases by product id; null when there are none."
            ),
            Row(
                "segment_hash", .text,
                .sdk3("segment_hash")
                    .native([.serverV1, .serverV2], "segment_hash")
                    .carried(.sdk1Wire, "segment_hash")
                    .leftover(.sdk1Bridges, "segment_hash"),
                required: .sdk3,
                versions: .since("2.9.0"), "Segment of the profile.",
                note: "Required from SDK 2.9.0 on; no legacy source."
            ),
            Row(
                "is_test_user", .flag,
                .sdk3("is_test_user")
                    .carried([.sdk1Wire, .serverV1], "is_test_user")
                    .leftover(.sdk1Bridges, "is_test_user"),
                required: .sdk3,
                versions: .since("2.11.1"), "Whether this is a test user."
            ),
            Row(
                "timestamp", .integer,
                .sdk3("timestamp")
                    .native(.serverV2, "timestamp")
                    .carried([.sdk1Wire, .serverV1], "timestamp")
                    .leftover(.sdk1Bridges, "timestamp"),
                required: .sdk3,
                versions: .since("2.10.2"), "Milliseconds since 1970 of the answer."
            ),
            Row(
                "applied_attribution_sources", .any,
                .sdk3("applied_attribution_sources")
                    .older(.sdk3Bridges, "applied_external_attribution_providers"),
                versions: .since("3.17.1"), "Sources of attribution."
            ),
            Row(
                "app_id", .text,
                .only([.serverV1, .serverV2], "app_id")
                    .passed("app_id")
                    .leftover(.sdk3Bridges, "app_id"),
                "The app in Adapty.",
                note: "Sent by servers, never read by an SDK."
            ),
            Row(
                "total_revenue_usd", .number,
                .only([.serverV1, .serverV2], "total_revenue_usd")
                    .passed("total_revenue_usd")
                    .leftover(.sdk3Bridges, "total_revenue_usd"),
                "Revenue of the profile in USD.",
                note: "Sent by servers, never read by an SDK."
            ),
            Row(
                "promotional_offer_eligibility", .flag,
                .legacy("promotional_offer_eligibility")
                    .passed("promotional_offer_eligibility"),
                "Eligibility on the profile (read by SDK 1.x up to 1.2.2).",
                note: "Moved to the product in 1.3.1."
            ),
            Row(
                "introductory_offer_eligibility", .flag,
                .legacy("introductory_offer_eligibility")
                    .passed("introductory_offer_eligibility"),
                "Eligibility on the profile (read by SDK 1.x up to 1.2.2).",
                note: "Moved to the product in 1.3.1."
            ),
            Row(
                "apple_validation_result", .any,
                .only(.sdk1Wire, "apple_validation_result")
                    .passed("apple_validation_result"),
                "Receipt validation by Apple.",
                note: "Part of the receipt validation answer."
            ),
        ])
}
