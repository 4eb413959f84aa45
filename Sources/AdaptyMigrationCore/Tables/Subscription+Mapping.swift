// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let subscription = Table(
        .subscription, identity: "vendor_product_id",
        timedPurchase + [
            Row(
                "vendor_transaction_id", .text,
                .everywhere("vendor_transaction_id")
                    .native(.serverV2, "store_transaction_id"),
                required: .current,
                "Transaction in the store."
            ),
            Row(
                "vendor_original_transaction_id", .text,
                .everywhere("vendor_original_transaction_id")
                    .native(.serverV2, "store_original_transaction_id"),
                required: .current,
                "First transaction of the subscription."
            ),
            Row(
                "is_sandbox", .sandbox,
                .everywhere("is_sandbox")
                    .native(.serverV2, "environment"),
                required: .current,
                "Bought in the sandbox."
            ),
            Row(
                "reference_name", .text,
                .only(.sdk1BridgeSnake, "reference_name").native(.sdk1Bridge, "reference_name")
                    .passed("reference_name"),
                "Name of the product.",
                note: "Android 0.5.0 only."
            ),
            Row(
                "price", .any, .only(.serverV2, "price").passed("price"),
                "`{country, currency, value}`.",
                note: "API v2 only."
            ),
        ])
}
