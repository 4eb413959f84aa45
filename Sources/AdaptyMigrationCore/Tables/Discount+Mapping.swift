// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let discount = Table(
        .discount, identity: "identifier",
        [
            Row(
                "price", .number,
                .sdk("price")
                    .renamed([.sdk3, .sdk3Bridges], "price/amount"),
                required: .current,
                "Price in the local currency."
            ),
            Row(
                "currency_code", .text,
                .sdk3("price/currency_code", carried: "currency_code")
                    .javaScript("price/currencyCode"),
                versions: .since("2.6.3"), "Currency of the price."
            ),
            Row(
                "currency_symbol", .text,
                .sdk3("price/currency_symbol", carried: "currency_symbol")
                    .javaScript("price/currencySymbol"),
                versions: .since("2.6.3"), "Currency symbol of the price."
            ),
            Row(
                "identifier", .text,
                .sdk("identifier")
                    .fallback(.sdk1Bridge, "ios/identifier")
                    .older(.sdk3BridgeFlat, "ios/identifier"),
                "Identifier of the offer."
            ),
            Row("subscription_period", .record(.period), .sdk, required: .current, "Period of the discount."),
            Row("number_of_periods", .integer, .sdk, required: .current, "Number of periods."),
            Row(
                "payment_mode", .paymentMode,
                .sdk("payment_mode")
                    .fallback(.sdk1Bridge, "ios/paymentMode"),
                "Payment mode.",
                note: "Integers 0–3 on disk; camelCase text in bridges."
            ),
            Row(
                "localized_price", .text,
                .sdk("localized_price")
                    .older(.sdk1Stored, "localized_price_string")
                    .renamed(.sdk3, "price/localized_string")
                    .javaScript("price/localizedString"),
                "Formatted price."
            ),
            Row("localized_subscription_period", .text, .sdk, "Formatted period."),
            Row(
                "localized_number_of_periods", .text,
                .sdk("localized_number_of_periods")
                    .fallback(.sdk1Bridge, "ios/localizedNumberOfPeriods"),
                "Formatted number of periods."
            ),
        ])
}
