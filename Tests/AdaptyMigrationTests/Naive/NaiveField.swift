/// The fields of SDK 1.x and of the first server API as the documents list them (seeds 000, 001 and 003, and the SDK's
/// sources), written here a second time on purpose: nothing in this folder looks at the project's table.
enum NaiveField {
    enum Value {
        case text, flag, date, number, integer, store, offer, reason, any
    }

    static let accessLevel: [(name: String, value: Value)] =
        [("id", .text)] + shared + [
            ("vendor_transaction_id", .text), ("vendor_original_transaction_id", .text),
        ]

    static let subscription: [(name: String, value: Value)] =
        shared + [
            ("vendor_transaction_id", .text), ("vendor_original_transaction_id", .text), ("is_sandbox", .flag),
        ]

    private static let shared: [(name: String, value: Value)] = [
        ("is_active", .flag), ("vendor_product_id", .text), ("store", .store), ("activated_at", .date),
        ("renewed_at", .date), ("expires_at", .date), ("starts_at", .date),
        ("is_lifetime", .flag), ("active_introductory_offer_type", .offer), ("active_promotional_offer_type", .offer),
        ("will_renew", .flag), ("is_in_grace_period", .flag),
        ("unsubscribed_at", .date), ("billing_issue_detected_at", .date), ("cancellation_reason", .reason),
        ("is_refund", .flag),
    ]

    static let nonSubscription: [(name: String, value: Value)] = [
        ("purchase_id", .text), ("vendor_product_id", .text), ("store", .store), ("purchased_at", .date),
        ("is_one_time", .flag), ("is_sandbox", .flag),
        ("vendor_transaction_id", .text), ("vendor_original_transaction_id", .text), ("is_refund", .flag),
    ]

    /// Sent by the backend beside the above, in a wire or server profile. No SDK from 2.0 on reads them; they stay under
    /// these names.
    static let serverOnly: [(name: String, value: Value)] =
        [("app_id", .text), ("total_revenue_usd", .number)] + eligibilities + [("apple_validation_result", .any)]

    /// Typed by SDK 1.x up to 1.2.2, which stored them, too.
    static let eligibilities: [(name: String, value: Value)] = [
        ("promotional_offer_eligibility", .flag), ("introductory_offer_eligibility", .flag),
    ]

    static let paywall: [(name: String, value: Value)] = [
        ("developer_id", .text), ("variation_id", .text), ("revision", .integer), ("is_promo", .flag),
        ("visual_paywall", .text), ("ab_test_name", .text),
    ]

    static let product: [(name: String, value: Value)] = [
        ("vendor_product_id", .text), ("introductory_offer_eligibility", .flag),
        ("promotional_offer_eligibility", .flag), ("promotional_offer_id", .text),
    ]

    /// Read from the store, therefore never on the wire; stored by SDK 1.x.
    static let storeProduct: [(name: String, value: Value)] = [
        ("variation_id", .text), ("paywall_ab_test_name", .text), ("paywall_name", .text),
        ("localized_description", .text), ("localized_title", .text), ("price", .number),
        ("currency_code", .text), ("currency_symbol", .text), ("region_code", .text), ("is_family_shareable", .flag),
        ("subscription_group_identifier", .text),
        ("localized_price", .text), ("localized_subscription_period", .text),
    ]

    static let discount: [(name: String, value: Value)] = [
        ("price", .number), ("identifier", .text), ("number_of_periods", .integer), ("localized_price", .text),
        ("localized_subscription_period", .text), ("localized_number_of_periods", .text),
    ]

    /// `is_in_grace_period` → `isInGracePeriod`, as SDK 1.x names its properties.
    static func camelCase(_ snake: String) -> String {
        switch snake {
        case "paywall_ab_test_name": return "paywallABTestName"
        default:
            let words = snake.split(separator: "_")
            return words.prefix(1).joined()
                + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        }
    }
}
