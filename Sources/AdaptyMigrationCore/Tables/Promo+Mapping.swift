// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let promo = Table(
        .promo,
        [
            Row("promo_type", .text, .sdk1, "Type of the promo.", note: "Promos have no successor since SDK 2.0."),
            Row("variation_id", .text, .sdk1, "Variation of the promo."),
            Row("expires_at", .timestamp, .sdk1, "When the offer ends."),
            Row(
                "paywall", .record(.paywall), .sdk1,
                "The paywall of the promo.",
                note: "A promo with a paywall becomes that paywall; its own members are residue."
            ),
        ])
}
