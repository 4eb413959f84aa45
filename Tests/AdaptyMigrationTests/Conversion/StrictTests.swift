import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams

@Suite("What is strict refuses every value that nobody reads")
struct StrictTests {
    private static func profile(_ members: String) -> String {
        #"{"profile_id":"p","segment_hash":"h","is_test_user":false,"timestamp":1,"paid_access_levels":{"a":{"id":"a","is_active":true,"vendor_product_id":"x","store":"s","activated_at":"2024-01-01T00:00:00.000Z","is_lifetime":true,"will_renew":false,"is_in_grace_period":false,"is_refund":false\#(members)}}}"#
    }

    static let unreadable = [
        #","renewed_at":"Fri Jan 05 2024 11:10:01 GMT-0700""#, #","renewed_at":"later""#,
        #","renewed_at":{"$date":"2024-01-05T00:00:00Z"}"#, #","cancellation_reason":5"#, #","offer_id":true"#,
        #","unsubscribed_at":"","billing_issue_detected_at":"soon""#,
    ]

    @Test(
        "by every way, and with or without somebody who listens",
        arguments: unreadable, [nil, Dialect.sdk3, .sdk2Bridge, .serverV2])
    func refused(_ members: String, _ target: Dialect?) throws {
        let document = Array(Self.profile(members).utf8)
        for keepsLedger in [false, true] {
            let options = MigrationOptions(strict: true, keepsLedger: keepsLedger)
            let error = #expect(throws: MigrationError.self) {
                try Migrator(options).upgrade(document, from: .sdk2, to: target)
            }
            #expect(error?.code == .unreadableValue)
            let input = RecordBuffer(), output = RecordBuffer()
            input.append(document)
            let streamed = #expect(throws: MigrationError.self) {
                try Transcoder(.upgrade, options: options, from: .sdk2, to: target)
                    .convert(0..<document.count, of: input, into: output)
            }
            #expect(streamed == error)
        }
    }

    @Test("a value that two steps cannot read counts once", arguments: unreadable, [Dialect.sdk3, .serverV2])
    func counted(_ members: String, _ target: Dialect) throws {
        let document = Array(Self.profile(members).utf8)
        let once = try Migrator(MigrationOptions(keepsLedger: true)).upgrade(document, from: .sdk2, to: .sdk2)
        let twice = try Migrator(MigrationOptions(keepsLedger: true)).upgrade(document, from: .sdk2, to: target)
        let count = once.ledger.counts[.unreadable]
        #expect(count != nil && twice.ledger.counts[.unreadable] == count)
        #expect(twice.ledger.entries.count { $0.action == .unreadable } == count)
    }

    @Test("what every side reads passes", arguments: [nil, Dialect.sdk3, .sdk2Bridge])
    func passes(_ target: Dialect?) throws {
        let document = Array(Self.profile("").utf8)
        _ = try Migrator(MigrationOptions(strict: true)).upgrade(document, from: .sdk2, to: target)
    }
}
