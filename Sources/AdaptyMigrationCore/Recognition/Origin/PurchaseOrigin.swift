/// Whether an access level or purchase that stands alone is Adapty's. `id`, `is_active`, `store` and a date are names
/// that coupons of shops and records of other services have, too.
///
/// Every dialect but API v2 writes the product, and the date or id of the purchase. API v2 writes the level, or its own
/// name for the product. A record with both is Adapty's, whatever stands beside it. With one of them it must have no
/// members of one's own.
///
/// Worked example: `{"id":"SUMMER","is_active":true,"store":"berlin","expires_at":null}` has none of them.
enum PurchaseOrigin {
    /// The names that say when a purchase was, or which one it is.
    static let names: Set = [
        "activated_at", "activatedAt", "purchased_at", "purchasedAt", "originally_purchased_at", "purchase_id",
        "purchaseId",
    ]

    static func isAdaptys(_ tape: Tape, _ node: Int) -> Bool {
        let marks = KindMarks(tape, node)
        // API v2 says nowhere whether a purchase is active.
        if marks.isSuperset(of: [.storeProduct, .active]) { return false }
        guard !marks.isDisjoint(with: [.vendorProduct, .storeProduct, .levelID]) else { return false }
        return tape.names(node).contains { tape.facts($0).pointee.saysPurchase }
            || tape.names(node).allSatisfy { tape.facts($0).pointee.isOfPurchases }
    }
}
