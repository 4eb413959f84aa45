@_spi(Tools) @testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

/// Edits of entries that have no identity, and of fields that the original has twice.
@Suite("Edits win: entries without identity, and duplicates")
struct AmbiguousEditTests {
    /// The second payload of each is in the residue alone, and so is the form of the flag.
    @Test("entries without identity that changed places keep their own")
    func moved() throws {
        func entry(_ id: String, _ isPromo: String, _ payload: String = "") -> String {
            #"{"attributes":{"developer_id":"\#(id)","variation_id":null,"is_promo":\#(isPromo),\#(payload)"remote_config":{"lang":"en","data":"\#(id)"}}}"#
        }
        let first = entry("a", "1", #""custom_payload":"x","#), second = entry("b", "0", #""custom_payload":"y","#)
        let upgraded = try Migrator().upgrade(Array(#"{"data":[\#(first),\#(second)]}"#.utf8), from: .sdk1Wire)
        #expect(
            String(decoding: upgraded.documentWithoutResidue, as: UTF8.self)
                == #"{"data":[\#(entry("a", "true")),\#(entry("b", "false"))]}"#)
        let swapped = #"{"data":[\#(entry("b", "false")),\#(entry("a", "true"))]}"#
        let restored = try Migrator().downgrade(try upgraded.edited(swapped))
        #expect(
            String(decoding: restored.documentWithoutResidue, as: UTF8.self) == #"{"data":[\#(second),\#(first)]}"#)
    }

    @Test("an earlier duplicate does not come back when the last one was removed, and the ledger says so")
    func duplicates() throws {
        let original =
            #"{"profileId":"old","profileId":"p","accessLevels":{},"subscriptions":{},"nonSubscriptions":{}}"#
        let upgraded = try Migrator().upgrade(Array(original.utf8), from: .sdk1Stored)
        #expect(
            String(decoding: upgraded.documentWithoutResidue, as: UTF8.self)
                == #"{"profile_id":"p","paid_access_levels":{},"subscriptions":{},"non_subscriptions":{}}"#)
        let edited = #"{"paid_access_levels":{},"subscriptions":{},"non_subscriptions":{}}"#
        let restored = try Migrator().downgrade(try upgraded.edited(edited))
        #expect(
            String(decoding: restored.documentWithoutResidue, as: UTF8.self)
                == #"{"accessLevels":{},"subscriptions":{},"nonSubscriptions":{}}"#)
        #expect(restored.ledger.counts[.stale] == 1)
    }

    @Test(
        "an edit goes into the member that counts, wherever a serializer moved it",
        arguments: [#""x""#, "null"])
    func movedDuplicate(value: String) throws {
        let original =
            #"{"ab_test_name":"a","purchase_container_developer_id":"old","variation_id":"v","purchase_container_developer_id":null}"#
        let upgraded = try Migrator().upgrade(Array(original.utf8), from: .sdk1Wire)
        let residue = try #require(upgraded.residue)
        #expect(
            String(decoding: upgraded.documentWithoutResidue, as: UTF8.self)
                == #"{"ab_test_name":"a","variation_id":"v","developer_id":null}"#)
        let moved = ResidueMember.embed(
            residue, in: Array(#"{"developer_id":\#(value),"variation_id":"v","ab_test_name":"a"}"#.utf8))
        #expect(
            String(decoding: try Migrator().downgrade(moved).documentWithoutResidue, as: UTF8.self)
                == original.replacing(":null}", with: ":\(value)}"))
        var paths = TwoPaths(.downgrade)
        #expect(paths.difference(moved) == nil)
    }

    @Test("a field that moved into an object of the record is no edit")
    func movedIntoHolder() throws {
        let original =
            #"{"variation_id":"v","web_purchase_url":"w","developer_id":"old","placement":{"is_tracking_purchases":true},"remote_config":{},"developer_id":null}"#
        let upgraded = try Migrator().upgrade(Array(original.utf8), from: .sdk3, to: .sdk3)
        let moved =
            #"{"remote_config":{},"web_purchase_url":"w","placement":{"is_tracking_purchases":true,"developer_id":null},"variation_id":"v"}"#
        let restored = try Migrator().downgrade(try upgraded.edited(moved))
        #expect(String(decoding: restored.documentWithoutResidue, as: UTF8.self) == original)
        #expect(restored.ledger.counts[.stale] == nil)
    }
}
