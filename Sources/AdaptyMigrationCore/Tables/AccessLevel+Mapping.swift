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
                "Identifier of the access level, configured in the Adapty Dashboard."
            )
        ] + timedPurchase + [
            Row(
                "vendor_transaction_id", .text,
                .sdk1("vendor_transaction_id")
                    .passed("vendor_transaction_id")
                    .leftover(.sdk3Bridges, "vendor_transaction_id")
                    .native(.serverV2, "store_transaction_id"),
                "Transaction that unlocked the level.",
                note: "Read by SDK 1.x alone."
            ),
            Row(
                "vendor_original_transaction_id", .text,
                .sdk1("vendor_original_transaction_id")
                    .passed("vendor_original_transaction_id")
                    .leftover(.sdk3Bridges, "vendor_original_transaction_id")
                    .native(.serverV2, "store_original_transaction_id"),
                "First transaction of the subscription.",
                note: "Read by SDK 1.x alone."
            ),
            Row(
                "environment", .text, .only(.serverV2, "environment").passed("environment"),
                "`Sandbox` or `Production`.",
                note: "API v2 only."
            ),
        ])
}
