import AdaptyMigration

/// Words of the data's vocabulary, which say nothing of anybody: they are never replaced, and nothing is replaced by them.
enum RedactionWords {
    static func contains(_ text: [UInt32]) -> Bool { all.contains(text) }

    static func contains(_ text: String) -> Bool { contains(text.unicodeScalars.map(\.value)) }

    private static let all: Set<[UInt32]> = Set((names + events + values + wrappers).map { $0.unicodeScalars.map(\.value) })

    private static let names: [String] = TableID.allCases.flatMap { table in
        Table[table].rows.flatMap { row in Column.allCases.flatMap { row.names[$0].flatMap(\.path) } }
    }

    private static let events: [String] = (EventName.vocabulary.map(\.name) + EventAlias.all.map(\.old)).flatMap { [$0, $0.uppercased()] }

    private static let values: [String] = [
        Store.appStore, .playStore, .adapty, .stripe, .paddle,
    ].map(\.rawValue) + [
        OfferType.freeTrial, .payAsYouGo, .payUpFront, .unknown,
    ].map(\.rawValue) + [
        CancellationReason.voluntarilyCancelled, .billingError, .refund, .priceIncrease, .productWasNotAvailable, .newSubscriptionReplace, .cancelledByDeveloper, .upgraded, .adaptyRevoked,
    ].map(\.rawValue) + [
        AdaptyEligibility.eligible, .ineligible, .notApplicable,
    ].map(\.rawValue) + [
        AdaptyPeriodUnit.day, .week, .month, .year,
    ].map(\.rawValue) + ["freeTrial", "payAsYouGo", "payUpFront", "introductory", "promotional", "win_back", "Sandbox", "Production", "true", "false", "null"]

    /// Members of envelopes and lists, and of the attributes of `server-v2`.
    private static let wrappers = [
        "data", "attributes", "type", "id", "success", "profile", "promo", "v", "h", "t", "meta", "products", "key", "value", "lang", "category",
        "offer_category", "offer_type", "offer_id", Residue.memberName,
    ]
}
