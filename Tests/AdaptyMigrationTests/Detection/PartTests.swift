import AdaptyMigration
import Testing

@testable import AdaptyMigrationCore

/// Parts of a profile that stand by themselves, as rows of a service's tables do (shapes-2026, 5).
@Suite("Parts of a profile")
struct PartTests {
    @Test(
        "each is of its own kind",
        arguments: [
            (#"{"purchase_id":"1","vendor_product_id":"p","store":"app_store"}"#, RecordKind.nonSubscription),
            (#"{"purchaseId":"1","vendorProductId":"p","isSandbox":true}"#, .nonSubscription),
            (#"{"purchase_id":"1","store_product_id":"p","environment":"Sandbox"}"#, .nonSubscription),
            (#"{"access_level_id":"a","store_product_id":"p","store":"app_store"}"#, .accessLevel),
            (#"{"store_product_id":"p","originally_purchased_at":"2023-01-08T12:05:59.000Z"}"#, .subscription),
            (#"{"vendor_product_id":"p","is_active":true,"is_sandbox":false}"#, .subscription),
            (#"{"purchase_id":"1","store_product_id":"p","data":{"data":{"profile_id":"p"}}}"#, .nonSubscription),
            (#"{"vendor_product_id":"p","is_active":true,"vendor_original_transaction_id":"1"}"#, .subscription),
            (#"{"id":"a","vendorProductId":"p","isActive":true,"vendorOriginalTransactionId":"1"}"#, .accessLevel),
            (#"{"id":"a","vendor_product_id":"p","store":"adapty","will_renew":false}"#, .accessLevel),
            (#"{"access_level_id":"a","starts_at":"2030-01-01T00:00:00Z","expires_at":null}"#, .accessLevel),
            (
                #"{"id":"a","is_active":true,"vendor_product_id":"p","activated_at":"2030-01-01T00:00:00Z","tenant":7}"#,
                .accessLevel
            ),
        ])
    func kinds(text: String, kind: RecordKind) throws {
        let document = Array(text.utf8)
        #expect(try Migrator().detect(document).kind == kind)
        let upgraded = try Migrator().upgrade(document)
        #expect(try Migrator().downgrade(upgraded.document).documentWithoutResidue == document)
    }

    @Test(
        "records of others are none",
        arguments: [
            #"{"is_active":true,"expires_at":"2030-01-01T00:00:00.000Z"}"#,
            #"{"id":"a","is_active":true,"store":"berlin"}"#,
            #"{"is_sandbox":false,"store":"app_store","purchase_date":"2030-01-01T00:00:00Z"}"#,
            #"{"id":"sub_1","original_transaction_id":"1","environment":"Production"}"#,
            // A coupon, and levels of other services.
            #"{"id":"SUMMER","is_active":true,"store":"berlin","expires_at":"2030-01-01T00:00:00Z","percent":20}"#,
            #"{"id":"pro","is_active":true,"store":"APP_STORE","expires_at":null,"will_renew":true,"productIds":["a"]}"#,
            #"{"id":"a","is_active":true,"store":"adapty","will_renew":false}"#,
            #"{"is_active":true,"store":"play_store","store_product_id":"p","store_transaction_id":"1","access_level_id":"a","expires_at":null}"#,
            #"{"id":7,"is_active":true,"vendor_product_id":"p","store":"x","expires_at":null,"owner":"o"}"#,
        ])
    func foreign(text: String) {
        let error = #expect(throws: MigrationError.self) { try Migrator().detect(Array(text.utf8)) }
        #expect(error?.code == .unrecognised)
    }

    @Test(
        "an upgrade to a dialect of objects brings every kind to its own current dialect",
        arguments: [Dialect.sdk2, .sdk3])
    func oneForm(target: Dialect) throws {
        let event = Array(#"{"event_type":"subscription_cancelled","profile_event_id":"e"}"#.utf8)
        #expect(try Migrator().upgrade(event, to: target).target == .webhook)
        let level = Array(#"{"id":"a","is_active":1,"vendor_product_id":"p"}"#.utf8)
        #expect(try Migrator().upgrade(level, to: target).target == .sdk2)
        #expect(throws: MigrationError.self) { try Migrator().upgrade(event, to: .sdk1Wire) }
    }
}
