@_spi(Tools) @testable import AdaptyMigrationStreams
@testable import AdaptyMigrationAccess
import Testing

@testable import AdaptyMigrationCore

@Suite("Envelopes and the records in them")
struct TwoRecordsTests {
    private static let profile = #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":1}}}"#
    private static let event =
        #"{"event_type":"trial_cancelled","profile_id":"p","event_datetime":"2024-01-01T00:00:00Z"}"#

    @Test("six envelopes around one another are opened", arguments: [(5, true), (6, true), (7, false)])
    func nested(count: Int, isOpened: Bool) {
        let text =
            String(repeating: #"{"data":"#, count: count) + Self.profile + String(repeating: "}", count: count)
        #expect(((try? Migrator().upgrade(Array(text.utf8))) != nil) == isOpened)
    }

    @Test(
        "two records in one envelope are refused: one of them would be lost to every reader",
        arguments: [
            #"{"profile":\#(profile),"data":{"profile_id":"p","customer_user_id":"u"}}"#,
            #"{"data":{"type":"t","id":"i","attributes":\#(profile),"data":\#(event)}}"#,
            #"{"data":{"type":"t","id":"i","attributes":\#(profile),"profile":{"data":[\#(event)]}}}"#,
            #"{"type":"success","profile":\#(profile),"v":{"promo_type":"x"}}"#,
            #"{"profile":{"data":{"main":null,"2":{"data":[{"variation_id":"v","products":[]}]}},"meta":{"version":9}},"data":{"profile_id":"p"}}"#,
            #"{"data":{"profile_id":1,"main":[{"developer_id":"d","variation_id":"v","products":[]}]},"meta":{"version":7}}"#,
            #"{"profile":{"vendorProductId":"a","introductoryOfferEligibility":"ineligible","timestamp":1},"vendorProductIds":["m"]}"#,
        ])
    func two(_ text: String) {
        let error = #expect(throws: MigrationError.self) { try Migrator().upgrade(Array(text.utf8)) }
        #expect(error?.code == .ambiguous)
        #expect(error?.description.contains("each hold a record") == true)
    }

    @Test(
        "a promo with members of somebody's own stays as it is",
        arguments: [
            #"{"promo_type":"discount","attributes":\#(event),"paywall":{"developer_id":"d","revision":1,"variation_id":"v","products":[]}}"#,
            #"{"promo_type":"discount","profile":{"store_product_id":"y","environment":"Production"},"paywall":{"developer_id":"d","revision":1,"variation_id":"v","products":[]}}"#,
            #"{"promo_type":"discount","tenant":7,"paywall":{"developer_id":"d","revision":1,"variation_id":"v","products":[]}}"#,
        ])
    func promo(_ text: String) throws {
        let upgraded = try Migrator().upgrade(Array(text.utf8))
        #expect(upgraded.document == Array(text.utf8))
        #expect(upgraded.kind == .promo)
        #expect(upgraded.ledger.counts == [.noSuccessor: 1])
    }

    @Test(
        "what else stands in an envelope is no record",
        arguments: [
            #"{"data":{"type":"t","id":"i","attributes":\#(profile),"meta":{"page":1}},"meta":{"request":"r"},"included":[\#(event)]}"#,
            #"{"type":"success","profile":\#(profile),"jws_transaction":"x"}"#,
            #"{"data":{"profile_id":"old"},"data":\#(profile)}"#,
            #"{"data":{"vendorProductId":"a","introductoryOfferEligibility":"ineligible","timestamp":1,"discounts":[{"price":1,"numberOfPeriods":1,"paymentMode":"payUpFront","subscriptionPeriod":{"unit":"year","numberOfUnits":1}}]},"meta":{"took":3}}"#,
            #"{"promo_type":"discount","variation_id":"v","paywall":{"attributes":{"vendor_product_id":"a","price":{"amount":1}}}}"#,
            #"{"promo_type":"discount","paywall":{"developer_id":"d","variation_id":"v","revision":1,"data":[],"products":[]}}"#,
            #"{"promo_type":"discount","event_type":[],"variation_id":"v","paywall":{"developer_id":"d","revision":1,"variation_id":"v","products":[]}}"#,
            #"{"id":"premium","is_active":true,"store":"adapty","vendor_product_id":"p","activated_at":"2021-03-01T10:15:30.123456+0000","vendor_transaction_id":"7","data":{"data":{"profile_id":"p","segment_hash":"h"}}}"#,
        ])
    func one(_ text: String) throws {
        let document = Array(text.utf8), upgraded = try Migrator().upgrade(document)
        #expect(try Migrator().downgrade(upgraded.document).documentWithoutResidue == document)
        #expect(try Laws(instants: [0]).check(document).isEmpty)
    }

    @Test(
        "the judge reads the record in an envelope once",
        arguments: [
            #"{"type":"x","data":{"event_type":"trial_cancelled","profile_id":"p","event_datetime":"2024-01-01T00:00:00Z","event_properties":{"vendor_product_id":"m"}}}"#,
            #"{"data":{"profile_id":"p","segment_hash":"h"},"meta":{"products":[{"vendor_product_id":"a"}]}}"#,
            #"{"success":{"data":{"profile_id":"p","paid_access_levels":null,"custom_attributes":{"paid_access_levels":{"premium":{}}}},"meta":{"took":3}}}"#,
            #"{"type":"x","data":{"vendorProductId":"a","introductoryOfferEligibility":"ineligible","timestamp":1,"discounts":[{"price":1,"numberOfPeriods":1,"paymentMode":"payUpFront","subscriptionPeriod":{"unit":"year","numberOfUnits":1}}]}}"#,
        ])
    func judge(_ text: String) throws {
        #expect(try Laws(instants: [0]).check(Array(text.utf8)).isEmpty)
    }
}
