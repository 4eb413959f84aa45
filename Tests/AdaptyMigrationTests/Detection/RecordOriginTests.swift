import AdaptyMigration
import Testing

@testable import AdaptyMigrationCore

/// Objects of other systems share names with Adapty's records. They are nobody's until somebody states the dialect.
@Suite("Whose record it is")
struct RecordOriginTests {
    @Test(
        "objects of other systems are not recognised",
        arguments: [
            #"{"profileId":"8a6e","headline":"Engineer"}"#,
            #"{"profile_id":1,"subscriptions":["news"],"email":"a@example.com"}"#,
            #"{"variationId":"1","name":"Blue","revision":2}"#,
            #"{"vendorProductId":"123","price":599.99,"name":"Tent","currencyCode":"TRY"}"#,
            #"{"userId":"u","accessLevels":{"accountAdmin":true}}"#,
            #"{"accessLevels":{}}"#,
            #"[{"variationId":"1","name":"Blue","revision":2},{"variationId":"2","name":"Red","revision":1}]"#,
            #"{"data":{"vendorProductId":"123","title":"Tent"}}"#,
            #"{"subscriptions":{"m":{"store":"app_store","is_sandbox":false,"expires_date":"2030-01-01T00:00:00Z"}},"non_subscriptions":{},"entitlements":{}}"#,
            #"{"eventType":"subscription_cancelled","eventProperties":{},"profileId":"p","customerUserId":"u"}"#,
            #"{"event_name":"subscription_cancelled","profile_id":"p","customer_user_id":"u"}"#,
        ])
    func others(text: String) throws {
        let error = #expect(throws: MigrationError.self) { try Migrator().detect(Array(text.utf8)) }
        #expect(error?.code == .unrecognised)
    }

    @Test(
        "two names of its own, or one value of its shape, make an object Adapty's",
        arguments: [
            (#"{"profile_id":"p","customer_user_id":"u"}"#, RecordKind.profile),
            (#"{"paid_access_levels":{}}"#, .profile),
            (#"{"accessLevels":{"a":{"isActive":true,"vendorProductId":"p"}}}"#, .profile),
            (
                #"{"profileId":"p","subscriptions":{"m":{"isActive":true,"activatedAt":"2030-01-01T00:00:00.000Z"}}}"#,
                .profile
            ),
            (#"{"profile_id":"p","non_subscriptions":{"m":[{"purchase_id":"1"}]}}"#, .profile),
            (#"{"variationId":"1","abTestName":"Blue","revision":2}"#, .paywall),
            (#"{"developer_id":"d","variation_id":"v","revision":1}"#, .paywall),
            (#"{"variationId":"v","products":[{"vendorProductId":"a"}]}"#, .paywall),
            (#"{"vendor_product_id":"a","introductory_offer_eligibility":false}"#, .product),
            (#"{"vendorId":"a","adaptyId":"b"}"#, .product),
        ])
    func ours(text: String, kind: RecordKind) throws {
        #expect(try Migrator().detect(Array(text.utf8)).kind == kind)
    }

    @Test(
        "a stated dialect decides",
        arguments: [
            (#"{"profileId":"8a6e","headline":"Engineer"}"#, Dialect.sdk1Stored),
            (#"{"vendorProductId":"123","price":599.99,"name":"Tent"}"#, .sdk3Bridge),
        ])
    func stated(text: String, dialect: Dialect) throws {
        #expect(try Migrator().detect(Array(text.utf8), from: dialect).dialect == dialect)
    }

    @Test(
        "the error names the place of a record inside, and no data",
        arguments: [
            (#"{"users":{"u1":{"profile":\#(record)},"john@example,com":{"profile":\#(record)}}}"#, "/users/*/profile"),
            (#"{"rows":[{"state":\#(record)},{"state":\#(record)}]}"#, "/rows/*/state"),
            (#"{"payload":{"user":{"profile":\#(record)},"at":1}}"#, "/payload/user/profile"),
        ])
    func inside(text: String, place: String) throws {
        let error = try #require(throws: MigrationError.self) { try Migrator().detect(Array(text.utf8)) }
        #expect(error.path == place && error.remedy == "convert what is inside with `inside` \(place)")
        #expect(!error.description.contains("john"))
    }

    private static let record = #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":true}}}"#

    @Test(
        "the error names the other spelling of a name",
        arguments: [
            (#"{"event_name":"trial_cancelled","profile_id":"p"}"#, "/event_name"),
            (#"{"EVENT_TYPE":"trial_cancelled","PROFILE_ID":"p"}"#, "/EVENT_TYPE"),
            (#"{"eventType":"trial_cancelled","eventProperties":{}}"#, "/eventType"),
            (#"{"PROFILE_ID":"p","SEGMENT_HASH":"h"}"#, "/PROFILE_ID"),
        ])
    func spelling(text: String, place: String) throws {
        let error = try #require(throws: MigrationError.self) { try Migrator().detect(Array(text.utf8)) }
        #expect(error.path == place && error.remedy.contains("rename"))
    }

    @Test(
        "a name that only other dialects have does not refuse a record that is clearly of one",
        arguments: [
            (
                #"{"profile_id":"p","customer_user_id":"u","segment_hash":"h","timestamp":1,"custom_attributes":{},"paid_access_levels":{},"subscriptions":{"m":{"vendor_product_id":"m","store":"app_store","is_active":true,"is_lifetime":false,"activated_at":"2030-01-01T00:00:00.000000+0000","will_renew":true,"is_in_grace_period":false,"is_sandbox":false,"is_refund":false,"vendor_transaction_id":"1","vendor_original_transaction_id":"1","purchased_at":"2030-01-01T00:00:00.000000+0000"}},"non_subscriptions":{"c":[{"purchase_id":"1","vendor_product_id":"c","store":"app_store","purchased_at":"2030-01-01T00:00:00.000000+0000","is_consumable":true}]}}"#,
                "purchased_at"
            ),
            (
                #"{"developer_id":"d","revision":1,"variation_id":"v","ab_test_name":"t","paywall_name":"n","paywall_id":"i","response_created_at":1,"remote_config":{"lang":"en","data":"{}"},"products":[{"vendor_product_id":"a"}],"vendorProductIds":["a"]}"#,
                "vendorProductIds"
            ),
        ])
    func stray(text: String, name: String) throws {
        let document = Array(text.utf8), upgraded = try Migrator().upgrade(document)
        #expect(String(decoding: upgraded.documentWithoutResidue, as: UTF8.self).contains("\"\(name)\""))
        #expect(try Migrator().downgrade(upgraded.document).document == document)
    }
}
