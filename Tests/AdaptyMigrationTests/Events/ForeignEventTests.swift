import Testing

@testable import AdaptyMigrationCore

/// Webhooks of other services, built from their documented shapes (shapes-2026, 9.2). None may be changed, whatever
/// name it has.
@Suite("Webhooks of other services")
struct ForeignEventTests {
    /// Names that Adapty has, too.
    private static let names = [
        "subscription_started", "subscription_renewed", "subscription_cancelled", "subscription_paused",
        "subscription_initial_purchase", "subscription_expired", "subscription_refunded", "trial_started",
        "trial_converted", "trial_cancelled", "trial_expired", "auto_renew_off", "auto_renew_on",
        "auto_renew_off_subscription", "non_subscription_purchase", "billing_issue_detected", "entered_grace_period",
    ]

    private static let vendors: [@Sendable (String) -> String] = [
        {
            #"{"id":"ev_1","occurred_at":1517505731,"source":"scheduled_job","object":"event","api_version":"v2","content":{"subscription":{"id":"1","status":"active"},"customer":{"id":"c"}},"event_type":"\#($0)","webhook_status":"not_configured"}"#
        },
        {
            #"{"id":"WH-1","event_version":"1.0","create_time":"2024-01-01T00:00:00Z","event_type":"BILLING.\#($0.uppercased())","resource_type":"subscription","resource":{"id":"I-1","status":"ACTIVE"},"links":[]}"#
        },
        {
            #"{"event_type":"\#($0)","user_id":"u","device_id":"d","time":1704067200000,"event_properties":{"store":"app_store","vendor_product_id":"p"},"user_properties":{"a":1},"insert_id":"i"}"#
        },
        {
            #"{"event_name":"\#($0)","user_id":"QON_1","identity_id":"u","time":1704067200,"product_id":"p","environment":"sandbox","transaction_id":"1","original_transaction_id":"1"}"#
        },
        {
            #"{"app":{"uid":"a"},"event":{"id":"e","name":"\#($0)","created_at":"2024-01-01T00:00:00Z","properties":{"product_id":"p"},"receipt":null},"user":{"user_id":"u"}}"#
        },
        {
            #"{"api_version":"1.0","event":{"type":"\#($0.uppercased())","id":"e","app_user_id":"u","product_id":"p","store":"APP_STORE","environment":"PRODUCTION","transaction_id":"1","original_transaction_id":"1","purchased_at_ms":1704067200000,"expiration_at_ms":1706745600000,"currency":"USD","price":1.99}}"#
        },
        {
            #"{"event_type":"\#($0)","stripe_subscription_id":"sub_1","stripe_customer":"cus_1","created_at":"2024-01-01T00:00:00Z","user_id":"u"}"#
        },
    ]

    @Test("a hundred of them stay as they are", arguments: vendors.indices)
    func untouched(vendor: Int) {
        for name in Self.names {
            let document = Array(Self.vendors[vendor](name).utf8)
            do throws(MigrationError) {
                let upgraded = try Migrator().upgrade(document)
                #expect(upgraded.document == document, "\(String(decoding: document, as: UTF8.self))")
            } catch {
                #expect(error.code == .unrecognised, "\(error)")
            }
        }
        #expect(Self.names.count * Self.vendors.count > 100)
    }

    /// What a service keeps of RevenueCat's and others' purchases.
    @Test(
        "neither are their other records taken for Adapty's",
        arguments: [
            #"{"subscriber":{"entitlements":{"pro":{"expires_date":null,"product_identifier":"p","purchase_date":"2024-01-01T00:00:00Z"}},"subscriptions":{"p":{"store":"app_store","is_sandbox":false,"purchase_date":"2024-01-01T00:00:00Z"}},"non_subscriptions":{}}}"#,
            #"{"is_sandbox":true,"store":"play_store","purchase_date":"2024-01-01T00:00:00Z","expires_date":"2024-02-01T00:00:00Z"}"#,
            #"{"id":"sub_1","object":"subscription","status":"active","current_period_end":1706745600}"#,
            #"{"id":"p1","is_active":true,"price":9.99,"store":"berlin"}"#,
        ])
    func records(text: String) {
        let error = #expect(throws: MigrationError.self) { try Migrator().upgrade(Array(text.utf8)) }
        #expect(error?.code == .unrecognised)
    }
}
