@_spi(Tools) @testable import AdaptyMigrationStreams
import Foundation
import Testing

@testable import AdaptyMigrationCore

/// An older record, and what it becomes.
struct PassedUpgrade: Sendable, CustomTestStringConvertible {
    let old: String
    let dialect: Dialect
    let current: PassedRecord

    var testDescription: String { "\(dialect.rawValue) to \(current.testDescription)" }

    init(_ dialect: Dialect, _ old: String, _ current: PassedRecord) {
        (self.dialect, self.old, self.current) = (dialect, old, current)
    }

    func upgraded() throws -> Migration {
        try Migrator().upgrade(Array(old.utf8), from: dialect, to: current.dialect)
    }

    /// The old record after an edit of the current one.
    func downgraded(_ edited: String) throws -> Migration {
        let document = try upgraded().edited(edited)
        var paths = TwoPaths(.downgrade)
        #expect(paths.difference(document) == nil)
        return try Migrator(MigrationOptions(keepsLedger: true)).downgrade(document)
    }

    static let wireProfile =
        #"{"profile_id":"p","app_id":"a","total_revenue_usd":29.90,"promotional_offer_eligibility":0,"introductory_offer_eligibility":1,"apple_validation_result":{"status":0},"paid_access_levels":{"premium":{"id":"premium","vendor_transaction_id":"1","vendor_original_transaction_id":"0","environment":"Sandbox","is_active":1}},"subscriptions":{"m":{"reference_name":"Month","price":\#(PassedRecord.price),"vendor_transaction_id":"1","is_active":1}},"non_subscriptions":{"c":[{"purchase_id":"1","vendor_original_transaction_id":"0","price":null,"is_one_time":1}]}}"#

    /// In camelCase, as the bridges have it.
    static let bridgeProfile =
        #"{"profileId":"p","appId":"a","totalRevenueUsd":29.90,"promotionalOfferEligibility":false,"introductoryOfferEligibility":true,"appleValidationResult":{"status":0},"accessLevels":{"premium":{"id":"premium","vendorTransactionId":"1","vendorOriginalTransactionId":"0","environment":"Sandbox","isActive":true}},"subscriptions":{"m":{"referenceName":"Month","price":\#(PassedRecord.price),"vendorTransactionId":"1","isActive":true}},"nonSubscriptions":{"c":[{"purchaseId":"1","vendorOriginalTransactionId":"0","price":null,"isOneTime":true}]}}"#

    static let all = [
        PassedUpgrade(.sdk1Wire, wireProfile, PassedRecord.small),
        PassedUpgrade(
            .serverV1,
            wireProfile.replacing("is_one_time\":1", with: "is_one_time\":true")
                .replacing("eligibility\":0", with: "eligibility\":false")
                .replacing("eligibility\":1", with: "eligibility\":true")
                .replacing("is_active\":1", with: "is_active\":true"), PassedRecord.small),
        PassedUpgrade(.sdk1Stored, bridgeProfile, PassedRecord.small),
        PassedUpgrade(.sdk1Bridge, bridgeProfile, PassedRecord.small),
        PassedUpgrade(.sdk2Bridge, bridgeProfile.replacing("isOneTime", with: "isConsumable"), PassedRecord.small),
        PassedUpgrade(
            .serverV2,
            #"{"profile_id":"p","app_id":"a","total_revenue_usd":29.90,"access_levels":[{"access_level_id":"premium","store_transaction_id":"1","store_original_transaction_id":"0","environment":"Sandbox","store":"s"}],"subscriptions":[{"store_product_id":"m","price":\#(PassedRecord.price),"store_transaction_id":"1"}],"non_subscriptions":[{"purchase_id":"1","store_product_id":"c","store_original_transaction_id":"0","price":null,"is_consumable":true}]}"#,
            PassedRecord(
                "profile", .sdk2,
                #"{"profile_id":"p",‹"app_id":"a",›‹"total_revenue_usd":29.90,›"paid_access_levels":{"premium":{"id":"premium",‹"vendor_transaction_id":"1",›‹"vendor_original_transaction_id":"0",›‹"environment":"Sandbox",›"store":"s"}},"subscriptions":{"m":{"vendor_product_id":"m",‹"price":\#(PassedRecord.price),›"vendor_transaction_id":"1"}},"non_subscriptions":{"c":[{"purchase_id":"1","vendor_product_id":"c",‹"vendor_original_transaction_id":"0",›‹"price":null,›"is_consumable":true}]}}"#
            )),
        PassedUpgrade(
            .sdk1Wire,
            #"{"developer_id":"d","variation_id":"v","revision":1,"is_winback":1,"visual_paywall":"<b>","custom_payload":"{}","products":[]}"#,
            PassedRecord(
                "paywall", .sdk2,
                #"{"developer_id":"d","variation_id":"v","revision":1,‹"is_promo":true,›‹"visual_paywall":"<b>",›"remote_config":{"lang":"en","data":"{}"},"products":[]}"#
            )),
        PassedUpgrade(
            .sdk1Stored,
            #"{"developerId":"d","variationId":"v","revision":1,"isPromo":true,"visualPaywall":"<b>","customPayloadString":"{}","products":[{"vendorProductId":"m","localizedIntroductoryPriceString":"0 €","price":1}]}"#,
            PassedRecord(
                "paywall", .sdk2,
                #"{"developer_id":"d","variation_id":"v","revision":1,‹"is_promo":true,›‹"visual_paywall":"<b>",›"remote_config":{"lang":"en","data":"{}"},"products":[{"vendor_product_id":"m",‹"localized_introductory_price":"0 €",›"price":1}]}"#
            )),
        PassedUpgrade(
            .sdk2, PassedRecord.current[2].text.replacing(#""paywall_updated_at":1,"#, with: ""),
            PassedRecord(
                "paywall", .sdk3,
                #"{"placement":{"developer_id":"d","revision":1,"ab_test_name":"t"},"variation_id":"v",‹"is_promo":true,›‹"visual_paywall":"<b>",›"paywall_name":"n",‹"use_paywall_builder":true,›"products":[{"vendor_product_id":"m",‹"localized_introductory_price":"0 €",›‹"introductory_offer_eligibility":"eligible",›"timestamp":1}]}"#
            )),
    ]
}
