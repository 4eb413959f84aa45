import Testing

@testable import AdaptyMigration

/// Law 1 on typed models: there and back gives the same model, for every pair.
@Suite("Models: pairs")
struct PairTests {
    struct Pair: Sendable, CustomTestStringConvertible {
        let legacy: any ModelRecord.Type
        let current: any ModelRecord.Type

        var testDescription: String { "\(legacy) and \(current)" }
    }

    static let pairs: [Pair] = [
        Pair(legacy: PurchaserInfoModel.self, current: AdaptyProfile.self),
        Pair(legacy: ServerProfile.self, current: AdaptyProfile.self),
        Pair(legacy: AccessLevelInfoModel.self, current: AdaptyProfile.AccessLevel.self),
        Pair(legacy: ServerAccessLevel.self, current: AdaptyProfile.AccessLevel.self),
        Pair(legacy: SubscriptionInfoModel.self, current: AdaptyProfile.Subscription.self),
        Pair(legacy: ServerSubscription.self, current: AdaptyProfile.Subscription.self),
        Pair(legacy: NonSubscriptionInfoModel.self, current: AdaptyProfile.NonSubscription.self),
        Pair(legacy: ServerNonSubscription.self, current: AdaptyProfile.NonSubscription.self),
        Pair(legacy: PaywallModel.self, current: AdaptyPaywall.self),
        Pair(legacy: ProductModel.self, current: AdaptyPaywallProduct.self),
        Pair(legacy: ProductDiscountModel.self, current: AdaptyProductDiscount.self),
        Pair(legacy: ProductSubscriptionPeriodModel.self, current: AdaptyProductSubscriptionPeriod.self),
        Pair(legacy: PurchaserInfoModel.self, current: ServerProfile.self),
    ]

    private func thereAndBack<From: ModelRecord, Over: ModelRecord>(_ from: From.Type, _ over: Over.Type) throws {
        for seed in UInt64(0)..<200 {
            let bytes = From.sample(seed &* 31 &+ 5)
            let model = try From(decoding: bytes, as: From.homeDialect)
            let back = From(converting: Over(converting: model))
            // Members that one side has no property for may change places; what they mean may not.
            let isSame = try Meaning(back.json) == Meaning(model.json)
            try #require(
                isSame,
                "seed \(seed): \(String(decoding: model.json, as: UTF8.self)) came back as \(String(decoding: back.json, as: UTF8.self)), retained \(back.retained.map(\.name))"
            )
        }
    }

    @Test("up and down", arguments: pairs)
    func upDown(_ pair: Pair) throws {
        func open<From: ModelRecord>(_ from: From.Type, _ over: any ModelRecord.Type) throws {
            try thereAndBack(from, over)
        }
        try open(pair.legacy, pair.current)
    }

    @Test("down and up", arguments: pairs)
    func downUp(_ pair: Pair) throws {
        func open<From: ModelRecord>(_ from: From.Type, _ over: any ModelRecord.Type) throws {
            try thereAndBack(from, over)
        }
        try open(pair.current, pair.legacy)
    }

    @Test("a paywall keeps its promo flag, its page and its payload")
    func paywall() throws {
        let text =
            #"{"developer_id":"d","variation_id":"v","revision":2,"is_promo":true,"visual_paywall":"<b>","custom_payload":"{\"a\": 1}","products":[],"x":1.50}"#
        let old = try PaywallModel.decode(text)
        let current = AdaptyPaywall(converting: old)
        #expect(current.id == "d")
        #expect(current.remoteConfig?.lang == "en")
        #expect(current.remoteConfig?.data == #"{"a": 1}"#)
        #expect(try !String(decoding: current.encoded(), as: UTF8.self).contains("visual_paywall"))
        #expect(PaywallModel(converting: current) == old)
    }

    @Test("an edit of the current model shows in the old one, and the rest comes back")
    func edit() throws {
        let old = try PurchaserInfoModel.decode(
            #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true,"vendor_transaction_id":"t1"}}}"#
        )
        var current = AdaptyProfile(converting: old)
        current.accessLevels?["premium"]?.isActive = false
        current.accessLevels?["gold"] = try AdaptyProfile.AccessLevel.decode(#"{"id":"gold"}"#)
        let back = PurchaserInfoModel(converting: current)
        #expect(back.accessLevels?["premium"]?.isActive == false)
        #expect(back.accessLevels?["premium"]?.vendorTransactionId == "t1")
        #expect(back.accessLevels?["gold"]?.id == "gold")
    }
}
