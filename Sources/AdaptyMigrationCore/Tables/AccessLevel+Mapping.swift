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
                    .leftover([.serverV1, .current], "vendor_transaction_id")
                    .native(.serverV2, "store_transaction_id"),
                "Transaction that unlocked the level.",
                note: "Dropped from access levels by SDK 2.0.0; kept in the residue."
            ),
            Row(
                "vendor_original_transaction_id", .text,
                .sdk1("vendor_original_transaction_id")
                    .leftover([.serverV1, .current], "vendor_original_transaction_id")
                    .native(.serverV2, "store_original_transaction_id"),
                "First transaction of the subscription.",
                note: "Dropped from access levels by SDK 2.0.0; kept in the residue."
            ),
            Row(
                "environment", .text, .only(.serverV2, "environment"),
                "`Sandbox` or `Production`.",
                note: "Access levels of the other dialects have no such member; kept in the residue."
            ),
        ])
}
