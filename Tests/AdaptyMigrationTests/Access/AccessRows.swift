@testable import AdaptyMigrationCore

/// The rows of the mapping table that say something about access or money.
///
/// The list is written from the fact sheets: access levels, subscriptions and purchases as the iOS SDK reads them, and
/// the properties of events, with all that is listed there as money. The judge's own list is not consulted, so that a
/// field that the judge forgot is found. An activation and a renewal say what was, and are left out.
enum AccessRows {
    enum Form {
        case flag, instant, product, event, amount
    }

    static let all: [TableID: [Form: [String]]] = [
        .accessLevel: timed,
        .subscription: timed,
        .nonSubscription: [.flag: ["is_consumable", "is_refund"], .product: ["vendor_product_id"]],
        .product: [.product: ["vendor_product_id"], .amount: ["price"]],
        .reference: [.product: ["vendor_product_id"]],
        .discount: [.amount: ["price"]],
        .event: [.event: ["event_type"]],
        .eventProperties: [
            .flag: [
                "is_active", "will_renew", "is_refund", "is_lifetime", "is_in_grace_period", "profile_has_access_level",
            ],
            .instant: ["starts_at", "expires_at", "subscription_expires_at"],
            .product: ["vendor_product_id"],
            .amount: [
                "price_usd", "price_local", "proceeds_usd", "proceeds_local", "net_revenue_usd", "net_revenue_local",
                "tax_amount_usd", "tax_amount_local", "original_price_usd", "original_price_local",
                "discount_amount_usd", "discount_amount_local", "profile_total_revenue_usd",
            ],
        ],
    ]

    private static let timed: [Form: [String]] = [
        .flag: ["is_active", "is_lifetime", "will_renew", "is_in_grace_period", "is_refund"],
        .instant: ["starts_at", "expires_at"],
        .product: ["vendor_product_id"],
    ]

    /// The form of a member with this name. Prices of SDK 3 are objects, whose amounts are not among the names.
    static let forms = Dictionary(
        all.flatMap { table, rows in
            rows.flatMap { form, ids in
                ids.compactMap(Table[table].row).flatMap { row in
                    Column.allCases.flatMap { row.names[$0] }.filter { $0.path.count == 1 }.map { ($0.text, form) }
                }
            }
        }, uniquingKeysWith: { form, _ in form })

    /// The names of a row.
    static func names(_ table: TableID, _ id: String) -> Set<String> {
        Set(Column.allCases.flatMap { Table[table].row(id)?.names[$0].map(\.text) ?? [] })
    }
}
