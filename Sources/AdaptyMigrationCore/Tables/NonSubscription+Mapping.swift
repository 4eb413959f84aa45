// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let nonSubscription = Table(
        .nonSubscription, identity: "purchase_id",
        [
            Row(
                "purchase_id", .text,
                .everywhere("purchase_id")
                    .native(.serverV2, "purchase_id"),
                required: .current,
                "Identifier of the purchase in Adapty."
            ),
            Row(
                "vendor_product_id", .text,
                .everywhere("vendor_product_id")
                    .native(.serverV2, "store_product_id"),
                required: .current,
                "The product in the store."
            ),
            Row(
                "base_plan_id", .text,
                .only(.serverV1, "base_plan_id")
                    .carried([.sdk1Wire, .sdk1Bridges, .current], "base_plan_id")
                    .native(.serverV2, "store_base_plan_id"),
                "Base plan in Google Play."
            ),
            Row(
                "vendor_transaction_id", .text,
                .everywhere("vendor_transaction_id")
                    .native(.serverV2, "store_transaction_id"),
                "Transaction in the store."
            ),
            Row(
                "vendor_original_transaction_id", .text,
                .legacy("vendor_original_transaction_id")
                    .passed("vendor_original_transaction_id")
                    .native(.serverV2, "store_original_transaction_id"),
                "First transaction in the store.",
                note: "Read until SDK 2.1."
            ),
            Row(
                "store", .text,
                .everywhere("store")
                    .native(.serverV2, "store"),
                required: .current,
                "Store of the purchase."
            ),
            Row(
                "purchased_at", .timestamp,
                .everywhere("purchased_at")
                    .native(.serverV2, "purchased_at"),
                required: .current,
                "When the product was bought."
            ),
            Row(
                "is_consumable", .flag,
                .current("is_consumable")
                    .native([.sdk1, .serverV1], "is_one_time")
                    .older(.sdk2s, "is_one_time")
                    .native(.serverV2, "is_consumable"),
                required: .current,
                "Whether the purchase should be processed once.",
                note: "`is_one_time` until SDK 2.4.2; the polarity is the same."
            ),
            Row(
                "is_sandbox", .sandbox,
                .everywhere("is_sandbox")
                    .native(.serverV2, "environment"),
                required: .current,
                "Bought in the sandbox."
            ),
            Row(
                "is_refund", .flag,
                .everywhere("is_refund")
                    .native(.serverV2, "is_refund"),
                required: .current,
                "Whether the purchase was refunded."
            ),
            Row(
                "price", .any, .only(.serverV2, "price").passed("price"),
                "`{country, currency, value}`.",
                note: "API v2 only."
            ),
        ])
}
