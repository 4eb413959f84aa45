@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationCore

/// Objects for the SDK of React Native and Capacitor, which throws at members that it does not know (shapes-2026, 1).
@Suite("Objects for JavaScript")
struct JavaScriptTests {
    @Test(
        "what goes there has known members alone, no null and no residue",
        arguments: Fixture.all.filter {
            $0.kind.dialects.contains(.sdk3Bridge) && $0.dialect != .sdk3Bridge && !$0.kind.isList
        })
    func known(_ fixture: Fixture) throws {
        let original = try fixture.legacy()
        let there = try Migrator().convert(original, from: fixture.dialect, to: .sdk3Bridge)
        #expect(there.document == there.documentWithoutResidue)
        let index = try JSONScanner.index(there.documentWithoutResidue)
        members(index, fixture.kind.table, fixture.kind.isList ? 0 : Envelope(index).place)
        #expect(
            try Migrator().downgrade(there.documentWithoutResidue, residue: there.residue).documentWithoutResidue
                == original)
    }

    /// Expects that an object, and each product in it, has members that its table writes, and no others.
    private func members(_ index: JSONIndex, _ table: TableID, _ node: Int = 0) {
        let written = Table[table].rows.compactMap { row in row.names.written(.sdk3Bridge)?.path }
        for member in index.members(node) {
            let name = index.name(member.name)
            #expect(index.kind(member.value) != .null, "\(name)")
            #expect(
                RemoteConfig.names.written(.sdk3Bridge)?.text == name || written.contains { $0[0] == name }, "\(name)")
            let inner = Set(written.filter { $0.count > 1 && $0[0] == name }.map { $0[1] })
            if !inner.isEmpty { #expect(inner.isSuperset(of: index.members(member.value).map { index.name($0.name) })) }
            if name == "products" {
                for product in index.elements(member.value) { members(index, .reference, product) }
            }
        }
    }

    @Test("a product has one name for its id by itself, and another in a paywall, which has fewer members")
    func products() throws {
        let product = #"{"vendor_product_id":"a","localized_title":"T","price":9.99,"promotional_offer_id":"o"}"#
        let alone = try Migrator().convert(Array(product.utf8), from: .sdk2, to: .sdk3Bridge)
        #expect(
            String(decoding: alone.documentWithoutResidue, as: UTF8.self)
                == #"{"vendorProductId":"a","localizedTitle":"T","price":{"amount":9.99}}"#)
        #expect(
            try Migrator().downgrade(alone.documentWithoutResidue, residue: alone.residue).documentWithoutResidue
                == Array(product.utf8))
        let paywall = Array(#"{"developer_id":"d","revision":1,"variation_id":"v","products":[\#(product)]}"#.utf8)
        let held = try Migrator().convert(paywall, from: .sdk2, to: .sdk3Bridge)
        #expect(
            String(decoding: held.documentWithoutResidue, as: UTF8.self).contains(
                #""products":[{"vendorId":"a","ios":{"promotionalOfferId":"o"},"android":{}}]"#))
        #expect(
            try Migrator().downgrade(held.documentWithoutResidue, residue: held.residue).documentWithoutResidue
                == paywall)
    }

    @Test("references of SDK 2.9–3.1 say whether a product can be bought again")
    func consumable() throws {
        let script = Array(
            #"{"placementId":"d","variationId":"v","abTestName":"a","name":"n","revision":1,"products":[{"vendorId":"a","adaptyId":"x","android":{"isConsumable":true}}]}"#
                .utf8)
        let wire = try Migrator().upgrade(script, to: .sdk3)
        #expect(
            String(decoding: wire.documentWithoutResidue, as: UTF8.self).contains(
                #""products":[{"vendor_product_id":"a","adapty_product_id":"x","is_consumable":true}]"#))
        #expect(try Migrator().downgrade(wire.document).documentWithoutResidue == script)
        // Later ones do not.
        let later = try Migrator(MigrationOptions(keepsLedger: true)).convert(
            wire.documentWithoutResidue, from: .sdk3, to: .sdk3Bridge)
        #expect(later.ledger.entries.contains { $0.path == "/products/0/is_consumable" && $0.action == .stashed })
    }

    @Test("computed members are made anew")
    func computed() throws {
        let wire = Array(
            #"{"placement":{"developer_id":"d"},"variation_id":"v","paywall_id":"p","products":[{"vendor_product_id":"a","adapty_product_id":"x"}],"paywall_builder":{"paywall_builder_id":"b","lang":"en"},"extra":1}"#
                .utf8)
        let script = try Migrator().convert(wire, from: .sdk3, to: .sdk3Bridge)
        #expect(
            String(decoding: script.documentWithoutResidue, as: UTF8.self)
                == #"{"placement":{"id":"d"},"variationId":"v","id":"p","products":[{"vendorId":"a","adaptyId":"x","ios":{},"android":{}}],"paywallBuilder":{"id":"b","lang":"en"},"hasViewConfiguration":true,"productIdentifiers":[{"vendorProductId":"a","adaptyProductId":"x"}]}"#
        )
        #expect(
            try Migrator().downgrade(script.documentWithoutResidue, residue: script.residue).documentWithoutResidue
                == wire)
    }

    @Test("what one platform has is in an object of its own, and in the holder on the wire")
    func platforms() throws {
        let wire = Array(
            #"{"vendor_product_id":"a","adapty_product_id":"x","subscription":{"period":{"unit":"year","number_of_units":1},"group_identifier":"g","base_plan_id":"b","renewal_type":"prepaid"}}"#
                .utf8)
        let script = try Migrator().convert(wire, from: .sdk3, to: .sdk3Bridge)
        #expect(
            String(decoding: script.documentWithoutResidue, as: UTF8.self)
                == #"{"vendorProductId":"a","adaptyId":"x","subscription":{"subscriptionPeriod":{"unit":"year","numberOfUnits":1},"ios":{"subscriptionGroupIdentifier":"g"},"android":{"basePlanId":"b","renewalType":"prepaid"}}}"#
        )
        #expect(
            try Migrator().convert(script.documentWithoutResidue, from: .sdk3Bridge, to: .sdk3).documentWithoutResidue
                == wire)
        let flat = try Migrator().upgrade(script.documentWithoutResidue, from: .sdk3Bridge)
        #expect(
            String(decoding: flat.documentWithoutResidue, as: UTF8.self).contains(
                #""subscription_group_identifier":"g""#))
    }

    @Test("a flat paywall gets its placement, and computed members of its own products")
    func flat() throws {
        let flat = Array(
            #"{"placementId":"d","instanceIdentity":"p","variationId":"v","products":[{"vendorId":"a","adaptyId":"x"}]}"#
                .utf8)
        let nested = try Migrator().upgrade(flat, to: .sdk3Bridge)
        #expect(
            String(decoding: nested.documentWithoutResidue, as: UTF8.self)
                == #"{"placement":{"id":"d"},"id":"p","variationId":"v","products":[{"vendorId":"a","adaptyId":"x"}],"hasViewConfiguration":false,"productIdentifiers":[{"vendorProductId":"a","adaptyProductId":"x"}]}"#
        )
        #expect(
            try Migrator().downgrade(nested.documentWithoutResidue, residue: nested.residue).documentWithoutResidue
                == flat)
    }

    @Test(
        "dates are in UTC, with milliseconds",
        arguments: [
            ("2031-05-06T07:08:09.123456+0300", "2031-05-06T04:08:09.123Z"),
            ("2031-05-06T07:08:09+0000", "2031-05-06T07:08:09.000Z"),
            ("2031-05-06T07:08:09.000Z", "2031-05-06T07:08:09.000Z"),
        ])
    func dates(wire: String, script: String) throws {
        let level = Array(
            #"{"profile_id":"p","segment_hash":"h","timestamp":1,"paid_access_levels":{"a":{"id":"a","is_active":true,"expires_at":"\#(wire)"}}}"#
                .utf8)
        let made = try Migrator().convert(level, from: .sdk3, to: .sdk3Bridge)
        #expect(
            String(decoding: made.documentWithoutResidue, as: UTF8.self)
                == #"{"profileId":"p","accessLevels":{"a":{"id":"a","isActive":true,"expiresAt":"\#(script)","android":{}}}}"#
        )
        #expect(
            try Migrator().downgrade(made.documentWithoutResidue, residue: made.residue).documentWithoutResidue == level
        )
    }

    @Test(
        "`id` is the paywall beside a placement, and the placement in a flat paywall",
        arguments: [
            (#"{"placement":{"id":"d"},"id":"p","variationId":"v","products":[{"vendorId":"a"}]}"#, "d"),
            (
                #"{"id":"d","variationId":"v","abTestName":"t","hasViewConfiguration":false,"products":[{"vendorId":"a"}]}"#,
                "d"
            ),
            (#"{"placementId":"d","instanceIdentity":"p","variationId":"v","products":[{"vendorId":"a"}]}"#, "d"),
        ])
    func twoMeanings(text: String, placement: String) throws {
        let found = try Migrator().detect(Array(text.utf8))
        #expect(found.dialect == .sdk3Bridge)
        let upgraded = try Migrator().upgrade(Array(text.utf8)),
            index = try JSONScanner.index(upgraded.documentWithoutResidue)
        #expect(index.member(0, "developer_id").flatMap { index.text($0) } == placement)
    }
}
