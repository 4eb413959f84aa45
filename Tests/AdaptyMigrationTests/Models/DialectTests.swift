import Testing

@testable import AdaptyMigration

/// The same record in every dialect it has: read the same, and written so that it reads the same again.
@Suite("Models: dialects")
struct DialectTests {
    static let profiles: [(dialect: Dialect, text: String)] = [
        (
            .sdk1Wire,
            #"{"data":{"type":"t","id":"p","attributes":{"paid_access_levels":{"premium":{"id":"premium","is_active":1,"expires_at":"2021-07-15T13:08:30.001000+0000"}},"non_subscriptions":{"coins":[{"purchase_id":"1","is_one_time":true}]}}}}"#
        ),
        (
            .sdk1Wire,
            #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true,"expires_at":"2021-07-15T13:08:30.001+0000"}},"non_subscriptions":{"coins":[{"purchase_id":"1","is_one_time":1}]}}"#
        ),
        (
            .sdk1Stored,
            #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true,"expiresAt":648047310.0009999}},"nonSubscriptions":{"coins":[{"purchaseId":"1","isOneTime":true}]}}"#
        ),
        (
            .sdk1Stored,
            #"{"profileId":"p","paidAccessLevels":{"premium":{"id":"premium","isActive":true,"expiresAt":648047310.001}},"nonSubscriptions":{"coins":[{"purchaseId":"1","isOneTime":true}]}}"#
        ),
        (
            .sdk1Bridge,
            #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true,"expiresAt":"2021-07-15T13:08:30.001000+0000"}},"nonSubscriptions":{"coins":[{"purchaseId":"1","isOneTime":true}]}}"#
        ),
        (
            .sdk1Bridge,
            #"{"profile_id":"p","access_levels":{"premium":{"id":"premium","is_active":true,"expires_at":"2021-07-15T16:08:30.001+0300"}},"non_subscriptions":{"coins":[{"purchase_id":"1","is_one_time":true}]}}"#
        ),
        (
            .serverV1,
            #"{"data":{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":true,"expires_at":"2021-07-15T13:08:30.001000+0000"}},"non_subscriptions":{"coins":[{"purchase_id":"1","is_one_time":true}]}}}"#
        ),
        (
            .sdk2,
            #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true,"expires_at":"2021-07-15T13:08:30.001+0000"}},"non_subscriptions":{"coins":[{"purchase_id":"1","is_consumable":true}]}}"#
        ),
        (
            .sdk2,
            #"{"v":{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true,"expires_at":"2021-07-15T13:08:30.001Z"}},"non_subscriptions":{"coins":[{"purchase_id":"1","is_one_time":true}]}},"h":"x"}"#
        ),
        (
            .sdk2Bridge,
            #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true,"expiresAt":"2021-07-15T13:08:30.001Z"}},"nonSubscriptions":{"coins":[{"purchaseId":"1","isConsumable":true}]}}"#
        ),
        (
            .sdk3,
            #"{"profile_id":"p","segment_hash":"s","is_test_user":false,"timestamp":1,"paid_access_levels":{"premium":{"id":"premium","is_active":true,"expires_at":"2021-07-15T13:08:30.001Z"}},"non_subscriptions":{"coins":[{"purchase_id":"1","is_consumable":true}]}}"#
        ),
    ]

    private func expectFacts(_ profile: AdaptyProfile, _ comment: Comment) {
        #expect(profile.profileId == "p", comment)
        #expect(profile.accessLevels?["premium"]?.id == "premium", comment)
        #expect(profile.accessLevels?["premium"]?.isActive == true, comment)
        #expect(profile.accessLevels?["premium"]?.expiresAt?.microseconds == 1_626_354_510_001_000, comment)
        #expect(profile.nonSubscriptions?["coins"]?.first?.isConsumable == true, comment)
        #expect(profile.nonSubscriptions?["coins"]?.first?.purchaseId == "1", comment)
    }

    private func expectFacts(_ info: PurchaserInfoModel, _ comment: Comment) {
        #expect(info.profileId == "p", comment)
        #expect(info.accessLevels?["premium"]?.isActive == true, comment)
        #expect(info.accessLevels?["premium"]?.expiresAt?.microseconds == 1_626_354_510_001_000, comment)
        #expect(info.nonSubscriptions?["coins"]?.first?.isOneTime == true, comment)
    }

    @Test("profiles, read from every dialect", arguments: profiles)
    func readProfiles(dialect: Dialect, text: String) throws {
        let bytes = Array(text.utf8)
        try expectFacts(AdaptyProfile(decoding: bytes, as: dialect), "\(dialect)")
        try expectFacts(PurchaserInfoModel(decoding: bytes, as: dialect), "\(dialect)")
        try expectFacts(
            AdaptyProfile(converting: PurchaserInfoModel(decoding: bytes, as: dialect)), "\(dialect), converted")
        try expectFacts(
            PurchaserInfoModel(converting: AdaptyProfile(decoding: bytes, as: dialect)), "\(dialect), converted")
    }

