import AdaptyMigrationCore

/// One piece of information about access or money, under every name that it has ever had.
///
/// This list was written from descriptions of the data, not from the mapping table, so that a wrong row of the table is
/// detected here.
package enum AccessField: UInt64, CaseIterable, Sendable {
    case isActive, isLifetime, willRenew, isRefund, isInGracePeriod, isConsumable, hasAccessLevel
    case startsAt, activatedAt, expiresAt, subscriptionExpiresAt
    case product
    case event
    case price
    case priceUSD, proceedsUSD, netRevenueUSD, taxUSD, originalPriceUSD, discountUSD, totalRevenueUSD
    case priceLocal, proceedsLocal, netRevenueLocal, taxLocal, originalPriceLocal, discountLocal

    package enum Form: Sendable {
        case flag, instant, text, event, amount
    }

    package var form: Form {
        switch self {
        case .isActive, .isLifetime, .willRenew, .isRefund, .isInGracePeriod, .isConsumable, .hasAccessLevel: .flag
        case .startsAt, .activatedAt, .expiresAt, .subscriptionExpiresAt: .instant
        case .product: .text
        case .event: .event
        default: .amount
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
        case .hasAccessLevel: ["profile_has_access_level"]
        case .startsAt: ["starts_at", "startsAt"]
        // SDK 0.x and API v2 name it after the purchase.
        case .activatedAt: ["activated_at", "activatedAt", "purchasedAt", "originally_purchased_at"]
        case .expiresAt: ["expires_at", "expiresAt"]
        case .subscriptionExpiresAt: ["subscription_expires_at"]
        case .product: ["vendor_product_id", "vendorProductId", "store_product_id", "vendorId"]
        case .event: ["event_type"]
        case .price: ["price"]
        case .priceUSD: ["price_usd"]
        case .proceedsUSD: ["proceeds_usd"]
        case .netRevenueUSD: ["net_revenue_usd"]
        case .taxUSD: ["tax_amount_usd"]
        case .originalPriceUSD: ["original_price_usd"]
        case .discountUSD: ["discount_amount_usd"]
        case .totalRevenueUSD: ["profile_total_revenue_usd"]
        case .priceLocal: ["price_local"]
        case .proceedsLocal: ["proceeds_local"]
        case .netRevenueLocal: ["net_revenue_local"]
        case .taxLocal: ["tax_amount_local"]
        case .originalPriceLocal: ["original_price_local"]
        case .discountLocal: ["discount_amount_local"]
        }
    }

    /// The place of a fact's spelling among all.
    func rank(_ fact: AccessFact) -> Int { spellings.firstIndex(of: fact.member) ?? 0 }

    /// The flags that `server-v2` does not have.
    static let unsaidByServerV2: Set<AccessField> = [.isActive, .isLifetime, .willRenew, .isRefund]

    /// The fields that decide whether access is active.
    package static let decidingActive: [AccessField] = [.isActive, .isLifetime, .startsAt, .expiresAt]

    /// The fields that must say the same before and after a conversion. An activation says what was, not what is, and
    /// its names mean different dates in different dialects.
    package static let compared = allCases.filter { $0 != .activatedAt }

    private static let bySpelling = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { field in field.spellings.map { ($0, field) } })

    package init?(spelling: String) {
        guard let field = AccessField.bySpelling[spelling] else { return nil }
        self = field
    }
}
