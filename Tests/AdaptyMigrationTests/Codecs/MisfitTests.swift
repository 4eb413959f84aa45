@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationCore

/// Values of a kind that a field never has.
@Suite("Values that do not fit")
struct MisfitTests {
    private static func upgraded(_ text: String, strict: Bool = false) throws -> Migration {
        var options = MigrationOptions()
        (options.keepsLedger, options.strict) = (true, strict)
        return try Migrator(options).upgrade(Array(text.utf8), to: .sdk3)
    }

    private static let level =
        #"{"id":"premium","is_active":true,"vendor_product_id":"a","store":"app_store","activated_at":"2024-01-01T00:00:00.000000+0000","is_lifetime":false,"will_renew":true,"is_in_grace_period":false,"is_refund":false}"#

    @Test(
        "PHP writes an empty object as [], which becomes {} everywhere",
        arguments: [
            (#"{"profile_id":"p","paid_access_levels":[],"subscriptions":[],"non_subscriptions":[]}"#, 3),
            (
                #"{"profile_id":"p","segment_hash":"h","is_test_user":false,"timestamp":1,"custom_attributes":[],"paid_access_levels":{"premium":\#(level)},"subscriptions":[],"non_subscriptions":[]}"#,
                3
            ),
            (
                #"{"developer_id":"d","variation_id":"v","revision":1,"ab_test_name":"A","paywall_name":"N","remote_config":[],"products":[]}"#,
                1
            ),
            (
                #"{"vendor_product_id":"a","paywall_variation_id":"v","adapty_product_id":"x","price":[],"subscription":{"period":[],"group_identifier":"g"}}"#,
                2
            ),
        ])
    func php(text: String, repairs: Int) throws {
        let made = try MisfitTests.upgraded(text),
            written = String(decoding: made.documentWithoutResidue, as: UTF8.self)
        #expect(made.ledger.counts[.repaired] == repairs, "\(made.ledger.entries)")
        #expect(!written.replacing("\"products\":[]", with: "").contains("[]"), "\(written)")
        #expect(try Migrator().downgrade(made.document).document == Array(text.utf8))
    }

    @Test(
        "a text where a dictionary belongs is unreadable, and strict rejects it",
        arguments: ["\"none\"", "0", "true"])
    func text(value: String) throws {
        let text =
            #"{"profile_id":"p","segment_hash":"h","is_test_user":false,"timestamp":1,"paid_access_levels":{},"subscriptions":{},"non_subscriptions":\#(value)}"#
        let made = try MisfitTests.upgraded(text)
        #expect(made.document == Array(text.utf8))
        #expect(
            made.ledger.entries.filter { $0.path == "/non_subscriptions" }.map(\.action) == [.unreadable],
            "one story: \(made.ledger.entries)")
        let error = #expect(throws: MigrationError.self) { try MisfitTests.upgraded(text, strict: true) }
        #expect(error?.code == .unreadableValue)
        #expect(error?.path == "/non_subscriptions")
    }
}