    @Test(
        "profiles, written in every dialect and read again", arguments: profiles,
        Kind.profile.dialects.filter { $0 != .serverV2 })
    func writeProfiles(from source: (dialect: Dialect, text: String), to dialect: Dialect) throws {
        let bytes = Array(source.text.utf8)
        let current = try AdaptyProfile(decoding: bytes, as: source.dialect)
        try expectFacts(
            AdaptyProfile(decoding: current.encoded(as: dialect), as: dialect), "\(source.dialect) to \(dialect)")
        let old = try PurchaserInfoModel(decoding: bytes, as: source.dialect)
        try expectFacts(
            PurchaserInfoModel(decoding: old.encoded(as: dialect), as: dialect), "\(source.dialect) to \(dialect)")
        let server = try ServerProfile(decoding: bytes, as: source.dialect)
        #expect(
            try ServerProfile(decoding: server.encoded(as: dialect), as: dialect).paidAccessLevels?["premium"]?.isActive
                == true)
    }

    @Test("a profile of the second server API, both ways")
    func serverV2() throws {
        let text =
            #"{"data":{"profile_id":"p","access_levels":[{"access_level_id":"premium","store":"app_store","expires_at":"2021-07-15T13:08:30+00:00"}],"subscriptions":[],"non_subscriptions":[{"purchase_id":"1","store_product_id":"coins","is_consumable":true}],"custom_attributes":[{"key":"a","value":1}]}}"#
        let profile = try AdaptyProfile(decoding: Array(text.utf8), as: .serverV2)
        #expect(profile.accessLevels?["premium"]?.expiresAt?.microseconds == 1_626_354_510_000_000)
        #expect(profile.nonSubscriptions?["coins"]?.first?.isConsumable == true)
        #expect(profile.customAttributes?["a"]?.description == "1")
        let again = try AdaptyProfile(decoding: profile.encoded(as: .serverV2), as: .serverV2)
        #expect(again.accessLevels?["premium"]?.expiresAt == profile.accessLevels?["premium"]?.expiresAt)
        #expect(again.nonSubscriptions == profile.nonSubscriptions)
    }

    static let paywalls: [(dialect: Dialect, text: String)] = [
        (
            .sdk1Wire,
            #"{"developer_id":"d","variation_id":"v","revision":3,"custom_payload":"{\"a\":1}","ab_test_name":"t","paywall_name":"n","products":[{"vendor_product_id":"m"}]}"#
        ),
        (
            .sdk1Wire,
            #"{"type":"t","id":"1","attributes":{"developer_id":"d","variation_id":"v","revision":3,"custom_payload":"{\"a\":1}","ab_test_name":"t","paywall_name":"n","products":[{"vendor_product_id":"m"}]}}"#
        ),
        (
            .sdk1Stored,
            #"{"developerId":"d","variationId":"v","revision":3,"internalCustomPayload":"{\"a\":1}","abTestName":"t","name":"n","products":[{"vendorProductId":"m"}]}"#
        ),
        (
            .sdk1Stored,
            #"{"developerId":"d","variationId":"v","revision":3,"customPayloadString":"{\"a\":1}","abTestName":"t","name":"n","products":[{"vendorProductId":"m"}]}"#
        ),
        (
            .sdk1Bridge,
            #"{"developerId":"d","variationId":"v","revision":3,"customPayloadString":"{\"a\":1}","abTestName":"t","name":"n","products":[{"vendorProductId":"m"}]}"#
        ),
        (
            .sdk2,
            #"{"developer_id":"d","variation_id":"v","revision":3,"remote_config":{"lang":"en","data":"{\"a\":1}"},"ab_test_name":"t","paywall_name":"n","products":[{"vendor_product_id":"m"}]}"#
        ),
        (
            .sdk2,
            #"{"developer_id":"d","variation_id":"v","revision":3,"custom_payload":"{\"a\":1}","ab_test_name":"t","paywall_name":"n","products":[{"vendor_product_id":"m"}]}"#
        ),
        (
            .sdk2Bridge,
            #"{"id":"d","variationId":"v","revision":3,"remoteConfigString":"{\"a\":1}","remoteConfig":{"a":1},"locale":"en","abTestName":"t","name":"n","vendorProductIds":["m"]}"#
        ),
        (
            .sdk3,
            #"{"placement":{"developer_id":"d","revision":3,"ab_test_name":"t"},"variation_id":"v","remote_config":{"lang":"en","data":"{\"a\":1}"},"paywall_name":"n","products":[{"vendor_product_id":"m"}]}"#
        ),
    ]

    private func expectFacts(_ paywall: AdaptyPaywall, _ comment: Comment) {
        #expect(paywall.id == "d", comment)
        #expect(paywall.variationId == "v", comment)
        #expect(paywall.revision?.int == 3, comment)
        #expect(paywall.remoteConfig?.data == #"{"a":1}"#, comment)
        #expect(paywall.remoteConfig?.lang == "en", comment)
        #expect(paywall.abTestName == "t", comment)
        #expect(paywall.name == "n", comment)
        #expect(paywall.products?.map(\.vendorProductId) == ["m"], comment)
    }

    @Test("paywalls, read from every dialect", arguments: paywalls)
    func readPaywalls(dialect: Dialect, text: String) throws {
        let bytes = Array(text.utf8)
        try expectFacts(AdaptyPaywall(decoding: bytes, as: dialect), "\(dialect)")
        let old = try PaywallModel(decoding: bytes, as: dialect)
        #expect(old.developerId == "d")
        #expect(old.customPayloadString == #"{"a":1}"#)
        #expect(old.name == "n")
        expectFacts(AdaptyPaywall(converting: old), "\(dialect), converted")
    }

    @Test("paywalls, written in every dialect and read again", arguments: paywalls, Kind.paywall.dialects)
    func writePaywalls(from source: (dialect: Dialect, text: String), to dialect: Dialect) throws {
        let current = try AdaptyPaywall(decoding: Array(source.text.utf8), as: source.dialect)
        try expectFacts(
            AdaptyPaywall(decoding: current.encoded(as: dialect), as: dialect), "\(source.dialect) to \(dialect)")
    }

    static let products: [(dialect: Dialect, text: String)] = [
        (
            .sdk1Wire,
            #"{"vendor_product_id":"m","introductory_offer_eligibility":true,"price":9.90,"localized_title":"T","subscription_period":{"unit":"month","number_of_units":1},"paywall_ab_test_name":"t"}"#
        ),
        (
            .sdk1Stored,
            #"{"vendorProductId":"m","introductoryOfferEligibility":true,"price":9.90,"localizedTitle":"T","subscriptionPeriod":{"unit":2,"numberOfUnits":1},"paywallABTestName":"t"}"#
        ),
        (
            .sdk1Bridge,
            #"{"vendorProductId":"m","introductoryOfferEligibility":true,"price":9.90,"localizedTitle":"T","subscriptionPeriod":{"unit":"month","numberOfUnits":1},"paywallABTestName":"t"}"#
        ),
        (
            .sdk2,
            #"{"vendor_product_id":"m","introductory_offer_eligibility":"eligible","price":9.90,"localized_title":"T","subscription_period":{"unit":"month","number_of_units":1},"paywall_ab_test_name":"t"}"#
        ),
        (
            .sdk2Bridge,
            #"{"vendorProductId":"m","introductoryOfferEligibility":"eligible","price":9.90,"localizedTitle":"T","subscriptionPeriod":{"unit":"month","numberOfUnits":1},"paywallABTestName":"t"}"#
        ),
    ]

    @Test("products, read from every dialect and written in every dialect", arguments: products, Kind.product.dialects)
    func productsEverywhere(from source: (dialect: Dialect, text: String), to dialect: Dialect) throws {
        let product = try AdaptyPaywallProduct(decoding: Array(source.text.utf8), as: source.dialect)
        #expect(product.introductoryOfferEligibility == .eligible)
        for product in [product, try AdaptyPaywallProduct(decoding: product.encoded(as: dialect), as: dialect)] {
            #expect(product.vendorProductId == "m")
            #expect(product.price?.description == "9.90")
            #expect(product.localizedTitle == "T")
            #expect(product.subscriptionPeriod?.unit == .month)
            #expect(product.subscriptionPeriod?.numberOfUnits?.int == 1)
            #expect(product.paywallABTestName == "t")
        }
        // SDK 3.3 has no such field.
        if dialect != .sdk3 {
            #expect(
                try AdaptyPaywallProduct(decoding: product.encoded(as: dialect), as: dialect)
                    .introductoryOfferEligibility == .eligible)
        }
        let old = try ProductModel(decoding: Array(source.text.utf8), as: source.dialect)
        #expect(old.subscriptionPeriod?.unit == .month)
        #expect(old.price?.description == "9.90")
    }

    @Test("promos, in every dialect", arguments: Kind.promo.dialects, Kind.promo.dialects)
    func promos(from source: Dialect, to dialect: Dialect) throws {
        let text =
            #"{"promo_type":"p","variation_id":"v","expires_at":"2021-07-15T13:08:30.001+0000","paywall":{"developer_id":"d","variation_id":"v","is_promo":true}}"#
        let promo = try PromoModel.decode(text)
        let written = try PromoModel(decoding: promo.encoded(as: source), as: source)
        let again = try PromoModel(decoding: written.encoded(as: dialect), as: dialect)
        #expect(again.promoType == "p")
        #expect(again.expiresAt?.microseconds == 1_626_354_510_001_000)
        #expect(again.paywall?.developerId == "d")
        #expect(again.paywall?.isPromo == true)
    }

    @Test("events, in both dialects")
    func events() throws {
        let text = #"{"profile_id":"p","event_type":"subscription_cancelled","event_properties":{"price_usd":9.90}}"#
        let event = try WebhookEvent(decoding: Array(text.utf8), as: .webhookLegacy)
        #expect(event.eventType == .subscriptionExpired)
        #expect(event.eventProperties?.priceUsd?.description == "9.90")
        #expect(
            String(decoding: try event.encoded(as: .webhookLegacy), as: UTF8.self).contains(
                #""event_type":"subscription_cancelled""#))
        #expect(String(decoding: try event.encoded(), as: UTF8.self).contains(#""event_type":"subscription_expired""#))
    }
}
