import AdaptyMigrationCore
import AdaptyMigrationModels

extension Entitlements.Entry {
    /// The entry as the service and the library for C answer it.
    ///
    /// - Parameter instant: the moment for which `active` is told.
    @_spi(Tools) public func json(at instant: Timestamp) -> RawJSON {
        func text(_ text: String?) -> RawJSON { text.map(RawJSON.init(string:)) ?? .null }
        return [
            "access_level_id": text(level), "vendor_product_id": text(product),
            "active": RawJSON(booleanLiteral: isActive(at: instant)), "starts_at": text(startsAt?.description),
            "expires_at": text(expiresAt?.description),
            "will_renew": willRenew.map(RawJSON.init(booleanLiteral:)) ?? .null,
            "is_lifetime": RawJSON(booleanLiteral: isLifetime), "is_refund": RawJSON(booleanLiteral: isRefund),
            "meaning": text(meaning?.rawValue), "evidence": text(evidence),
        ]
    }
}
