import Testing

@testable import AdaptyMigration
@testable import AdaptyMigrationAccess
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationModels
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting
@_spi(Tools) @testable import AdaptyMigrationTools

/// A model is its document: unchanged it gives its bytes back, and converted it is what the converter makes of them.
@Suite("Models: documents")
struct ModelDocumentTests {
    private func check<Model: RecordModel>(_ type: Model.Type, _ bytes: [UInt8], _ dialect: Dialect) throws {
        guard let model = try? Model(decoding: bytes, as: dialect, leniently: true) else {
            // Only what the converter cannot bring to the model's dialect, and what is no record.
            #expect(bytes == Array("null".utf8) || isRefused(bytes, dialect, Model.home, Model.shape))
            return
        }
        if model.dialect == dialect {
            #expect(model.document == bytes)
        } else if dialect.age <= model.dialect.age {
            #expect(try Migrator().downgrade(model.document).documentWithoutResidue == bytes)
        }
        let again = try Model(decoding: model.document, as: model.dialect, leniently: true)
        #expect(again == model)
        #expect(again.document == model.document)
        // What the model reads is what the converter writes: in the current names every field says the same.
        if let legacy = model as? any LegacyRecord { try upgraded(legacy, bytes, dialect) }
    }

    private func isRefused(_ bytes: [UInt8], _ dialect: Dialect, _ home: Dialect, _ shape: ModelShape) -> Bool {
        // A promo becomes a current paywall; the old one is read as its part.
        if shape.kind == .paywall, home != .sdk2, (try? Migrator().detect(bytes, from: dialect))?.kind == .promo {
            return true
        }
        guard let migration = try? Migrator().convert(bytes, from: dialect, to: home) else { return true }
        return migration.kind != shape.kind
    }

    private func upgraded<Legacy: LegacyRecord>(_ legacy: Legacy, _ bytes: [UInt8], _ dialect: Dialect) throws {
        guard legacy.dialect == dialect, let current = try? legacy.upgraded() else { return }
        let migration = try Migrator().upgrade(bytes, from: dialect, to: Legacy.Current.home)
        #expect(current.document == migration.document)
        #expect(try Legacy.Current(decoding: migration.document, leniently: true) == current)
        // Saved, read and taken back.
        let saved = try Legacy.Current(decoding: current.document, leniently: true)
        guard Legacy.shape.kind != .promo else {
            #expect(try Migrator().downgrade(saved.document).documentWithoutResidue == bytes)
            return
        }
        func back<Current: RecordModel>(_ saved: Current) throws where Legacy.Current == Current {
            let restored: Legacy = try saved.downgraded()
            #expect(restored.document == bytes)
            #expect(restored == legacy)
        }
        try back(saved)
    }

    @Test("every fixture, by every model of its kind", arguments: Fixture.everything)
    func fixtures(_ fixture: Fixture) throws {
        let bytes = try fixture.legacy()
        var models = 0
        for model in ModelCase.records {
            guard let record = model.type as? any RecordModel.Type else { continue }
            guard record.shape.kind == fixture.kind || fixture.kind == .promo && record.shape.kind == .paywall else {
                #expect(throws: MigrationError.self) { try record.init(decoding: bytes, as: fixture.dialect) }
                continue
            }
            models += 1
            func open<Model: RecordModel>(_ type: Model.Type) throws { try check(type, bytes, fixture.dialect) }
            try open(record)
        }
        #expect(models > 0 || !fixture.kind.isConverted || fixture.kind.isList || fixture.kind.isRow)
    }

    @Test("generated documents of every dialect", arguments: RecordKind.converted.filter { !$0.isList })
    func generated(_ kind: RecordKind) throws {
        for dialect in kind.dialects {
            for seed in UInt64(0)..<40 {
                var generator = DocumentGenerator(seed: seed &* 7919, dialect: dialect)
                let bytes = Array(
                    generator.document(kind).text(Sample.Style.all[Int(seed) % Sample.Style.all.count]).utf8)
                for model in ModelCase.records where model.type.shape.kind == kind {
                    guard let record = model.type as? any RecordModel.Type else { continue }
                    func open<Model: RecordModel>(_ type: Model.Type) throws { try check(type, bytes, dialect) }
                    try open(record)
                }
            }
        }
    }

