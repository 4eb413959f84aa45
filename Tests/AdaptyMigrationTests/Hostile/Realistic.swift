@_spi(Tools) import AdaptyMigrationTools

/// Documents as servers and SDKs wrote them, small enough to be cut and broken at every byte.
enum Realistic {
    struct Document: Sendable, CustomStringConvertible {
        let name: String
        let dialect: Dialect
        let text: String

        var bytes: [UInt8] { Array(text.utf8) }
        var description: String { name }
    }

    /// A document, or a piece of one, with the white space that Python and PostgreSQL write: a blank after each colon
    /// and comma.
    static func spaced(_ text: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [], isText = false, isEscaped = false
        for byte in text {
            if isText, byte == 0x5C {
                isEscaped.toggle()
            } else {
                if byte == 0x22, !isEscaped { isText.toggle() }
                isEscaped = false
            }
            out.append(byte)
            if !isText, byte == 0x3A || byte == 0x2C { out.append(0x20) }
        }
        return out
    }

    static let wireProfile = Document(
        name: "wire profile", dialect: .sdk1Wire,
        text: #"""
            {"data": {"type": "adapty_analytics_profile", "id": "5bd9a9a2-30d4-4bd2-9d0e-0d9b2a1f7b1c", "attributes": {
              "app_id": "a1", "customer_user_id": null, "custom_attributes": [], "total_revenue_usd": 29.90,
              "paid_access_levels": {"premium": {"id": "premium", "is_active": 1, "expires_at": "2022-10-30T15:14:32.000000+0000",
                "vendor_transaction_id": "1000000", "store": "app_store", "x_extra": [1, {"a": 1e2}]}},
              "subscriptions": {"com.app.month": {"is_active": true, "vendor_product_id": "com.app.month", "is_sandbox": 0, "title": "Ünï \ud83d\ude00"}},
              "non_subscriptions": {"coins": [{"purchase_id": "p1", "vendor_product_id": "coins", "is_one_time": true}]}}}}
            """#)

    static let storedProfile = Document(
        name: "stored profile", dialect: .sdk1Stored,
        text: #"""
            {"profileId":"p-1","paidAccessLevels":{"premium":{"id":"premium","isActive":true,"vendorProductId":"com.app.year","store":"app_store",\#
            "activatedAt":648073710.0009999,"expiresAt":679609710,"isLifetime":false,"willRenew":true,"isInGracePeriod":false}},\#
            "subscriptions":{},"nonSubscriptions":{"coins":[{"purchaseId":"p1","vendorProductId":"coins","store":"app_store","purchasedAt":6.4e8,"isOneTime":false,"isSandbox":true}]}}
            """#)

    static let serverProfile = Document(
        name: "server profile", dialect: .serverV1,
        text: #"""
            {"data":{"app_id":"a","profile_id":"p","customer_user_id":"u","total_revenue_usd":0.0,"promotional_offer_eligibility":false,
            "introductory_offer_eligibility":true,"paid_access_levels":{"premium":{"id":"premium","is_active":true,"is_lifetime":false,
            "expires_at":"2020-01-15T15:10:36.517975+0000","base_plan_id":"monthly","will_renew":false}},"subscriptions":null,"non_subscriptions":null,
            "custom_attributes":{"age":21.0}}}
            """#)

    /// As the API answers: without white space.
    static let listProfile = Document(
        name: "server profile of API v2", dialect: .serverV2,
        text: #"""
            {"app_id":"a","profile_id":"p","customer_user_id":null,"total_revenue_usd":29.90,"segment_hash":"h","timestamp":1731000000000,\#
            "custom_attributes":[{"key":"age","value":21.0},{"key":"cit\u0443","value":"\/"}],"access_levels":[{"access_level_id":"premium","store":"app_store",\#
            "store_product_id":"com.app.year","store_base_plan_id":null,"store_transaction_id":"1","store_original_transaction_id":"0",\#
            "offer":{"category":"introductory","type":"free_trial","id":null},"environment":"Production","starts_at":null,"purchased_at":"2024-12-24T10:50:23+00:00",\#
            "originally_purchased_at":"2023-12-24T10:50:23.461425+00:00","expires_at":"2025-12-24T10:50:23+00:00","is_in_grace_period":false},\#
            {"store":"adapty","access_level_id":"gold","store_product_id":"g","offer":null,"environment":"Sandbox","purchased_at":"2024-12-24T10:50:23.5+03:00","x_extra":{"a":[1]}}],\#
            "subscriptions":[{"store":"app_store","store_product_id":"com.app.year","store_transaction_id":"1","offer":{"category":"promotional","type":"pay_up_front","id":"spring"},\#
            "environment":"Sandbox","purchased_at":"2024-12-24T10:50:23.000+00:00","price":{"country":"SE","currency":"SEK","value":499.00}}],"non_subscriptions":[\#
            {"purchase_id":"1","store_product_id":"coins","environment":"Production","purchased_at":"2024-12-24T10:50:23+00:00","is_consumable":true,"price":{"value":1}},\#
            {"purchase_id":"2","store_product_id":"coins","environment":"Staging","is_refund":false},{"store_product_id":"gems","purchase_id":"3","environment":"Sandbox"}]}
            """#)

    static let wirePaywalls = Document(
        name: "wire paywalls", dialect: .sdk1Wire,
        text: #"""
            {"data":[{"type":"adapty_inapps_purchase_container","id":"1","attributes":{"developer_id":"main","variation_id":"v1","revision":3,
            "is_promo":false,"visual_paywall":"<b>\/</b>","custom_payload":"{\"color\": \"red\"}","ab_test_name":"t","paywall_name":"n","products":[
            {"vendor_product_id":"com.app.month","introductory_offer_eligibility":true,"promotional_offer_eligibility":false,"promotional_offer_id":null,"title":null}]}}],
            "meta":{"products":[{"vendor_product_id":"com.app.month","title":"M","introductory_offer_eligibility":0}]}}
            """#)

    static let wirePaywall = Document(
        name: "wire paywall", dialect: .sdk1Wire,
        text: #"""
            {"developer_id":"main","revision":3,"variation_id":"v1","ab_test_name":"t","paywall_name":"n","products":[
            {"vendor_product_id":"com.app.month","title":null,"introductory_offer_eligibility":true,"promotional_offer_eligibility":false,"promotional_offer_id":null},
            {"vendor_product_id":"com.app.year","introductory_offer_eligibility":0,"promotional_offer_eligibility":1}],
            "is_promo":false,"visual_paywall":"<b>\/</b>","custom_payload":"{\"color\": \"r\u0435d\",\"\":{}}"}
            """#)

    static let storedPaywall = Document(
        name: "stored paywall", dialect: .sdk1Stored,
        text: #"""
            {"developerId":"main","variationId":"v1","revision":3,"isPromo":true,"products":[{"vendorProductId":"com.app.month","introductoryOfferEligibility":true,\#
            "promotionalOfferEligibility":false,"localizedTitle":"t","price":9.990,"currencyCode":"USD","subscriptionPeriod":{"unit":2,"numberOfUnits":1},\#
            "introductoryDiscount":{"price":0,"subscriptionPeriod":{"unit":0,"numberOfUnits":7},"numberOfPeriods":1,"paymentMode":2},\#
            "discounts":[{"identifier":"spring","price":4.99,"subscriptionPeriod":{"unit":2,"numberOfUnits":1},"numberOfPeriods":3,"paymentMode":0}]}],\#
            "visualPaywall":null,"customPayloadString":"{}","abTestName":"t","name":"n"}
            """#)

    static let storedProduct = Document(
        name: "stored product", dialect: .sdk1Stored,
        text: #"""
            {"vendorProductId":"com.app.month","introductoryOfferEligibility":true,"promotionalOfferEligibility":false,"localizedDescription":"d","localizedTitle":"t",\#
            "price":9.990,"currencyCode":"USD","subscriptionPeriod":{"unit":2,"numberOfUnits":1},"introductoryDiscount":{"price":0,"subscriptionPeriod":{"unit":0,"numberOfUnits":7},\#
            "numberOfPeriods":1,"paymentMode":2},"discounts":[],"paywallABTestName":"ab"}
            """#)

    static let promo = Document(
        name: "promo with paywall", dialect: .sdk1Wire,
        text: #"""
            {"promo_type":"p","variation_id":"v1","expires_at":"2021-01-01T00:00:00.000000+0000","paywall":{"developer_id":"d","variation_id":"v1","revision":1,"is_promo":true,"products":[]}}
            """#)

    static let legacyEvent = Document(
        name: "legacy event", dialect: .webhookLegacy,
        text: #"""
            {"profile_id":"p","event_type":"SUBSCRIPTION_CANCELED","event_datetime":"2020-02-18T18:40:22.000000+0000","event_properties":{"price_usd":9.990,
            "transaction_id":100000062858160012345,"cancellation_reason":"voluntarily_cancelled","trial_duration":"7 days"},"event_api_version":1}
            """#)

    static let currentProfile = Document(
        name: "current profile", dialect: .sdk2,
        text: #"""
            {"v":{"profile_id":"p","custom_attributes":{"a":"b"},"paid_access_levels":{"premium":{"id":"premium","is_active":true,"active_promotional_offer_id":null}},
            "non_subscriptions":{"coins":[{"purchase_id":"p1","is_one_time":true}]}},"h":"abc"}
            """#)

    /// What SDK 2 has already: the way up leaves it as it is.
    static let upgraded = [
        Document(
            name: "profile of SDK 2", dialect: .sdk2,
            text: #"""
                {"profile_id":"p","customer_user_id":"u","custom_attributes":{"age":21.0},"paid_access_levels":{"premium":{"id":"premium","is_active":true,"store":"app_store",\#
                "activated_at":"2021-03-01T10:15:30.123456+0000","expires_at":"2023-03-01T10:15:30.000+0000","starts_at":null,"offer_id":"o","will_renew":true}},"subscriptions":null,\#
                "non_subscriptions":{"coins":[{"purchase_id":"p1","vendor_product_id":"coins","purchased_at":"2021-05-05T05:05:05.500000+0000","is_consumable":true}]}}
                """#),
        Document(
            name: "paywall of SDK 2", dialect: .sdk2,
            text: #"""
                {"developer_id":"main","variation_id":"v1","revision":3,"remote_config":{"lang":"en","data":"{\"a\":\"\u00e9\"}"},"ab_test_name":"t","paywall_name":"n","paywall_updated_at":1664550872000,\#
                "products":[{"vendor_product_id":"a","introductory_offer_eligibility":"eligible","promotional_offer_eligibility":true,"timestamp":1}]}
                """#),
    ]

    /// A profile of SDK 3, which stays as it is.
    static let newer = Document(
        name: "profile of SDK 3", dialect: .sdk3,
        text: #"""
            {"profile_id":"p-1","customer_user_id":null,"segment_hash":"h","is_test_user":false,"timestamp":1731000000000,"custom_attributes":{"a":1},\#
            "paid_access_levels":{"premium":{"id":"premium","is_active":true,"vendor_product_id":"com.app.year","store":"app_store","activated_at":"2024-12-24T10:50:23.000000+0000",\#
            "expires_at":null,"is_lifetime":true,"will_renew":false,"is_in_grace_period":false,"is_refund":false,"offer_id":null}},"subscriptions":{},"non_subscriptions":null}
            """#)

    /// What services usually have.
    static let usual = [
        wireProfile, storedProfile, serverProfile, listProfile, wirePaywall, storedPaywall, storedProduct, legacyEvent,
    ]

    static let all = [
        wireProfile, storedProfile, serverProfile, listProfile, wirePaywalls, wirePaywall, storedPaywall, storedProduct,
        promo, legacyEvent, currentProfile,
    ]
}
