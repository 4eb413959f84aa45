import AdaptyMigrationTools
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
        #expect(there.documentWithResidue == there.document)
        let index = try JSONScanner.index(there.document)
        members(index, fixture.kind.table)
        #expect(try Migrator().downgrade(there.document, residue: there.residue).document == original)
    }

    /// Expects that an object has members of its table alone.
    private func members(_ index: JSONIndex, _ table: TableID) {
        let vocabulary = Vocabulary.of(table)
        for member in index.members(0) {
            let name = index.name(member.name), entry = vocabulary[name]
            #expect(index.kind(member.value) != .null, "\(name)")
            #expect(entry?[.sdk3Bridge] != nil || entry?.holders.contains(.sdk3Bridge) ?? false, "\(name)")
        }
    }

    @Test("computed members are made anew")
    func computed() throws {
        let wire = Array(
            #"{"placement":{"developer_id":"d"},"variation_id":"v","paywall_id":"p","products":[{"vendor_product_id":"a","adapty_product_id":"x"}],"paywall_builder":{"paywall_builder_id":"b","lang":"en"},"extra":1}"#
                .utf8)
        let script = try Migrator().convert(wire, from: .sdk3, to: .sdk3Bridge)
        #expect(
            String(decoding: script.document, as: UTF8.self)
                == #"{"placement":{"id":"d"},"variationId":"v","id":"p","products":[{"vendorId":"a","adaptyId":"x"}],"paywallBuilder":{"id":"b","lang":"en"},"hasViewConfiguration":true,"productIdentifiers":[{"vendorProductId":"a","adaptyProductId":"x"}]}"#
        )
        #expect(try Migrator().downgrade(script.document, residue: script.residue).document == wire)
    }

    @Test(
        "`id` is the paywall beside a placement, and the placement in a flat paywall",
        arguments: [
            (#"{"placement":{"id":"d"},"id":"p","variationId":"v","products":[]}"#, "d"),
            (
                #"{"id":"d","variationId":"v","abTestName":"t","hasViewConfiguration":false,"products":[{"vendorId":"a"}]}"#,
                "d"
            ),
            (#"{"placementId":"d","instanceIdentity":"p","variationId":"v","products":[{"vendorId":"a"}]}"#, "d"),
        ])
    func twoMeanings(text: String, placement: String) throws {
        let found = try Migrator().detect(Array(text.utf8))
        #expect(found.dialect == .sdk3Bridge)
        let upgraded = try Migrator().upgrade(Array(text.utf8)), index = try JSONScanner.index(upgraded.document)
        #expect(index.member(0, "developer_id").flatMap { index.text($0) } == placement)
    }
}