    static let everyProfile: [(dialect: Dialect, text: String)] = [
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
            #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true,"expiresAt":648047310.001}},"nonSubscriptions":{"coins":[{"purchaseId":"1","isOneTime":true}]}}"#
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
            .serverV2,
            #"{"data":{"profile_id":"p","access_levels":[{"access_level_id":"premium","is_active":true,"store":"app_store","expires_at":"2021-07-15T13:08:30.001+00:00"}],"subscriptions":[],"non_subscriptions":[{"purchase_id":"1","store_product_id":"coins","is_consumable":true}]}}"#
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

    @Test("one profile in every dialect says the same to every model of a profile", arguments: everyProfile)
    func profiles(dialect: Dialect, text: String) throws {
        let bytes = Array(text.utf8)
        let current = try AdaptyProfile(decoding: bytes, as: dialect)
        #expect(current.profileId == "p")
        #expect(current.accessLevels["premium"]?.id == "premium")
        #expect(current.accessLevels["premium"]?.isActive == true)
        #expect(current.accessLevels["premium"]?.expiresAt?.microseconds == 1_626_354_510_001_000)
        #expect(current.nonSubscriptions["coins"]?.first?.isConsumable == true)
        #expect(current.nonSubscriptions["coins"]?.first?.purchaseId == "1")
        let info = try PurchaserInfoModel(decoding: bytes, as: dialect)
        #expect(info.profileId == "p")
        #expect(info.accessLevels["premium"]?.isActive == true)
        #expect(info.accessLevels["premium"]?.expiresAt?.microseconds == 1_626_354_510_001_000)
        #expect(info.nonSubscriptions["coins"]?.first?.isOneTime == true)
        let server = try ServerProfile(decoding: bytes, as: dialect)
        #expect(server.accessLevels["premium"]?.isActive == true)
        for target in RecordKind.profile.dialects {
            let written = try AdaptyProfile(decoding: current.document(as: target), as: target)
            #expect(written.accessLevels["premium"]?.isActive == true, "to \(target)")
            #expect(written.nonSubscriptions["coins"]?.first?.isConsumable == true, "to \(target)")
        }
    }

    static let everyPaywall: [(dialect: Dialect, text: String)] = [
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

    @Test("one paywall in every dialect says the same to both models of a paywall", arguments: everyPaywall)
    func paywalls(dialect: Dialect, text: String) throws {
        let bytes = Array(text.utf8)
        let paywall = try AdaptyPaywall(decoding: bytes, as: dialect)
        #expect(paywall.id == "d")
        #expect(paywall.variationId == "v")
        #expect(paywall.revision == 3)
        #expect(paywall.remoteConfigString == #"{"a":1}"#)
        #expect(paywall.locale == "en")
        #expect(paywall.abTestName == "t")
        #expect(paywall.name == "n")
        #expect(paywall.vendorProductIds == ["m"])
        let old = try PaywallModel(decoding: bytes, as: dialect)
        #expect(old.developerId == "d")
        #expect(old.customPayloadString == #"{"a":1}"#)
        #expect(old.customPayload?["a"]?.number?.integer == 1)
        #expect(old.products.map(\.vendorProductId) == ["m"])
    }

    @Test("what dialects write in several ways reads one way")
    func forms() throws {
        let stored = try ProductModel.decode(#"{"vendor_product_id":"m","introductory_offer_eligibility":true}"#)
        #expect(stored.introductoryOfferEligibility == .eligible)
        let disk = try ProductModel(
            decoding: Array(
                #"{"vendorProductId":"m","introductoryOfferEligibility":1,"price":9.90,"subscriptionPeriod":{"unit":2,"numberOfUnits":1},"introductoryDiscount":{"price":1,"paymentMode":2}}"#
                    .utf8), as: .sdk1Stored)
        #expect(disk.introductoryOfferEligibility == .eligible)
        #expect(disk.subscriptionPeriod?.unit == .month)
        #expect(disk.subscriptionPeriod?.numberOfUnits == 1)
        #expect(disk.introductoryDiscount?.paymentMode == .freeTrial)
        #expect(disk.price?.description == "9.90")
        let sdk3 = try AdaptyPaywallProduct(
            decoding: Array(
                #"{"vendor_product_id":"m","adapty_product_id":"a","price":{"amount":9.90,"currency_code":"EUR"},"subscription":{"period":{"unit":"year","number_of_units":1}}}"#
                    .utf8), as: .sdk3)
        #expect(sdk3.price == 9.9)
        #expect(sdk3.currencyCode == "EUR")
        #expect(sdk3.subscriptionPeriod?.unit == .year)
    }

    @Test("a promo is read with its paywall, and upgrades to it")
    func promo() throws {
        let text =
            #"{"promo_type":"p","variation_id":"v","expires_at":"2021-07-15T13:08:30.001+0000","paywall":{"developer_id":"d","variation_id":"v","is_promo":true}}"#
        var promo = try PromoModel.decode(text)
        #expect(promo.promoType == "p")
        #expect(promo.paywall?.isPromo == true)
        promo.paywall?.developerId = "e"
        #expect(promo.text == text.replacing(#""developer_id":"d""#, with: #""developer_id":"e""#))
        #expect(try promo.upgraded().id == "e")
    }

    @Test("an event keeps the name it came with, and says the current one and what it means")
    func events() throws {
        let text = #"{"profile_id":"p","event_type":"subscription_cancelled","event_properties":{"price_usd":9.90}}"#
        let event = try WebhookEvent(decoding: Array(text.utf8), as: .webhookLegacy)
        #expect(event.eventType?.rawValue == "subscription_cancelled")
        #expect(event.eventType?.canonical == .subscriptionExpired)
        #expect(event.eventType?.meaning == .ended)
        #expect(event.eventProperties?.priceUsd?.description == "9.90")
        #expect(event.text == text)
        let upgraded = try event.upgraded()
        #expect(upgraded.eventType == .subscriptionExpired)
        #expect(try upgraded.downgraded().text == text)
    }
}
