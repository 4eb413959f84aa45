/// The marks by which a kind is known: all of some, one of others, and none of a third set. Of ``all`` the first that
/// fits counts.
///
/// Worked example: `vendor_product_id`, `is_active` and `id` are an access level. With `is_sandbox` they are a
/// subscription, whose rule comes first.
struct KindRule {
    /// `nil` for names that are nothing, whatever rules follow.
    let kind: RecordKind?
    private let all: KindMarks, any: KindMarks, none: KindMarks

    private init(_ kind: RecordKind?, all: KindMarks = [], any: KindMarks = [], none: KindMarks = []) {
        (self.kind, self.all, self.any, self.none) = (kind, all, any, none)
    }

    func fits(_ marks: KindMarks) -> Bool {
        marks.isSuperset(of: all) && marks.isDisjoint(with: none) && (any.isEmpty || !marks.isDisjoint(with: any))
    }

    static let all =
        [
            KindRule(.event, all: .event),
            KindRule(.event, all: [.transaction, .moment]),
            KindRule(.promo, all: .promo),
        ] + purchases + products + [
            KindRule(.flow, all: [.variation, .flow]),
            KindRule(.flow, all: [.variation, .variations], none: .products),
            KindRule(.onboarding, all: [.variation, .onboarding]),
            KindRule(.paywall, all: [.variation, .paywall]),
            KindRule(.product, all: [.reference, .adapty], none: .purchase),
            KindRule(nil, all: [.reference, .adapty]),
            KindRule(.profile, all: .profile, none: .eventName),
        ]

    /// The parts of a profile. API v2 has its own name for the product, does not say whether a level is active, and has
    /// levels that nobody bought.
    private static let purchases = [
        KindRule(.accessLevel, all: .levelID, any: timed, none: [.vendorProduct, .storeProduct]),
        KindRule(.accessLevel, all: [.id, .active, .store], any: timed, none: [.vendorProduct, .storeProduct]),
        KindRule(.nonSubscription, all: .purchaseID, any: [.vendorProduct, .storeProduct]),
        KindRule(.accessLevel, all: [.storeProduct, .levelID]),
        KindRule(.subscription, all: [.storeProduct, .firstPurchase]),
        KindRule(.subscription, all: [.vendorProduct, .sandbox], none: .storeProduct),
        KindRule(.accessLevel, all: [.vendorProduct, .id], any: bought, none: .storeProduct),
        KindRule(.accessLevel, all: [.vendorProduct, .id, .store], any: timed, none: .storeProduct),
        KindRule(.subscription, all: .vendorProduct, any: bought, none: .storeProduct),
        KindRule(.subscription, all: [.vendorProduct, .store], any: timed, none: .storeProduct),
    ]
    private static let timed: KindMarks = [.levelOnly, .period], bought: KindMarks = [.active, .originalTransaction]

    /// What has a product's id and none of these is a purchase or the request for one.
    private static let products = [
        KindRule(.product, all: [.vendorProduct, .product], none: [.purchase, .transaction, .profile]),
        KindRule(.product, all: [.vendorProduct, .product, .adapty], none: [.purchase, .transaction]),
        KindRule(nil, all: .vendorProduct),
    ]
}
