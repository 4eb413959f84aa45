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

    // MARK: Records that stay

    private static func current(_ members: String) -> String {
        #"{"profile_id":"p","segment_hash":"h","is_test_user":false,"timestamp":1,"paid_access_levels":{"a":{"id":"a","is_active":true,"vendor_product_id":"x","activated_at":"2024-01-01T00:00:00.000Z"\#(members)}}}"#
    }

    private static func event(_ members: String) -> String {
        #"{"profile_id":"p","event_type":"subscription_started","event_api_version":1,"event_datetime":"2024-01-01T00:00:00.000000+0000","event_properties":{"store":"app_store"\#(members)}}"#
    }

    /// Documents that an upgrade leaves as they are, and where each has a value that no decoder of its dialect reads.
    static let staying =
        [
            #"{"$date":"2030-01-01T00:00:00Z"}"#, #"{"_seconds":1893456000}"#, #""2030-01-01 00:00:00+00""#,
            #""2030-01-01""#, #""2030-01-01T00:00:00""#, #""""#,
        ].map { (current(#","expires_at":\#($0)"#), "/paid_access_levels/a/expires_at") } + [
            (#"{"profile_id":"p","segment_hash":"h","paid_access_levels":{"a":null}}"#, "/paid_access_levels/a"),
            (
                #"{"profile_id":"p","segment_hash":"h","non_subscriptions":{"coins":{"purchase_id":"1","vendor_product_id":"c"}}}"#,
                "/non_subscriptions/coins"
            ),
            (
                #"{"profile_id":"p","segment_hash":"h","non_subscriptions":{"coins":[null]}}"#,
                "/non_subscriptions/coins/0"
            ),
            (
                #"{"variation_id":"v","placement":{"developer_id":"d","revision":1,"audience_name":"a"},"paywall_id":"w","paywall_name":"n","products":[],"remote_config":{"lang":"en","data":{"a":1}}}"#,
                "/remote_config"
            ),
            (event(#","is_active":"true""#), "/event_properties/is_active"),
            (event(#","subscription_expires_at":"later""#), "/event_properties/subscription_expires_at"),
            (event(#","price_usd":"x""#), "/event_properties/price_usd"),
        ]

    @Test("and of records that stay as they are, too", arguments: staying)
    func told(_ document: String, _ pointer: String) throws {
        let made = try Migrator(MigrationOptions(keepsLedger: true)).upgrade(Array(document.utf8))
        #expect(made.documentWithoutResidue == Array(document.utf8))
        #expect(made.ledger.entries.filter { $0.action == .unreadable }.map(\.path) == [pointer])
        let error = #expect(throws: MigrationError.self) {
            try Migrator(MigrationOptions(strict: true)).upgrade(Array(document.utf8))
        }
        #expect(error?.code == .unreadableValue && error?.path == pointer)
    }

    @Test("of which a canonical one passes")
    func passesAsItIs() throws {
        for document in [
            Self.current(#","expires_at":"2030-01-01T00:00:00.000Z""#), Self.event(#","price_usd":9.99"#),
        ] {
            let made = try Migrator(MigrationOptions(strict: true)).upgrade(Array(document.utf8))
            #expect(made.ledger.counts[.unreadable] == nil)
        }
    }
}
