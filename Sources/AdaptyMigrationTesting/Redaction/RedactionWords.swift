import AdaptyMigrationCore
@_spi(Tools) import AdaptyMigrationTools

/// Words of the vocabulary, which identify nobody. They are never replaced, and never used as replacements.
enum RedactionWords {
    static func contains(_ text: [UInt32]) -> Bool { all.contains(text) }

    static func contains(_ text: String) -> Bool { contains(text.unicodeScalars.map(\.value)) }

    private static let all = Set(sorted.map { $0.unicodeScalars.map(\.value) })

    static let sorted: [String] = Set(
        names + EventName.spellings + values + wrappers + KeyedPair.keys + KeyedPair.values
    )
    .sorted()

    /// Every member name that the engine knows.
    private static let names = KnownNames.numbers.names

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
        ].map(\.rawValue) + Enumeration.periodUnit.words + Enumeration.paymentMode.words + [
            "introductory", "promotional", "win_back", "offer_code", "retention", "autorenewable", "discount", "true",
            "false", "null",
            "Sandbox", "Production", "Xcode", "weekly", "monthly", "two_months", "trimonthly", "semiannual", "annual",
            "lifetime", "consumable", "nonsubscriptions", "pending", "user_cancelled",
            // The advertising id of everybody who is not tracked.
            "00000000-0000-0000-0000-000000000000",
        ]

    /// Members that only stay as they are, and what the `type` of an envelope says.
    private static let wrappers = [
        "promo", "lang", "category", "offer_category", "offer_type", "error", "adapty_code", "AdaptyProfile",
        "adapty_analytics_profile", "adapty_analytics_promo", "adapty_in_apps_paywall_variation",
        "adapty_inapps_apple_receipt_validation_result", "adapty_inapps_fallback_paywalls",
        "adapty_inapps_purchase_container",
    ]
}
