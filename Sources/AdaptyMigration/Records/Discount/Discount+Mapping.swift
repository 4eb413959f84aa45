// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let discount = Table(
        .discount, identity: "identifier",
        [
            Row(
                "price", .number,
                .sdk("price")
                    .renamed(.sdk3, "price/amount"),
                required: .current,
                "Price in the local currency.",
                field(\ProductDiscountModel.$price), field(\AdaptyProductDiscount.$price)
            ),
            Row(
                "currency_code", .text, .sdk3("price/currency_code", carried: "currency_code"),
                "Currency of the price (SDK 2.6.3).",
                field(\AdaptyProductDiscount.$currencyCode)
            ),
            Row(
                "currency_symbol", .text, .sdk3("price/currency_symbol", carried: "currency_symbol"),
                "Currency symbol of the price (SDK 2.6.3).",
                field(\AdaptyProductDiscount.$currencySymbol)
            ),
            Row(
                "identifier", .text, .sdk("identifier"),
                "Identifier of the offer.",
                field(\ProductDiscountModel.$identifier), field(\AdaptyProductDiscount.$identifier)
            ),
            Row(
                "subscription_period", .record(.period), .sdk("subscription_period"), required: .current,
                "Period of the discount.",
                field(\ProductDiscountModel.$subscriptionPeriod), field(\AdaptyProductDiscount.$subscriptionPeriod)
            ),
            Row(
                "number_of_periods", .integer, .sdk("number_of_periods"), required: .current,
                "Number of periods.",
                field(\ProductDiscountModel.$numberOfPeriods), field(\AdaptyProductDiscount.$numberOfPeriods)
            ),
            Row(
                "payment_mode", .paymentMode, .sdk("payment_mode"),
                "Payment mode.",
                note: "Integers 0–3 on disk; camelCase text in bridges.",
                field(\ProductDiscountModel.$paymentMode), field(\AdaptyProductDiscount.$paymentMode)
            ),
            Row(
                "localized_price", .text,
                .sdk("localized_price")
                    .older(.sdk1Stored, "localized_price_string")
                    .renamed(.sdk3, "price/localized_string"),
                "Formatted price.",
                field(\ProductDiscountModel.$localizedPrice), field(\AdaptyProductDiscount.$localizedPrice)
            ),
            Row(
                "localized_subscription_period", .text, .sdk("localized_subscription_period"),
                "Formatted period.",
                field(\ProductDiscountModel.$localizedSubscriptionPeriod),
                field(\AdaptyProductDiscount.$localizedSubscriptionPeriod)
            ),
            Row(
                "localized_number_of_periods", .text, .sdk("localized_number_of_periods"),
                "Formatted number of periods.",
                field(\ProductDiscountModel.$localizedNumberOfPeriods),
                field(\AdaptyProductDiscount.$localizedNumberOfPeriods)
            ),
        ])
}
