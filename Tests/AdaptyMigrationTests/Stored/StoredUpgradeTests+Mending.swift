import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyStoredData

/// What an SDK cannot read in a record that it must read.
extension StoredUpgradeTests {
    @Test("a purchase that is none is left out, as SDK 1.x passed over it, and the profile is upgraded")
    func badPurchase() throws {
        let old = Array(
            #"{"profileId":"p","accessLevels":{"a":{"id":"a","isActive":true}},"subscriptions":{},"nonSubscriptions":{"coins":[7]}}"#
                .utf8)
        let stored: [StoredKey: StoredValue] = [.profile: .data(old), .profileID: .text("p")]
        let plan = StoredUpgrade(for: "3.12.0").plan(stored)
        #expect(plan.report[.profile]?.outcome == .upgraded, "\(plan.report)")
        let profile = try SDKDecoder("3.12.0").profile(try #require(plan.applied(to: stored)[.profile]?.bytes))
        #expect(profile.levels["a"]?.isActive == true && profile.purchases["coins"]?.isEmpty == true)
    }

    @Test("entries that no SDK can read are left out, the others stay")
    func badEntries() throws {
        let old = Array(#"[{"developerId":"a","variationId":"v","revision":1,"products":[]},{"x":1},7]"#.utf8)
        let stored: [StoredKey: StoredValue] = [.paywalls: .data(old)]
        let plan = StoredUpgrade(for: "3.12.0").plan(stored), after = plan.applied(to: stored)
        #expect(try SDKDecoder("3.12.0").paywalls(try #require(after[.paywalls]?.bytes)).map(\.id) == ["a"])
        #expect(plan.report[.paywalls]?.changes.filter { !$0.isClean }.map(\.path) == ["/1", "/2"])
    }

    @Test("a purchase with a value that its SDK refuses is mended in its list, and the others stay")
    func mendedPurchase() throws {
        let purchases = [1, 2].map {
            #"{"purchaseId":"p\#($0)","vendorProductId":"coins","store":\#($0 == 1 ? "null" : "\"app_store\""),"purchasedAt":6.4e8,"isOneTime":false,"isSandbox":true}"#
        }
        let old = Array(
            #"{"profileId":"me","accessLevels":{},"subscriptions":{},"nonSubscriptions":{"coins":[\#(purchases.joined(separator: ","))]}}"#
                .utf8)
        let stored: [StoredKey: StoredValue] = [.profile: .data(old), .profileID: .text("me")]
        let plan = StoredUpgrade(for: "3.12.0").plan(stored),
            index = try JSONScanner.index(try #require(plan.applied(to: stored)[.profile]?.bytes))
        let coins =
            index.member(0, "v").flatMap { index.member($0, "non_subscriptions") }.flatMap { index.member($0, "coins") }
            .map { index.elements($0) } ?? []
        #expect(
            coins.map { index.member($0, "purchase_id").flatMap { index.text($0) } } == ["p1", "p2"], "\(plan.report)")
        #expect(coins.map { index.member($0, "store").flatMap { index.text($0) } } == ["", "app_store"])
    }

    @Test("of duplicates the last stays, and of attributes what the SDK reads")
    func mendedProfile() throws {
        let old = Array(
            #"{"profileId":"me","accessLevels":{"premium":{"id":"premium","isActive":false,"isActive":true,"x_extra":1,"x_extra":2,"vendorProductId":"p","store":"app_store","activatedAt":6.4e8,"isLifetime":false,"willRenew":true,"isInGracePeriod":false}},"subscriptions":{},"nonSubscriptions":{},"customAttributes":{"a":"x","b":[1],"c":2}}"#
                .utf8)
        let stored: [StoredKey: StoredValue] = [.profile: .data(old), .profileID: .text("me")]
        let plan = StoredUpgrade(for: "3.12.0").plan(stored),
            index = try JSONScanner.index(try #require(plan.applied(to: stored)[.profile]?.bytes))
        let profile = try #require(index.member(0, "v")),
            level = index.member(profile, "paid_access_levels").flatMap { index.member($0, "premium") }
        func value(_ name: String) -> String? {
            level.flatMap { index.member($0, name) }.map { String(decoding: index.raw($0), as: UTF8.self) }
        }
        #expect(
            value("is_active") == "true" && value("store") == "\"app_store\"" && value("will_renew") == "true",
            "\(plan.report)")
        #expect(
            index.member(profile, "custom_attributes").map { String(decoding: index.raw($0), as: UTF8.self) }
                == #"{"a":"x","c":2}"#)
    }

    @Test(
        "from 3.12 on an attribute of more than fifty characters is left out, before it stays",
        arguments: [("3.12.0", 50, true), ("3.12.0", 51, false), ("3.11.0", 51, true)])
    func longAttribute(sdk: SDKVersion, count: Int, isKept: Bool) throws {
        let old = Array(
            "{\"profileId\":\"me\",\"accessLevels\":{},\"subscriptions\":{},\"nonSubscriptions\":{},\"customAttributes\":{\"a\":\"\(String(repeating: "é", count: count))\"}}"
                .utf8)
        let stored: [StoredKey: StoredValue] = [.profile: .data(old), .profileID: .text("me")]
        let index = try JSONScanner.index(
            try #require(StoredUpgrade(for: sdk).plan(stored).applied(to: stored)[.profile]?.bytes))
        let attributes = try #require(index.member(0, "v").flatMap { index.member($0, "custom_attributes") })
        #expect((index.member(attributes, "a") != nil) == isKept)
    }

    @Test(
        "an eligibility that the SDK does not know becomes one that it does",
        arguments: [
            ("7", "\"ineligible\""), ("\"unknown\"", "\"ineligible\""), ("\"maybe\"", "\"ineligible\""),
            ("true", "\"eligible\""),
        ])
    func eligibility(old: String, new: String) throws {
        let stored: [StoredKey: StoredValue] = [
            .products: .data(
                Array(
                    #"[{"vendorProductId":"p","introductoryOfferEligibility":\#(old),"promotionalOfferEligibility":false}]"#
                        .utf8))
        ]
        let plan = StoredUpgrade(for: "2.8.0").plan(stored),
            index = try JSONScanner.index(try #require(plan.applied(to: stored)[.products]?.bytes))
        let product = index.member(0, "v").flatMap { index.elements($0).first }
        #expect(
            product.flatMap { index.member($0, "introductory_offer_eligibility") }.map {
                String(decoding: index.raw($0), as: UTF8.self)
            } == new, "\(plan.report)")
    }

    /// What SDK 3.12 reads as it is.
    private static let readable =
        #"{ "v" : { "profile_id" : "me" , "segment_hash" : "s", "is_test_user" : false, "timestamp" : 1, "paid_access_levels" : { "premium" : { "id" : "premium", "is_active" : false, "vendor_product_id" : "p", "store" : "app_store", "activated_at" : "2024-01-01T00:00:00.000Z", "is_lifetime" : false, "will_renew" : false, "is_in_grace_period" : false, "is_refund" : true } } } , "h" : "x" }"#

    @Test("a record that its SDK reads keeps its white space")
    func readableWithSpace() {
        let plan = StoredUpgrade(for: "3.12.0").plan([
            .profile: .data(Array(StoredUpgradeTests.readable.utf8)), .profileID: .text("me"),
        ])
        #expect(plan.changes.isEmpty && plan.report[.profile]?.outcome == .readable, "\(plan.report)")
    }

    @Test(
        "a duplicate alone is reason enough to mend a record: the last one stays",
        arguments: [
            (#""id":"gold","is_active":true"#, true), (#""id":"gold","is_active":false,"is_active":true"#, false),
        ])
    func duplicateAlone(start: String, isReadable: Bool) throws {
        let rest =
            #""is_active":true,"vendor_product_id":"p","store":"app_store","activated_at":"2024-01-01T00:00:00.000Z","is_lifetime":false,"will_renew":false,"is_in_grace_period":false,"is_refund":false"#
        let members = start + rest.dropFirst(#""is_active":true"#.count)
        let document = Document(Array("{\(members)}".utf8)), reader = Reader("3.12.0", isStored: true)
        var conversion = RecordConversion()
        let isChanged = try conversion.mend(
            try document.tape(512), [(0, reader.rules(.accessLevel, in: .sdk3))], reader, .sdk3,
            MigrationOptions(keepsLedger: true))
        #expect(isChanged != isReadable)
        if isChanged { #expect(String(decoding: conversion.out.array, as: UTF8.self) == #"{"id":"gold",\#(rest)}"#) }
        #expect(conversion.ledger.entries.map(\.path) == (isReadable ? [] : ["/is_active"]))
    }

    @Test("of two levels under one key the last stays, which is the one that SDK 1.x read")
    func duplicateLevel() throws {
        let record =
            #"{"profileId":"me","accessLevels":{"gold":{"id":"gold","isActive":true},"gold":{"id":"gold","isActive":false}},"subscriptions":{},"nonSubscriptions":{}}"#
        let stored: [StoredKey: StoredValue] = [.profile: .data(Array(record.utf8)), .profileID: .text("me")]
        let after = StoredUpgrade(for: "3.12.0").plan(stored).applied(to: stored)
        #expect(
            try SDKDecoder("3.12.0").profile(try #require(after[.profile]?.bytes)).levels["gold"]?.isActive == false)
        #expect(StoredUpgrade.undo(after).applied(to: after) == stored)
    }
}
