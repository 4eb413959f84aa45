import AdaptyMigrationCore

/// One thing that a document says about access or money, under every name it ever had.
///
/// Written from the facts about the data, not from the mapping table: a wrong row of the table must not hide itself
/// here.
package enum AccessField: UInt64, CaseIterable, Sendable {
    case isActive, isLifetime, willRenew, isRefund, isInGracePeriod, isConsumable
    case startsAt, expiresAt, subscriptionExpiresAt
    case product
    case event
    case price, priceUSD, proceedsUSD, netRevenueUSD

    package enum Form: Sendable {
        case flag, instant, text, event, amount
    }

    package var form: Form {
        switch self {
        case .isActive, .isLifetime, .willRenew, .isRefund, .isInGracePeriod, .isConsumable: .flag
        case .startsAt, .expiresAt, .subscriptionExpiresAt: .instant
        case .product: .text
        case .event: .event
        case .price, .priceUSD, .proceedsUSD, .netRevenueUSD: .amount
        }
    }

    package var spellings: [String] {
        switch self {
        case .isActive: ["is_active", "isActive"]
        case .isLifetime: ["is_lifetime", "isLifetime"]
        case .willRenew: ["will_renew", "willRenew"]
        case .isRefund: ["is_refund", "isRefund"]
        case .isInGracePeriod: ["is_in_grace_period", "isInGracePeriod"]
        case .isConsumable: ["is_consumable", "isConsumable", "is_one_time", "isOneTime"]
        case .startsAt: ["starts_at", "startsAt"]
        case .expiresAt: ["expires_at", "expiresAt"]
        case .subscriptionExpiresAt: ["subscription_expires_at"]
        case .product: ["vendor_product_id", "vendorProductId", "store_product_id"]
        case .event: ["event_type"]
        case .price: ["price"]
        case .priceUSD: ["price_usd"]
        case .proceedsUSD: ["proceeds_usd"]
        case .netRevenueUSD: ["net_revenue_usd"]
        }
    }

    /// What `server-v2` leaves to its reader.
    static let unsaidByServerV2: Set<AccessField> = [.isActive, .isLifetime, .willRenew, .isRefund]

    /// The fields that decide whether access is active.
    static let decidingActive: [AccessField] = [.isActive, .isLifetime, .startsAt, .expiresAt]

    private static let bySpelling = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { field in field.spellings.map { ($0, field) } })

    init?(spelling: String) {
        guard let field = AccessField.bySpelling[spelling] else { return nil }
        self = field
    }
}
