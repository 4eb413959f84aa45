@_spi(Tools) import AdaptyMigrationTools

/// Words of the vocabulary, which identify nobody. They are never replaced, and never used as replacements.
enum RedactionWords {
    static func contains(_ text: [UInt32]) -> Bool { all.contains(text) }

    static func contains(_ text: String) -> Bool { contains(text.unicodeScalars.map(\.value)) }

    private static let all = Set(sorted.map { $0.unicodeScalars.map(\.value) })

    static let sorted: [String] = Set(names + events + values + wrappers + KeyedPair.keys + KeyedPair.values)
        .sorted()

    private static let names: [String] = TableID.allCases.flatMap { table in
        Table[table].rows.flatMap { row in Column.allCases.flatMap { row.names[$0].flatMap(\.path) } }
    }

    private static let events: [String] = (EventName.vocabulary.map(\.name) + EventAlias.all.map(\.old)).flatMap {
        name in
        [name, name.replacingWord("cancelled", with: "canceled")].flatMap { [$0, $0.uppercased()] }
    }

    private static let values: [String] =
        [
            PurchaseStore.appStore, .playStore, .adapty, .stripe, .paddle,
        ].map(\.rawValue)
        + [
            CancellationReason.voluntarilyCancelled, .billingError, .refund, .priceIncrease, .productWasNotAvailable,
            .newSubscriptionReplace, .cancelledByDeveloper, .upgraded, .adaptyRevoked,
        ].map(\.rawValue)
        + [
            AdaptyEligibility.eligible, .ineligible, .notApplicable,
        ].map(\.rawValue) + Codec.periodUnits.words + Codec.paymentModes.words + [
            "introductory", "promotional", "win_back", "offer_code", "retention", "autorenewable", "discount", "true",
            "false", "null",
            "Sandbox", "Production", "Xcode", "weekly", "monthly", "two_months", "trimonthly", "semiannual", "annual",
            "lifetime", "consumable", "nonsubscriptions",
        ]

    /// Members of envelopes and lists, and of the attributes of `server-v2`.
    private static let wrappers = [
        "data", "attributes", "type", "id", "success", "profile", "promo", "v", "h", "t", "meta", "products", "key",
        "value", "lang", "category",
        "offer_category", "offer_type", "offer_id", Residue.memberName, "AdaptyProfile", "adapty_analytics_profile",
        "adapty_analytics_promo",
        "adapty_in_apps_paywall_variation", "adapty_inapps_apple_receipt_validation_result",
        "adapty_inapps_fallback_paywalls", "adapty_inapps_purchase_container",
    ]
}
