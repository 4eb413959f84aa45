import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationCore

@Suite("A residue beside a document is used for that document alone")
struct OtherDocumentTests {
    private static let original =
        #"{"data":{"type":"t","id":"p1","attributes":{"app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":1}}}}}"#

    @Test(
        "another document stays as it was written",
        arguments: [
            #"{"profile_id":"p2","paid_access_levels":{}}"#,
            #"{"profile_id":"p2","paid_access_levels":{"premium":{"id":"premium","is_active":true}}}"#,
            #"{"event_type":"trial_expired","profile_id":"p1","event_datetime":"2024-01-01T00:00:00Z"}"#,
            #"{"variation_id":"v","developer_id":"d","revision":1,"paywall_name":"n","products":[]}"#,
            #"{"my":"own document"}"#,
            #"{"profileId":"p1","accessLevels":{"premium":{"id":"premium","isActive":true,"expiresAt":700000000}}}"#,
            original.replacing("app_id", with: "x"), "null", "{}",
        ])
    func stays(_ text: String) throws {
        let residue = try #require(try Migrator().upgrade(Array(Self.original.utf8)).residue)
        let back = try Migrator().downgrade(Array(text.utf8), residue: residue)
        #expect(back.document == Array(text.utf8))
        #expect(back.ledger.counts[.otherDocument] == 1)
    }

    @Test(
        "an edit of the document is brought into its original",
        arguments: [
            #"{"profile_id":"p1","paid_access_levels":{"premium":{"id":"premium","is_active":false}}}"#,
            #"{ "paid_access_levels": {"gold": {"id": "gold", "is_active": true}}, "profile_id": "p1" }"#,
            #"{"profile_id":"p1","paid_access_levels":null,"mine":7}"#,
            #"{"profile_id":"p1","paid_access_levels":{"premium":{"id":"premium","is_active":0}}}"#,
        ])
    func isMerged(_ text: String) throws {
        let residue = try #require(try Migrator().upgrade(Array(Self.original.utf8)).residue)
        let back = try Migrator().downgrade(Array(text.utf8), residue: residue)
        #expect(back.document.starts(with: #"{"data":{"type":"t","id":"p1","attributes":{"app_id":"a""#.utf8))
        #expect(back.ledger.counts[.otherDocument] == nil)
    }

    private static let others = [
        #"{"profile_id":"other","paid_access_levels":{"x":{"id":"x","is_active":false}}}"#,
        #"{"event_type":"trial_expired","profile_id":"other","event_datetime":"2031-01-01T00:00:00Z"}"#,
        #"{"variation_id":"other","developer_id":"other","revision":1,"paywall_name":"n","products":[]}"#,
        #"{"data":[{"variation_id":"other","developer_id":"other","revision":1,"paywall_name":"n","products":[]}]}"#,
        #"{"vendor_product_id":"other","introductory_offer_eligibility":"eligible","timestamp":1}"#,
        #"{"purchase_id":"other","vendor_product_id":"c","is_consumable":true,"is_sandbox":false}"#,
        #"{"is_active":true,"vendor_product_id":"other","vendor_original_transaction_id":"9","is_sandbox":true}"#,
        #"{"id":"other","is_active":true,"vendor_product_id":"p","store":"app_store"}"#, #"{"my":"own"}"#,
    ]

    @Test("nothing of a fixture comes into another document", arguments: Fixture.all)
    func fixtures(_ fixture: Fixture) throws {
        // An array of several records has no residue.
        guard let residue = try? Migrator().upgrade(try fixture.legacy(), from: fixture.dialect).residue else { return }
        for other in Self.others {
            let back = try Migrator().downgrade(Array(other.utf8), residue: residue)
            #expect(back.document == Array(other.utf8))
            #expect(back.ledger.counts[.otherDocument] == 1, "\(other)")
        }
    }

    @Test("the record of another person in a shared record keeps nothing of the former one")
    func sharedRecord() throws {
        let layer = CompatibilityLayer()
        let first = try layer.accept(Array(Self.original.utf8)).record
        let current = #"{"profile_id":"p1","segment_hash":"h","paid_access_levels":{}}"#
        let stored = try layer.accept(Array(current.utf8), in: .sdk2, onto: first).record
        let other = #"{"profile_id":"p2","app_id":"b","paid_access_levels":{"gold":{"id":"gold","is_active":1}}}"#
        let write = try layer.accept(Array(other.utf8), onto: stored)
        #expect(write.isOther)
        #expect(String(decoding: write.record.document, as: UTF8.self).contains(#""profile_id":"p2""#))
        #expect(!String(decoding: write.record.document, as: UTF8.self).contains("segment_hash"))
        #expect(try layer.answer(write.record, to: Client(.sdk1Wire)).document == Array(other.utf8))
    }
}

extension String {
    fileprivate func replacing(_ old: String, with new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}
