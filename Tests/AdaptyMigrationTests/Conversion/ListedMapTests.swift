import Testing

@testable import AdaptyMigrationCore

/// Maps that builders of apps write as lists of keys and values (shapes-2026, 6.2).
@Suite("Maps as lists")
struct ListedMapTests {
    private static let level =
        #"{"id":"gold","isActive":true,"vendorProductId":"y","activatedAt":"2024-01-02T03:04:05.000Z"}"#

    private static func profile(_ levels: String) -> [UInt8] {
        Array(#"{"profileId":"p","customerUserId":"u","accessLevels":\#(levels)}"#.utf8)
    }

    @Test(
        "they become maps, in either order of key and value, and come back",
        arguments: [
            #"[{"accessLevelIdentifier":"gold","accessLevel":\#(level)}]"#,
            #"[ { "value" : \#(level), "key" : "gold" } ]"#,
        ])
    func maps(_ levels: String) throws {
        let document = Self.profile(levels), made = try Migrator().upgrade(document, to: .sdk3)
        let index = try JSONScanner.index(made.documentWithoutResidue)
        let gold = try #require(index.member(0, at: ["paid_access_levels", "gold"]))
        #expect(index.member(gold, "is_active").map(index.kind) == .true)
        #expect(index.member(gold, "vendor_product_id").flatMap(index.text) == "y")
        #expect(try Migrator().downgrade(made.document).documentWithoutResidue == document)
    }

    @Test("what stands under a key may be a list")
    func lists() throws {
        let document = Array(
            #"{"profileId":"p","customerUserId":"u","nonSubscriptions":[{"key":"coins","value":[{"purchaseId":"1","isConsumable":true},{"purchaseId":"2"}]},{"key":"gems","value":[]}]}"#
                .utf8)
        let made = try Migrator().upgrade(document, from: .sdk3Bridge, to: .sdk3)
        #expect(
            String(decoding: made.documentWithoutResidue, as: UTF8.self).contains(
                #""non_subscriptions":{"coins":[{"purchase_id":"1","is_consumable":true},{"purchase_id":"2"}],"gems":[]}"#
            ))
    }

    @Test(
        "a list that is no map stays, and is told",
        arguments: [
            #"[{"key":"gold","value":\#(level)},{"key":"gold","value":\#(level)}]"#,
            #"[{"key":"gold","value":\#(level)},7]"#, #"[{"key":"gold","value":"\#("x")"}]"#,
            #"[{"key":"gold","value":\#(level),"more":1}]"#, #"[{"name":"gold","value":\#(level)}]"#,
        ])
    func others(_ levels: String) throws {
        let made = try Migrator(MigrationOptions(keepsLedger: true)).upgrade(
            Self.profile(levels), from: .sdk3Bridge, to: .sdk3)
        #expect(String(decoding: made.documentWithoutResidue, as: UTF8.self).contains(levels))
        #expect(made.ledger.entries.contains { $0.action == .unreadable && $0.path == "/accessLevels" })
    }

    @Test("an edit of an entry, a new one and one that is gone come back in the list")
    func edited() throws {
        let silver = #"{ "key": "silver", "value": {"id":"silver","isActive":false} }"#
        let made = try Migrator().upgrade(
            Self.profile(#"[ {"key":"gold","value":\#(Self.level)}, \#(silver) ]"#), from: .sdk3Bridge, to: .sdk3)
        func back(_ old: String, _ new: String) throws -> String {
            let edited = String(decoding: made.document, as: UTF8.self).replacing(old, with: new, maxReplacements: 1)
            return String(decoding: try Migrator().downgrade(Array(edited.utf8)).documentWithoutResidue, as: UTF8.self)
        }
        let level = Self.level.replacing("true", with: "false")
        #expect(
            try back(#""is_active":true"#, #""is_active":false"#)
                == String(decoding: Self.profile(#"[ {"key":"gold","value":\#(level)}, \#(silver) ]"#), as: UTF8.self))
        #expect(try back(#", "silver":{"id":"silver","is_active":false}"#, "").contains("silver") == false)
        #expect(
            try back(#""gold":"#, #""new":{"id":"new","is_active":true},"gold":"#)
                .contains(#"{"key":"new","value":{"id":"new","isActive":true}}"#))
    }
}
