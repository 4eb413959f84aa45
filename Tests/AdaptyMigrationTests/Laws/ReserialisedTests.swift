@_spi(Tools) import AdaptyMigrationTools
import Testing

/// Law 3 on documents that a consumer parsed, edited and wrote again, and on edits of what an entry is known by.
@Suite("Edits win: re-written documents")
struct ReserialisedTests {
    private func edited(_ original: String, _ edits: [(String, String)]) throws -> (text: String, ledger: Ledger) {
        var text = String(decoding: try Migrator().upgrade(Array(original.utf8)).document, as: UTF8.self)
        for (old, new) in edits {
            try #require(text.contains(old))
            text = text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
        }
        let restored = try Migrator().downgrade(Array(text.utf8))
        return (String(decoding: restored.documentWithoutResidue, as: UTF8.self), restored.ledger)
    }

    private static let paywall =
        #"{"developer_id":"d","variation_id":"v","revision":1,"ab_test_name":"A","paywall_name":"N","paywall_updated_at":1,"custom_payload":"{}","products":[]}"#

    @Test("members in another order are no edit")
    func order() throws {
        let result = try edited(
            ReserialisedTests.paywall, [(#"{"lang":"en","data":"{}"}"#, #"{"data": "{}", "lang": "en"}"#)])
        #expect(result.text == ReserialisedTests.paywall)
    }

    @Test("an edited remote config goes back under the name of SDK 2.0")
    func remoteConfig() throws {
        let result = try edited(ReserialisedTests.paywall, [(#""data":"{}""#, #""data":"{1}""#)])
        #expect(
            result.text
                == #"{"developer_id":"d","variation_id":"v","revision":1,"ab_test_name":"A","paywall_name":"N","paywall_updated_at":1,"custom_payload":"{1}","products":[]}"#
        )
    }

    @Test("an entry with an edited identity keeps what belonged to it")
    func identity() throws {
        let list =
            #"{"data":[{"attributes":{"developer_id":"d","variation_id":"v","revision":1,"is_promo":1,"products":[]}}]}"#
        let result = try edited(list, [(#""variation_id":"v""#, #""variation_id":"w""#)])
        #expect(
            result.text
                == #"{"data":[{"attributes":{"developer_id":"d","variation_id":"w","revision":1,"is_promo":1,"products":[]}}]}"#
        )
    }

    @Test("an edit that the old dialect cannot hold is named")
    func dropped() throws {
        let profile =
            #"{"profileId":"p","accessLevels":{"a":{"id":"a","vendorTransactionId":"7"}},"subscriptions":{},"nonSubscriptions":{}}"#
        let result = try edited(profile, [(#""subscriptions""#, #""segment_hash":"S","subscriptions""#)])
        #expect(result.text == profile)
        #expect(result.ledger.counts[.dropped] == 1)
    }

    @Test("the envelope's id is the profile's, as SDK 1.x had it")
    func envelopeID() throws {
        let answer = #"{"data":{"type":"t","id":"p","attributes":{"id":"other","paid_access_levels":{}}}}"#
        let upgraded = try Migrator().upgrade(Array(answer.utf8))
        #expect(
            String(decoding: upgraded.documentWithoutResidue, as: UTF8.self)
                == #"{"profile_id":"p","paid_access_levels":{}}"#)
        #expect(try Migrator().downgrade(upgraded.document).documentWithoutResidue == Array(answer.utf8))
    }
}
