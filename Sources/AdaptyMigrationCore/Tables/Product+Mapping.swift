// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    /// A product in a paywall: the same fields, but for JavaScript fewer, and under other names. They are
    /// those of the coders in AdaptySDK-JS-Core 3.17.0.
    static let reference = Table(.reference, identity: product.identity, product.rows.map(\.inReference))

    static let product = Table(
        .product, identity: "vendor_product_id",
        [
            Row(
                "vendor_product_id", .text,
                .sdk("vendor_product_id")
                    .javaScript("vendorProductId").reference("vendorId"),
                required: .current,
                "The product in the store."
            ),
            Row(
                "introductory_offer_eligibility", .eligibility,
                .sdk("introductory_offer_eligibility")
                    .without([.sdk3, .sdk3Bridges])
                    .older(.sdk3, "subscription_details/introductory_offer_eligibility")
                    .older(.sdk3BridgeFlat, "subscriptionDetails/android/introductoryOfferEligibility")
                    .older(.sdk3BridgeFlat, "subscriptionDetails/androidIntroductoryOfferEligibility")
                    .passed("introductory_offer_eligibility", in: .sdk3),
                "Whether the user may get the introductory offer.",
                note:
                    "A flag in SDK 1.x, `eligible` / `ineligible` in 2.x, gone in 3.3; `unknown` counts as not eligible on the way down."
            ),
            Row(
                "promotional_offer_eligibility", .flag,
                .sdk("promotional_offer_eligibility")
                    .fallback(.sdk1Bridge, "ios/promotionalOfferEligibility")
                    .without(.sdk3Bridges),
                "Whether the user may get promotional offers.",
                note: "Kept in SDK 3.x: its decoder takes a missing one for true."
            ),
            Row(
                "promotional_offer_id", .text,
                .sdk("promotional_offer_id")
                    .fallback(.sdk1Bridge, "ios/promotionalOfferId")
                    .without(.sdk3Bridges)
                    .reference("ios/promotionalOfferId", olderFlat: "ios/discountId"),
                "Promotional offer for this user."
            ),
            Row(
                "timestamp", .integer,
                .only(.sdk2s, "timestamp")
                    .carried(.sdk1Wire, "timestamp")
                    .passed("timestamp", in: .sdk3),
                versions: .from("2.0.0", to: "2.4.0"), "Milliseconds since 1970 of the answer."
            ),
            Row(
                "variation_id", .text,
                .sdk("variation_id")
                    .renamed(.sdk3, "paywall_variation_id")
                    .older(.sdk3, "variation_id")
                    .older(.sdk3BridgeFlat, "paywallVariationId"),
                "Variation of the parent paywall."
            ),
            Row(
                "paywall_ab_test_name", .text,
                .sdk("paywall_ab_test_name", camel: "paywallABTestName")
                    .older(.sdk1BridgeSnake, "paywall_a_b_test_name"),
                "A/B test of the parent paywall."
            ),
            Row("paywall_name", .text, .sdk, "Name of the parent paywall."),
            Row("localized_description", .text, .sdk, "Description."),
            Row(
                "localized_title", .text,
                .sdk("localized_title")
                    .fallback(.sdk1Bridge, "title"),
                "Name.",
                note: "`title` in AdaptySDK-Android 0.2–0.9, and in AdaptySDK-Flutter up to 1.0."
            ),
            Row(
                "price", .number,
                .sdk("price")
                    .renamed([.sdk3, .sdk3Bridges], "price/amount"),
                "Price in the local currency."
            ),
            Row(
                "currency_code", .text,
                .sdk("currency_code")
                    .renamed(.sdk3, "price/currency_code")
                    .javaScript("price/currencyCode"),
                "Currency."
            ),
            Row(
                "currency_symbol", .text,
                .sdk("currency_symbol")
                    .renamed(.sdk3, "price/currency_symbol")
                    .javaScript("price/currencySymbol"),
                "Currency symbol."
            ),
            Row(
                "localized_price", .text,
                .sdk("localized_price")
                    .older(.sdk1Stored, "localized_price_string")
                    .renamed(.sdk3, "price/localized_string")
                    .javaScript("price/localizedString"),
                "Formatted price."
            ),
            Row(
                "localized_introductory_price", .text,
                Names()
                    .native(.sdk1Stored, "localized_introductory_price_string")
                    .passed("localized_introductory_price", in: .passingSDKs),
                "Formatted introductory price.",
                note: "SDK 1.3.0–1.4.4 only."
            ),
            Row("region_code", .text, .sdk("region_code").fallback(.sdk1Bridge, "ios/regionCode"), "Region."),
            Row(
                "is_family_shareable", .flag,
                .sdk("is_family_shareable")
                    .fallback(.sdk1Bridge, "ios/isFamilyShareable")
                    .javaScript("ios/isFamilyShareable")
                    .older(.sdk3BridgeFlat, "isFamilyShareable"),
                versions: .since("1.12.7"), "Available for family sharing."
            ),
            Row(
                "subscription_group_identifier", .text,
                .sdk("subscription_group_identifier")
                    .fallback(.sdk1Bridge, "ios/subscriptionGroupIdentifier")
                    .renamed(.sdk3, "subscription/group_identifier")
                    .older(.sdk3, "subscription_details/subscription_group_identifier")
                    .javaScript(
                        "subscription/ios/subscriptionGroupIdentifier",
                        flat: "subscriptionDetails/ios/subscriptionGroupIdentifier"),
                "Subscription group."
            ),
            Row(
                "subscription_period", .record(.period),
                .sdk("subscription_period")
                    .renamed(.sdk3, "subscription/period")
                    .older(.sdk3, "subscription_details/subscription_period")
                    .javaScript("subscription/subscriptionPeriod", flat: "subscriptionDetails/subscriptionPeriod"),
                "Period of the subscription."
            ),
            Row(
                "localized_subscription_period", .text,
                .sdk("localized_subscription_period")
                    .renamed(.sdk3, "subscription/localized_period")
                    .older(.sdk3, "subscription_details/localized_subscription_period")
                    .javaScript(
                        "subscription/localizedSubscriptionPeriod",
                        flat: "subscriptionDetails/localizedSubscriptionPeriod"),
                "Formatted period."
            ),
            Row(
                "introductory_discount", .record(.discount),
                .sdk("introductory_discount")
                    .without([.sdk3, .sdk3Bridges])
                    .older(.sdk3, "subscription_details/introductory_offer_phases", as: .list)
                    .older(.sdk3BridgeFlat, "subscriptionDetails/introductoryOffers", as: .list)
                    .older(.sdk3BridgeFlat, "subscriptionDetails/introductoryOffer", as: .list)
                    .leftover(.sdk3, "introductory_discount"),
                "Introductory price.",
                note:
                    "SDK 2.6–3.1 has its phases, of which SDK 2.0 has the first. SDK 3.2 has one `offer`, of an older record where the user was eligible; the rest is kept in the residue."
            ),
            Row(
                "free_trial_period", .record(.period),
                Names()
                    .native([.sdk1Bridges, .sdk2], "free_trial_period")
                    .carried([.sdk1Wire, .sdk1Stored, .sdk2Bridge], "free_trial_period")
                    .fallback(.sdk1Bridge, "android/freeTrialPeriod"),
                "Free trial in Google Play (SDK 1.x).",
                note: "A phase of the `offer` of SDK 3.2 where the user was eligible; else kept in the residue."
            ),
            Row(
                "localized_free_trial_period", .text,
                Names()
                    .native([.sdk1Bridges, .sdk2], "localized_free_trial_period")
                    .carried([.sdk1Wire, .sdk1Stored, .sdk2Bridge], "localized_free_trial_period")
                    .fallback(.sdk1Bridge, "android/localizedFreeTrialPeriod"),
                "Formatted free trial in Google Play (SDK 1.x).",
                note: "Goes where the free trial goes."
            ),
            Row(
                "discounts", .entries(.discount, .list),
                .sdk("discounts")
                    .fallback(.sdk1Bridge, "ios/discounts")
                    .without([.sdk3, .sdk3Bridges])
                    .older(.sdk3, "subscription_details/promotional_offer", as: .single)
                    .older(.sdk3BridgeFlat, "subscriptionDetails/ios/promotionalOffer", as: .single)
                    .older(.sdk3BridgeFlat, "subscriptionDetails/promotionalOffer", as: .single)
                    .leftover(.sdk3, "discounts"),
                "Subscription offers.",
                note:
                    "SDK 2.6–3.1 has one. It becomes the one `offer` of SDK 3.2 where the user gets no introductory one, and so does the one that `promotional_offer_id` names; others are kept in the residue."
            ),
            Row(
                "offer", .object(.offer),
                .only([.sdk3, .sdk3Bridge], "subscription/offer")
                    .carried(.sdk2, "subscription_offer"),
                versions: .since("3.2.0"), "The offer the SDK picked.",
                note: "A product of SDK 2 has several, so it carries this one under a name of its own."
            ),
            Row(
                "android_offer_id", .text,
                Names()
                    .older(.sdk3, "subscription_details/android_offer_id")
                    .older(.sdk3BridgeFlat, "subscriptionDetails/android/offerId")
                    .older(.sdk3BridgeFlat, "subscriptionDetails/androidOfferId")
                    .carried(.sdk2, "android_offer_id"),
                versions: .from("2.6.0", to: "3.1.0"), "Introductory offer in Google Play.",
                note: "In the `offer_identifier` of SDK 3.2."
            ),
            Row(
                "android_offer_tags", .any,
                Names()
                    .older(.sdk3, "subscription_details/android_offer_tags")
                    .older(.sdk3BridgeFlat, "subscriptionDetails/android/offerTags")
                    .older(.sdk3BridgeFlat, "subscriptionDetails/androidOfferTags")
                    .carried(.sdk2, "android_offer_tags"),
                versions: .from("2.6.0", to: "3.1.0"), "Tags of the offer in Google Play.",
                note: "In the `offer` of SDK 3.2."
            ),
            Row(
                "renewal_type", .text,
                .only(.sdk3, "subscription/renewal_type")
                    .older(.sdk3, "subscription_details/renewal_type")
                    .javaScript(
                        "subscription/android/renewalType", flat: "subscriptionDetails/android/renewalType"
                    )
                    .carried(.sdk2, "renewal_type"),
                "`prepaid` or `autorenewable` (Android)."
            ),
            Row(
                "subscription_base_plan_id", .text,
                .only(.sdk3, "subscription/base_plan_id")
                    .older(.sdk3, "subscription_details/android_base_plan_id")
                    .javaScript("subscription/android/basePlanId", flat: "subscriptionDetails/android/basePlanId")
                    .older(.sdk3BridgeFlat, "subscriptionDetails/androidBasePlanId")
                    .carried(.sdk2, "subscription_base_plan_id"),
                versions: .since("2.6.0"), "Base plan of the subscription in Google Play.",
                note: "Another one than `base_plan_id`, so SDK 2 carries it under a name of its own."
            ),
            Row(
                "adapty_product_id", .text,
                .sdk3("adapty_product_id")
                    .javaScript("adaptyId")
                    .reference("adaptyId"),
                required: .sdk3,
                versions: .since("2.9.4"), "The product in Adapty."
            ),
            Row(
                "access_level_id", .text,
                .sdk3("access_level_id")
                    .reference("accessLevelId"),
                required: .sdk3,
                versions: .since("3.12.0"), "Access level it unlocks."
            ),
            Row(
                "product_type", .text,
                .sdk3("product_type")
                    .reference("productType"),
                required: .sdk3,
                versions: .since("3.12.0"), "Type of the product."
            ),
            Row(
                "win_back_offer_id", .text,
                .sdk3("win_back_offer_id")
                    .without(.sdk3Bridges)
                    .reference("ios/winBackOfferId"),
                versions: .since("3.2.0"), "Win-back offer."
            ),
            Row(
                "base_plan_id", .text,
                .sdk3("base_plan_id")
                    .without(.sdk3Bridges)
                    .reference("android/basePlanId"),
                "Base plan in Google Play."
            ),
            Row(
                "offer_id", .text,
                .sdk3("offer_id")
                    .without(.sdk3Bridges)
                    .reference("android/offerId"),
                "Offer in Google Play."
            ),
            Row(
                "is_consumable", .flag,
                .sdk3("is_consumable")
                    .without(.sdk3Bridges)
                    .flatReference("android/isConsumable"),
                "Whether it can be bought again (servers from SDK 2.9 on).",
                note: "JavaScript has it in the references of SDK 2.9–3.1."
            ),
            Row("web_purchase_url", .text, .sdk3, versions: .since("3.6.0"), "Web purchase address."),
            Row("payload_data", .text, .sdk3, "Opaque payload of the plugins."),
            Row("paywall_product_index", .integer, .sdk3, versions: .since("3.6.0"), "Place in the paywall."),
        ])
}
