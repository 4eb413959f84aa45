// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let paywall = Table(
        .paywall, identity: "variation_id",
        [
            Row(
                "developer_id", .text,
                .sdk("developer_id")
                    .older(.sdk1Wire, "purchase_container_developer_id")
                    .renamed(.sdk2Bridge, "id")
                    .older(.sdk2Bridge, "developer_id")
                    .older(.sdk2Bridge, "placement_id")
                    .renamed(.sdk3, "placement/developer_id", keepsOlder: true)
                    .older(.sdk3, "placement_id")
                    .javaScript("placement/id", flat: "placementId")
                    .older(.sdk3BridgeFlat, "id"),
                required: .current,
                "Identifier configured in the Adapty Dashboard.",
                note:
                    "`id` in SDK 2.0–2.8, `placementId` from 2.9, `placement.id` from 3.8; `placement_id` in the Web API."
            ),
            Row("variation_id", .text, .sdk, required: .current, "Variation, used to attribute purchases."),
            Row(
                "revision", .integer,
                .sdk("revision")
                    .older(.sdk1Wire, "purchase_container_revision")
                    .renamed(.sdk3, "placement/revision", keepsOlder: true)
                    .javaScript("placement/revision", flat: "revision"),
                required: .current,
                "Revision of the paywall."
            ),
            Row(
                "is_promo", .flag,
                .sdk1("is_promo")
                    .older([.sdk1Wire, .sdk1Stored, .sdk1BridgeSnake], "is_winback")
                    .passed("is_promo", in: .passingSDKs),
                "Whether the paywall belongs to a promo.",
                note: "`is_winback` until 1.3.0; SDK 2 and 3 have no promos."
            ),
            Row(
                "visual_paywall", .text,
                .sdk1("visual_paywall")
                    .passed("visual_paywall", in: .passingSDKs),
                "HTML of the paywall.",
                note: "Not what the paywall builder of SDK 2 and 3 reads."
            ),
            Row(
                "remote_config", .custom(.remoteConfig), RemoteConfig.names,
                "Custom configuration: JSON text and its locale.",
                note:
                    "`custom_payload` until SDK 2.2; the text is never re-serialised; `lang` is `en` where the source has none."
            ),
            Row(
                "ab_test_name", .text,
                .sdk("ab_test_name")
                    .older(.sdk1BridgeSnake, "a_b_test_name")
                    .renamed(.sdk3, "placement/ab_test_name", keepsOlder: true)
                    .javaScript("placement/abTestName", flat: "abTestName"),
                required: .current,
                "A/B test of the paywall."
            ),
            Row(
                "paywall_name", .text,
                .only([.sdk1Wire, .sdk2, .sdk3], "paywall_name")
                    .native(.held, "name")
                    .older(.sdk1BridgeSnake, "paywall_name"),
                required: .current,
                "Name of the paywall."
            ),
            Row(
                "products", .entries(.reference, .products),
                .sdk("products")
                    .renamed(.sdk2Bridge, "vendorProductIds"),
                required: .current,
                "Products of the paywall."
            ),
            Row(
                "paywall_updated_at", .integer,
                .only(.sdk2, "paywall_updated_at")
                    .native(.sdk2Bridge, "version")
                    .native(.sdk3, "response_created_at")
                    .older(.sdk3, "paywall_updated_at")
                    .native(.sdk3Bridges, "version"),
                required: [.sdk2],
                "Version of the answer, milliseconds since 1970.",
                note: "`response_created_at` from SDK 2.11."
            ),
            Row(
                "use_paywall_builder", .flag,
                .only(.sdk2, "use_paywall_builder")
                    .native([.sdk2Bridge, .sdk3Bridges], "has_view_configuration")
                    .passed("use_paywall_builder", in: .sdk3),
                versions: .from("2.3.2", to: "2.10.0"), "Whether the paywall has a builder configuration."
            ),
            Row(
                "paywall_id", .text,
                .sdk3("paywall_id")
                    .javaScript("id", flat: "instanceIdentity"),
                required: .sdk3,
                versions: .since("2.9.0"), "The paywall in Adapty."
            ),
            Row(
                "audience_name", .text,
                .sdk3("placement/audience_name", carried: "audience_name")
                    .older(.sdk3, "audience_name")
                    .javaScript("placement/audienceName", flat: "audienceName"),
                required: .sdk3,
                versions: .since("3.4.0"), "Audience of the placement."
            ),
            Row(
                "placement_audience_version_id", .text,
                .sdk3("placement/placement_audience_version_id", carried: "placement_audience_version_id")
                    .older(.sdk3, "placement_audience_version_id")
                    .javaScript("placement/audienceVersionId", flat: "placementAudienceVersionId"),
                required: .sdk3,
                versions: .since("3.8.0"), "Version of the placement.",
                note: "Beside `developer_id` in lists of SDK 2.11–3.7."
            ),
            Row(
                "is_tracking_purchases", .flag,
                .sdk3("placement/is_tracking_purchases", carried: "is_tracking_purchases")
                    .javaScript("placement/isTrackingPurchases", flat: "isTrackingPurchases"),
                versions: .since("3.8.0"), "Whether purchases are tracked."
            ),
            Row("request_locale", .text, .sdk3, required: .sdk3, versions: .since("3.11.0"), "Locale asked for."),
            Row("web_purchase_url", .text, .sdk3, versions: .since("3.6.0"), "Web purchase address."),
            Row("payload_data", .text, .sdk3, "Opaque payload of the plugins."),
            Row("paywall_builder", .object(.builder), .sdk3, versions: .since("2.11.0"), "Builder configuration."),
            Row(
                "product_identifiers", .any, .only(.sdk3Bridges, "productIdentifiers"),
                versions: .since("3.10.0"), "The ids of the products, computed for JavaScript.",
                note: "Never on the wire; kept in the residue."
            ),
        ])
}
