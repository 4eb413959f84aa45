@_spi(Tools) import AdaptyMigrationTools
import Testing

@Suite("Round trip")
struct RoundTripTests {
    @Test(
        "upgrade then downgrade gives the same bytes",
        arguments: [
            #"{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":1}}}"#,
            #"{ "data" : { "id":"p", "attributes": {"subscriptions":null, "non_subscriptions":{"c":[{"purchase_id":"1","is_one_time":true}]}} } }"#,
            #"{"event_type":"SUBSCRIPTION_CANCELED","event_properties":{"price_usd":9.90}}"#,
        ])
    func upDown(text: String) throws {
        let original = Array(text.utf8)
        let upgraded = try Migrator().upgrade(original).document
        #expect(upgraded != original)
        #expect(try Migrator().downgrade(upgraded).documentWithoutResidue == original)
    }
}
