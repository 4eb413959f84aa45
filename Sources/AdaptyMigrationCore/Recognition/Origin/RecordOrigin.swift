/// Whether an object is Adapty's. Other systems have objects with some of the same names: users with a `profileId`, a
/// shop's products with a `vendorProductId`, access levels in a directory of employees.
///
/// Two names of the table's own are enough, and so is one whose value has the shape that Adapty's has. Names that
/// anybody uses, such as `price`, count for nothing.
///
/// Worked example: `{"variationId":"1","name":"Blue","revision":2}` has one such name, so it is nobody's.
/// `{"accessLevels":{"a":{"isActive":true,"vendorProductId":"p"}}}` has one, and a value of an access level's shape.
enum RecordOrigin {
    private static let enough = 2

    /// Names that other systems use, too.
    static let common: Set<String> = [
        "android", "appId", "app_id", "basePlanId", "base_plan_id", "currency", "currencyCode", "currencySymbol",
        "currency_code", "currency_symbol", "customAttributes", "custom_attributes", "description", "discounts",
        "email", "expiresAt", "expires_at", "id", "ios", "isTestUser", "is_test_user", "lang", "locale", "name",
        "offer", "offerId", "offer_id", "paywall", "placement", "placementId", "placement_id", "price", "productType",
        "product_type", "products", "regionCode", "region_code", "revision", "store", "subscriptions", "timestamp",
        "title", "type", "version",
    ]
    /// Names that nobody else is known to use. One of them is enough.
    static let unmistakable: Set<String> = [
        "paid_access_levels", "paidAccessLevels", "promo_type", "promoType", "visual_paywall", "visualPaywall",
        KnownNames.residue,
    ]

    private static let own = [TableID.profile, .paywall, .reference, .promo].reduce(into: Set<String>()) {
        $0.formUnion(Table[$1].memberNames)
    }

    /// How much a name counts.
    static func weight(of name: String) -> UInt8 {
        if unmistakable.contains(name) { return UInt8(enough) }
        let isFlow = !KindMarks.of(name).isDisjoint(with: [.flow, .onboarding, .variations])
        return isFlow || own.contains(name) && !common.contains(name) ? 1 : 0
    }

    /// Whether there is enough evidence that a record, or one of a list, is Adapty's.
    static func isAdaptys(_ tape: Tape, _ envelope: Envelope, _ kind: RecordKind) -> Bool {
        switch kind {
        case .accessLevel, .subscription, .nonSubscription:
            return envelope.hasResidue || PurchaseOrigin.isAdaptys(tape, envelope.node)
        // These need more than two names to be recognised at all.
        case .event, .sdkEvent: return true
        case .profile, .paywall, .product, .promo, .paywalls, .products, .flow, .onboarding: break
        }
        if let entries = envelope.list?.entries {
            return entries.isEmpty || entries.contains { isAdaptys(tape, $0.node) }
        }
        if envelope.hasResidue { return true }
        return (isAdaptys(tape, envelope.node) || hasAdaptysType(tape))
            && (kind != .profile || ProfileContent.speaksFor(tape, envelope.node, isAlone: envelope.place == 0))
    }

    private static func isAdaptys(_ tape: Tape, _ node: Int) -> Bool {
        var weight = 0
        for name in tape.names(node) {
            weight += Int(tape.facts(name).pointee.weight)
            if weight >= enough { return true }
        }
        return tape.names(node).contains { name in
            let marks = tape.facts(name).pointee.marks
            return marks.contains(.profile) && holdsPurchase(tape, name + 1)
                || marks.contains(.products) && holdsProduct(tape, name + 1)
        }
    }

    /// Whether a JSON:API envelope says so, as `"type":"adapty_analytics_profile"` does.
    private static func hasAdaptysType(_ tape: Tape) -> Bool {
        [0, tape.member(0, "data")].lazy.compactMap { $0 }.contains { node in
            tape.member(node, "attributes") != nil
                && tape.member(node, "type").flatMap(tape.stringValue)?.starts(with: "adapty_") ?? false
        }
    }

    /// Whether a dictionary of access levels or purchases has one with a flag, and an id or dates of a purchase.
    private static func holdsPurchase(_ tape: Tape, _ node: Int) -> Bool {
        children(tape, node).contains { child in
            let marks = KindMarks(tape, child)
            return marks.contains(.purchaseID)
                || marks.isSuperset(of: [.storeProduct, .firstPurchase])
                || marks.contains(.vendorProduct) && !marks.isDisjoint(with: [.active, .period])
                || marks.contains(.active) && !marks.isDisjoint(with: [.period, .levelOnly])
                || tape.kind(child) == .array && holdsPurchase(tape, child)
        }
    }

    private static func holdsProduct(_ tape: Tape, _ node: Int) -> Bool {
        tape.elements(node).contains { !KindMarks(tape, $0).isDisjoint(with: [.vendorProduct, .reference]) }
    }

    private static func children(_ tape: Tape, _ node: Int) -> [Int] {
        tape.kind(node) == .object ? tape.names(node).map { $0 + 1 } : Array(tape.elements(node))
    }
}
