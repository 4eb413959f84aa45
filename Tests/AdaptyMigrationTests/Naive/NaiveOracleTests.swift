@testable import AdaptyMigration
import Foundation
import Testing

@testable import AdaptyMigrationCore

/// Law 4: byte path == typed path == the naive oracle.
@Suite("Law 4: two paths, one answer")
struct NaiveOracleTests {
    static let count = LawTests.count

    /// What the typed models make of a document.
    private func typed(_ bytes: [UInt8], _ source: NaiveOracle.Source) throws -> [UInt8] {
        switch source {
        case .wireProfile, .storedProfile, .bridgeProfile, .unityProfile:
            try PurchaserInfoModel(decoding: bytes, as: source.dialect).upgraded().documentWithoutResidue
        case .serverProfile:
            try ServerProfile(decoding: bytes, as: source.dialect).upgraded().documentWithoutResidue
        case .wirePaywall, .storedPaywall:
            try PaywallModel(decoding: bytes, as: source.dialect).upgraded().documentWithoutResidue
        case .wireProduct, .storedProduct:
            try ProductModel(decoding: bytes, as: source.dialect).upgraded().documentWithoutResidue
        case .legacyEvent: try WebhookEvent(decoding: bytes, as: source.dialect).upgraded().documentWithoutResidue
        }
    }

    /// Fails at the first document on which two of the three disagree.
    private func compare(_ text: String, _ source: NaiveOracle.Source) throws {
        let bytes = Array(text.utf8)
        let oracle = try NaiveOracle.upgrade(bytes, source)
        let byByte = try Migrator().upgrade(bytes, from: source.dialect).documentWithoutResidue
        let meaning = try Meaning(byByte)
        let isSameByByte = meaning == oracle
        try #require(isSameByByte, "bytes: \(text)\n gave \(meaning)\n  not \(oracle)")
        let typedMeaning = try Meaning(typed(bytes, source))
        let isSameByType = typedMeaning == oracle
        try #require(isSameByType, "types: \(text)\n gave \(typedMeaning)\n  not \(oracle)")
    }

    @Test("documents written by hand", arguments: NaiveDocuments.all)
    func byHand(_ document: NaiveDocuments.Document) throws {
        try compare(document.text, document.source)
        // Recognised by itself, it is the same document.
        if let detected = try? Migrator().upgrade(Array(document.text.utf8)) {
            #expect(
                try Meaning(detected.documentWithoutResidue)
                    == NaiveOracle.upgrade(Array(document.text.utf8), document.source),
                "as \(detected.source)")
        }
    }

    @Test("generated documents", arguments: NaiveOracle.Source.allCases)
    func generated(_ source: NaiveOracle.Source) throws {
        for number in 0..<NaiveOracleTests.count {
            var generator = NaiveGenerator(source, seed: 4_000 &+ UInt64(number) &* 104_729)
            try compare(generator.document(), source)
        }
    }

    @Test("the oracle itself, on a document converted by hand")
    func oracle() throws {
        let old =
            #"{"data":{"id":"p","attributes":{"app_id":"a","custom_attributes":[],"paid_access_levels":{"premium":{"id":"premium","is_active":1,"vendor_transaction_id":"t"}},"non_subscriptions":{"c":[{"purchase_id":"1","is_one_time":0}]}}}}"#
        let new =
            #"{"profile_id":"p","app_id":"a","custom_attributes":{},"paid_access_levels":{"premium":{"id":"premium","is_active":true,"vendor_transaction_id":"t"}},"non_subscriptions":{"c":[{"purchase_id":"1","is_consumable":false}]}}"#
        #expect(try NaiveOracle.upgrade(Array(old.utf8), .wireProfile) == Meaning(new))
        let stored =
            #"{"developerId":"d","variationId":"v","isWinback":true,"visualPaywall":"<b>","products":[{"vendorProductId":"m","localizedIntroductoryPriceString":"0 €"}]}"#
        let current =
            #"{"developer_id":"d","variation_id":"v","is_promo":true,"visual_paywall":"<b>","products":[{"vendor_product_id":"m","localized_introductory_price":"0 €"}]}"#
        #expect(try NaiveOracle.upgrade(Array(stored.utf8), .storedPaywall) == Meaning(current))
        #expect(NaiveOracle.date(secondsSince2001: 648_073_710) == "2021-07-15T20:28:30.000+0000")
        #expect(NaiveOracle.date(secondsSince2001: -0.5) == "2000-12-31T23:59:59.500+0000")
        #expect(NaiveOracle.date("2022-10-30T16:17:17Z") == "2022-10-30T16:17:17.000Z")
    }
}
