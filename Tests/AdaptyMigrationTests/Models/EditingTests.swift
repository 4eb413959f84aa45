import Testing

@testable import AdaptyMigration
@testable import AdaptyMigrationAccess
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationModels
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting
@_spi(Tools) @testable import AdaptyMigrationTools
@_spi(Tools) @testable import AdaptyStoredData

/// An edit changes its member and no other byte.
@Suite("Models: edits")
struct EditingTests {
    @Test("members of entries are edited in place")
    func nested() throws {
        let text =
            #"{ "profile_id": "p", "x": 1.50, "paid_access_levels": { "premium": {"id":"premium", "is_active": 1, "x":[ ]}, "gold": {"id":"gold"} }, "profile_id": "p" }"#
        var profile = try AdaptyProfile.decode(text)
        profile.accessLevels["premium"]?.isActive = false
        #expect(profile.text == text.replacing(#""is_active": 1"#, with: #""is_active": false"#))
        profile.accessLevels["premium"]?.isActive?.toggle()
        #expect(profile.text == text.replacing(#""is_active": 1"#, with: #""is_active": true"#))
        // Nothing is made of an entry that is not there.
        profile.accessLevels["silver"]?.isActive = false
        profile.accessLevels["gold"] = nil
        profile.accessLevels["premium"]?.offerId = "o"
        #expect(
            profile.text
                == #"{ "profile_id": "p", "x": 1.50, "paid_access_levels": { "premium": {"id":"premium", "is_active": true, "x":[ ], "offer_id":"o"} }, "profile_id": "p" }"#
        )
        profile.accessLevels["premium"] = nil
        profile.profileId = nil
        #expect(profile.text == #"{ "x": 1.50, "paid_access_levels": {  } }"#)
    }

    @Test("a value is written in the form that the document has")
    func forms() throws {
        var info = try PurchaserInfoModel(
            decoding: Array(
                #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true}},"nonSubscriptions":{}}"#
                    .utf8), as: .sdk1Stored)
        info.accessLevels["premium"]?.expiresAt = Timestamp("2030-01-01T00:00:00Z")
        info.nonSubscriptions["coins"] = [
            AdaptyProfile.NonSubscription(
                purchaseId: "1", vendorProductId: "coins", store: .appStore,
                purchasedAt: Timestamp("2020-01-01T00:00:00Z"), isConsumable: true, isSandbox: false, isRefund: false)
        ]
        #expect(
            info.text
                == #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true,"expiresAt":915148800}},"nonSubscriptions":{"coins":[{"purchaseId":"1","vendorProductId":"coins","store":"app_store","purchasedAt":599529600,"isOneTime":true,"isSandbox":false,"isRefund":false}]}}"#
        )
        var product = try ProductModel(
            decoding: Array(#"{"vendorProductId":"m","subscriptionPeriod":{"unit":2,"numberOfUnits":1}}"#.utf8),
            as: .sdk1Stored)
        product.subscriptionPeriod?.unit = .year
        product.introductoryOfferEligibility = .eligible
        #expect(
            product.text
                == #"{"vendorProductId":"m","subscriptionPeriod":{"unit":3,"numberOfUnits":1},"introductoryOfferEligibility":true}"#
        )
    }

    @Test("lists: elements are edited, added and removed in place")
    func lists() throws {
        let text =
            #"{"developer_id":"d","variation_id":"v","products":[ {"vendor_product_id":"a", "x":1} , {"vendor_product_id":"b"} ]}"#
        var paywall = try AdaptyPaywall.decode(text)
        paywall.products[0].promotionalOfferId = "o"
        #expect(paywall.products[0].text == #"{"vendor_product_id":"a", "x":1, "promotional_offer_id":"o"}"#)
        paywall.products.append(AdaptyPaywallProduct(vendorProductId: "c"))
        paywall.products.remove(at: 1)
        #expect(
            paywall.text
                == #"{"developer_id":"d","variation_id":"v","products":[ {"vendor_product_id":"a", "x":1, "promotional_offer_id":"o"} , {"vendor_product_id":"c"} ]}"#
        )
        paywall.products.removeAll()
        #expect(paywall.text == #"{"developer_id":"d","variation_id":"v","products":[  ]}"#)
    }

    @Test("the configuration of a paywall is written under the name the dialect has")
    func remoteConfig() throws {
        var old = try PaywallModel.decode(#"{"developer_id":"d","custom_payload":"{}","variation_id":"v"}"#)
        old.customPayloadString = #"{"a":1}"#
        #expect(old.text == #"{"developer_id":"d","custom_payload":"{\"a\":1}","variation_id":"v"}"#)
        var current = try old.upgraded()
        #expect(current.remoteConfig == AdaptyRemoteConfig(lang: "en", data: #"{"a":1}"#))
        current.remoteConfig = AdaptyRemoteConfig(lang: "de", data: "{}")
        #expect(try current.downgraded(to: PaywallModel.self).customPayloadString == "{}")
        var variant = try AdaptyPaywall.decode(#"{"developer_id":"d","custom_payload":"{}","variation_id":"v"}"#)
        variant.remoteConfig = AdaptyRemoteConfig(lang: "de", data: nil)
        #expect(variant.text == #"{"developer_id":"d","variation_id":"v","remote_config":{"lang":"de","data":null}}"#)
        variant.remoteConfig = nil
        #expect(variant.remoteConfig == nil)
    }

    @Test("fields that SDK 3 has in an object of its own are edited there")
    func holders() throws {
        var paywall = try AdaptyPaywall(
            decoding: Array(#"{"placement":{"developer_id":"d","revision":3},"variation_id":"v","products":[]}"#.utf8),
            as: .sdk3)
        paywall.revision = 4
        paywall.abTestName = "t"
        paywall.requestLocale = "en"
        #expect(
            paywall.text
                == #"{"placement":{"developer_id":"d","revision":4,"ab_test_name":"t"},"variation_id":"v","products":[],"request_locale":"en"}"#
        )
        var product = try AdaptyPaywallProduct(
            decoding: Array(#"{"vendor_product_id":"m","adapty_product_id":"a"}"#.utf8), as: .sdk3)
        product.price = 9.5
        #expect(product.text == #"{"vendor_product_id":"m","adapty_product_id":"a","price":{"amount":9.5}}"#)
        #expect(product.price == 9.5)
    }

    @Test("custom attributes and members without a property")
    func members() throws {
        var profile = try AdaptyProfile.decode(#"{"profile_id":"p","custom_attributes":{"a":1.50,"b":"x"},"new":[1]}"#)
        profile.customAttributes["b"] = "y"
        profile.customAttributes["c"] = 3
        profile.customAttributes["a"] = nil
        profile[member: "new"] = .null
        profile[member: "timestamp"] = .null
        #expect(
            profile.text == #"{"profile_id":"p","custom_attributes":{"b":"y","c":3},"new":null,"timestamp":null}"#)
        #expect(profile.customAttributes.names == ["b", "c"])
        #expect(profile[member: "new"]?.isNull == true)
        #expect(profile[member: "nothing"] == nil)
        #expect(profile.timestamp == nil)
    }

    @Test("an upgraded record, edited, saved, read and taken back, has the edit and all the rest")
    func wayBack() throws {
        let text =
            #"{ "data" : {"type":"t","id":"p","attributes":{"app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":1,"vendor_transaction_id":"t1","is_active":1}}}}}"#
        var profile = try PurchaserInfoModel(decoding: Array(text.utf8)).upgraded()
        profile.accessLevels["premium"]?.willRenew = false
        let saved = try AdaptyProfile(decoding: profile.document)
        let back = try saved.downgraded(to: PurchaserInfoModel.self)
        #expect(back.accessLevels["premium"]?.vendorTransactionId == "t1")
        #expect(back.accessLevels["premium"]?.willRenew == false)
        #expect(back.text == text.replacing(#""is_active":1}"#, with: #""is_active":1,"will_renew":false}"#))
    }

    @Test("what SDK 2 has no place for is given back")
    func stashed() throws {
        let old = try PaywallModel(
            decoding: Array(
                #"{"developer_id":"d","variation_id":"v","custom_payload":"{}","remote_config":{"lang":"fr","data":"{}"},"paywall_name":"n"}"#
                    .utf8), as: .sdk1Wire)
        var current = try old.upgraded()
        #expect(current[member: "custom_payload"] == nil)
        current.name = "renamed"
        let back = try AdaptyPaywall(decoding: current.document).downgraded(to: PaywallModel.self)
        #expect(back.text == old.text.replacing(#""n""#, with: #""renamed""#))
    }

    @Test("what no decoder of SDK 2 reads stays, and is given back with an edit")
    func passed() throws {
        var old = PaywallModel(developerId: "d", variationId: "v", revision: 1)
        old.isPromo = true
        old.visualPaywall = "<b>"
        var current = try old.upgraded()
        #expect(current[member: "is_promo"]?.description == "true")
        #expect(current[member: "visual_paywall"]?.description == #""<b>""#)
        current.name = "renamed"
        let again = try AdaptyPaywall(decoding: current.document)
        let back = try again.downgraded(to: PaywallModel.self)
        #expect(back.isPromo == true)
        #expect(back.visualPaywall == "<b>")
        #expect(back.name == "renamed")
    }

    @Test("entries of another dialect are brought to the document's names")
    func otherColumns() throws {
        let current = try AdaptyProfile.decode(
            #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true,"expires_at":"2030-01-01T00:00:00.000+0000"}}}"#
        )
        var stored = try PurchaserInfoModel(
            decoding: Array(#"{"profileId":"p","accessLevels":{},"subscriptions":{},"nonSubscriptions":{}}"#.utf8),
            as: .sdk1Stored)
        stored.accessLevels = current.accessLevels
        #expect(
            stored.text
                == #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true,"expiresAt":915148800}},"subscriptions":{},"nonSubscriptions":{}}"#
        )
        #expect(stored.accessLevels == current.accessLevels)
        var level = try #require(stored.accessLevels["premium"])
        level.isActive = false
        stored.accessLevels["gold"] = level
        #expect(stored.accessLevels["gold"]?.isActive == false)
        #expect(stored.accessLevels["premium"]?.isActive == true)
    }

    @Test("copies are values")
    func values() throws {
        let profile = try AdaptyProfile.decode(
            #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":true}}}"#)
        var copy = profile
        copy.accessLevels["a"]?.isActive = false
        #expect(profile.accessLevels["a"]?.isActive == true)
        let path: any WritableKeyPath<AdaptyProfile, Bool?> & Sendable = \AdaptyProfile.accessLevels["a"]!.isActive
        copy[keyPath: path] = nil
        #expect(copy.text == #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a"}}}"#)
    }

    /// After any edits the patched nodes are those of a scan, and what was written is read.
    @Test("random edits of generated profiles", arguments: [Dialect.sdk1Wire, .sdk1Stored, .serverV1, .sdk2, .sdk3])
    func random(_ dialect: Dialect) throws {
        var numbers = SplitMix(seed: 11), edited = 0
        for seed in UInt64(0)..<60 {
            var generator = DocumentGenerator(seed: seed, dialect: dialect)
            let bytes = Array(
                generator.document(.profile).text(Sample.Style.all[Int(seed) % Sample.Style.all.count]).utf8)
            guard var profile = try? AdaptyProfile(decoding: bytes, as: dialect) else { continue }
            for _ in 0..<8 {
                let key = ["premium", "gold", "a\"b", ""][Int.random(in: 0..<4, using: &numbers)]
                let flag = Bool.random(using: &numbers)
                switch Int.random(in: 0..<7, using: &numbers) {
                case 0: profile.accessLevels[key]?.isActive = flag
                case 1: profile.accessLevels[key] = nil
                case 2:
                    profile.accessLevels[key] = AdaptyProfile.AccessLevel(
                        id: key, isActive: flag, vendorProductId: "m", store: .adapty,
                        activatedAt: Timestamp(microseconds: 0), isLifetime: false, willRenew: true,
                        isInGracePeriod: false, isRefund: false)
                    #expect(profile.accessLevels[key]?.isActive == flag)
                    #expect(profile.accessLevels[key]?.activatedAt?.microseconds == 0)
                case 3: profile.customAttributes[key] = "é\"\u{1}"
                case 4:
                    profile.profileId = flag ? nil : "\\\(key)"
                    #expect(profile.profileId == (flag ? nil : "\\\(key)"))
                case 5: profile.nonSubscriptions[key]?.removeAll()
                default: profile.subscriptions[key]?.expiresAt = flag ? Timestamp("2030-01-01T00:00:00Z") : nil
                }
                let scanned = try JSONScanner.index(profile.view.index.bytes)
                let isSame = scanned.nodes.elementsEqual(profile.view.index.nodes) { $0.hasSameFields(as: $1) }
                try #require(isSame, "\(profile.text)")
            }
            edited += 1
        }
        #expect(edited > 40, "\(edited) of 60")
    }
}

extension JSONNode {
    fileprivate func hasSameFields(as other: Self) -> Bool {
        (kind, hasEscapes, start, end, next) == (other.kind, other.hasEscapes, other.start, other.end, other.next)
    }
}

/// A small generator of numbers that gives the same ones every time.
private struct SplitMix: RandomNumberGenerator {
    var seed: UInt64

    mutating func next() -> UInt64 {
        seed &+= 0x9E37_79B9_7F4A_7C15
        var word = seed
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
