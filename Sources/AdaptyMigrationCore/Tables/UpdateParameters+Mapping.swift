// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let updateParameters = Table(
        .updateParameters,
        [
            Row(
                "old_sub_vendor_product_id", .text, .only(.sdk2Bridge, "oldSubVendorProductId"),
                "The subscription to replace."
            ),
            Row(
                "replacement_mode", .text,
                .only(.sdk2Bridge, "replacementMode")
                    .older(.sdk2Bridge, "prorationMode"),
                "A value of `BillingFlowParams.ProrationMode`."
            ),
        ])
}
