/// The evidence of member names for the kind of a record.
package struct KindMarks: OptionSet, BitwiseCopyable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let event = KindMarks(rawValue: 1 << 0)
    static let transaction = KindMarks(rawValue: 1 << 1)
    static let moment = KindMarks(rawValue: 1 << 2)
    static let promo = KindMarks(rawValue: 1 << 3)
    static let paywall = KindMarks(rawValue: 1 << 4)
    static let variation = KindMarks(rawValue: 1 << 5)
    static let vendorProduct = KindMarks(rawValue: 1 << 6)
    /// A member that purchases have and products do not.
    static let purchase = KindMarks(rawValue: 1 << 7)
    /// A member of products other than their id.
    static let product = KindMarks(rawValue: 1 << 8)
    static let profile = KindMarks(rawValue: 1 << 9)

    /// A member that only Adapty's events have, see ``EventOrigin``.
    package static let sureEvent = KindMarks(rawValue: 1 << 10)

    /// A member of flows (SDK 4), and one of onboardings (SDK 3.8 and later).
    static let flow = KindMarks(rawValue: 1 << 11)
    static let onboarding = KindMarks(rawValue: 1 << 12)
    /// The member of a JavaScript flow that has no products of its own.
    static let variations = KindMarks(rawValue: 1 << 13)
    static let products = KindMarks(rawValue: 1 << 14)

    /// The members that tell the parts of a profile from one another.
    static let purchaseID = KindMarks(rawValue: 1 << 15)
    static let levelID = KindMarks(rawValue: 1 << 16)
    static let storeProduct = KindMarks(rawValue: 1 << 17)
    static let firstPurchase = KindMarks(rawValue: 1 << 18)
    static let sandbox = KindMarks(rawValue: 1 << 19)
    static let originalTransaction = KindMarks(rawValue: 1 << 20)
    static let id = KindMarks(rawValue: 1 << 21)
    static let active = KindMarks(rawValue: 1 << 22)
    static let store = KindMarks(rawValue: 1 << 23)
    /// A member of access levels that no other service's records have.
    static let levelOnly = KindMarks(rawValue: 1 << 24)
    /// A date of access levels and subscriptions that products do not have.
    static let period = KindMarks(rawValue: 1 << 25)

    /// The id of a product reference for JavaScript, and Adapty's own id of a product, which nobody else knows.
    static let reference = KindMarks(rawValue: 1 << 26), adapty = KindMarks(rawValue: 1 << 27)

    /// A name that other systems give to the name of an event. What has one is no profile.
    static let eventName = KindMarks(rawValue: 1 << 28)

    /// The marks of names that only a record has, so that an object with one of them is no envelope.
    static let record: KindMarks = [
        .event, .promo, .profile, .variation, .vendorProduct, .purchaseID, .levelID, .storeProduct, .active,
    ]

    private static let names: [String: KindMarks] = {
        var names: [String: KindMarks] = [:]
        let said: [(KindMarks, String)] = [
            (.event, "event_type event_properties event_api_version"),
            (.transaction, "transaction_id"),
            (.moment, "event_datetime purchase_date"),
            (.promo, "promo_type promoType"),
            (
                .paywall,
                "developer_id developerId id paywall_id placement products vendorProductIds revision purchase_container_developer_id"
            ),
            (.variation, "variation_id variationId"),
            (.vendorProduct, "vendor_product_id vendorProductId"),
            (.purchase, "is_active isActive purchase_id purchaseId store"),
            (
                .profile,
                "paid_access_levels access_levels accessLevels paidAccessLevels subscriptions non_subscriptions nonSubscriptions profile_id profileId"
            ),
            (.flow, "flow_id flow_name flow_version_id flowVersionId"),
            (.onboarding, "onboarding_id onboarding_name onboarding_builder onboardingBuilder"),
            (.variations, "variations paywalls"),
            (.products, "products vendorProductIds"),
            (.purchaseID, "purchase_id purchaseId"),
            (.reference, "vendorId"),
            (.adapty, "adaptyId adapty_product_id adaptyProductId"),
            (.levelID, "access_level_id"),
            (.storeProduct, "store_product_id"),
            (.firstPurchase, "originally_purchased_at"),
            (.sandbox, "is_sandbox isSandbox"),
            (.originalTransaction, "vendor_original_transaction_id vendorOriginalTransactionId"),
            (.id, "id"),
            (.active, "is_active isActive"),
            (.store, "store"),
            (
                .levelOnly,
                "is_lifetime isLifetime is_in_grace_period isInGracePeriod unsubscribed_at unsubscribedAt will_renew willRenew"
            ),
            (.period, "activated_at activatedAt renewed_at renewedAt expires_at expiresAt"),
            (.eventName, EventOrigin.otherNames.joined(separator: " ")),
            (.sureEvent, EventOrigin.sure.joined(separator: " ")),
        ]
        for (marks, list) in said {
            for name in list.split(separator: " ") { names[String(name), default: []].formUnion(marks) }
        }
        return names
    }()

    /// The members of products other than their id. They are checked only when there is such an id, so that other
    /// records do not need the product's table.
    private static let productMembers = Table[.reference].memberNames.union(["title"]).subtracting([
        "vendor_product_id", "vendorProductId", "is_consumable",
    ])

    /// All names with evidence.
    package static var all: [String] { Array(names.keys) + productMembers }

    /// The evidence of one name.
    package static func of(_ name: String) -> KindMarks {
        (names[name] ?? []).union(productMembers.contains(name) ? .product : [])
    }

    /// The evidence of all names in an object.
    init(_ tape: Tape, _ node: Int) {
        self.init()
        let end = Int(tape.nodes[node].next)
        var name = node + 1
        while name < end {
            formUnion(tape.facts(name).pointee.marks)
            name = Int(tape.nodes[name + 1].next)
        }
    }

    /// The same in a document whose names have their numbers.
    init(_ index: JSONIndex, _ node: Int) { self = index.withTape { KindMarks($0, node) } }

    /// The kind; `nil` when the names do not belong to a record.
    package var kind: RecordKind? { KindRule.all.first { $0.fits(self) }?.kind }
}
