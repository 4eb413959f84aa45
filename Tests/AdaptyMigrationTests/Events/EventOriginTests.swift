@testable import AdaptyMigrationModels
@_spi(Tools) @testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

/// Other services' events keep their names: only what Adapty sent is converted.
@Suite("Whose event it is")
struct EventOriginTests {
    static let adapty = [
        #"{"event_type":"subscription_cancelled"}"#,
        #"{"event_type":"subscription_cancelled","profile_event_id":"e"}"#,
        #"{"profile_id":"p","event_type":"subscription_cancelled","event_datetime":"2021-01-01T00:00:00.000000+0000"}"#,
        #"{"event_type":"subscription_cancelled","event_api_version":1,"whatever":1}"#,
        #"{"event_type":"subscription_cancelled","event_properties":{}}"#,
        #"{"event_type":"subscription_cancelled","customer_user_id":"u1","tenant":"acme"}"#,
        #"{"event_type":"subscription_cancelled","event_datetime":"2024-01-01T00:00:00.000000+0000","_id":1}"#,
        #"{"event_type":"subscription_cancelled","event_properties":{},"received_at":1}"#,
        #"{"event_type":"subscription_cancelled","profile":{"profile_id":"p"},"received_at":1}"#,
        #"{"event_type":"subscription_cancelled","profile_id":"p","customer_user_id":null,"mine":1}"#,
        #"{"event_type":"subscription_cancelled","user_properties":{},"event_api_version":1}"#,
        #"{"event_type":"subscription_cancelled","mine":1,"event_properties":{"profile_event_id":"e"}}"#,
        #"{"event_type":"subscription_cancelled","original_transaction_id":"1","environment":"Sandbox","idfa":"i"}"#,
    ]

    /// Chargebee, PayPal, Amplitude, a log of Stripe's, PostHog.
    static let foreign = [
        #"{"id":"ev_1","occurred_at":1517505731,"source":"scheduled_job","object":"event","api_version":"v2","content":{"subscription":{"id":"1"}},"event_type":"subscription_cancelled","webhook_status":"not_configured"}"#,
        #"{"id":"WH-1","event_type":"BILLING.SUBSCRIPTION.CANCELLED","resource_type":"subscription","resource":{"id":"I-1"},"event_version":"1.0"}"#,
        #"{"event_type":"subscription_cancelled","event_properties":{"a":1},"user_properties":{},"user_id":"u","device_id":"d","insert_id":"i","time":1}"#,
        #"{"event_type":"subscription_cancelled","event_properties":{"profile_event_id":"e"},"user_properties":{},"insert_id":"i"}"#,
        #"{"event_type":"trial_cancelled","stripe_subscription_id":"sub_1","created_at":"2024-01-01"}"#,
        #"{"event_type":"trial_cancelled","profile_id":"p","$insert_id":"i"}"#,
    ]

    /// Events, notifications and files of other services, which need no name of an event.
    static let others = [
        (
            #"{"meta":{"event_name":"subscription_created"},"data":{"type":"subscriptions","id":"1","attributes":{}}}"#,
            "Lemon Squeezy"
        ),
        (#"{"app":{"uid":"a"},"event":{"name":"subscription_renewed"},"user":{"user_id":"u"}}"#, "Apphud"),
        (#"{"type":"purchases.updated","applicationUsername":"u","purchases":{}}"#, "Iaptic"),
        (#"{"event_name":"trial_started","custom_user_id":"u","product_id":"p"}"#, "Qonversion"),
        (#"{"signedPayload":"e.y.J"}"#, "the App Store"),
        (#"{"transactionId":"1","originalTransactionId":"1","bundleId":"b","productId":"p"}"#, "the App Store"),
        (#"{"identifier":"1","nonRenewingSubscriptions":[],"products":[],"subscriptionGroups":[]}"#, "StoreKit"),
    ]

    @Test("a document of another service is called that service's", arguments: others)
    func named(text: String, service: String) throws {
        let error = try #require(throws: MigrationError.self) { try Migrator().upgrade(Array(text.utf8)) }
        #expect(error.code == .unrecognised && error.description.contains("it is from \(service)"))
    }

    static let unclear = [
        #"{"event_type":"subscription_cancelled","user_id":"u","created_at":"2024-01-01"}"#,
        #"{"event_type":"subscription_cancelled","tenant":"acme"}"#,
        #"{"event_type":"trial_cancelled","event_id":"1","user":"u"}"#,
        #"{"transaction_id":"1","purchase_date":"2024-01-01","mine":1}"#,
    ]

    private static func upgraded(_ text: String, from: Dialect? = nil) throws -> String {
        let input = RecordBuffer(), output = RecordBuffer()
        input.append(Array(text.utf8))
        _ = try Transcoder(.upgrade, from: from).convert(0..<input.count, of: input, into: output)
        let fast = String(decoding: output.bytes, as: UTF8.self)
        #expect(
            try fast
                == String(decoding: Migrator().upgrade(Array(text.utf8), from: from).document, as: UTF8.self)
        )
        return fast
    }

    @Test("what Adapty sent has current names", arguments: adapty)
    func ours(text: String) throws {
        #expect(try EventOriginTests.upgraded(text).contains("subscription_expired"))
        #expect(try EventOriginTests.upgraded(text, from: .webhookLegacy).contains("subscription_expired"))
    }

    @Test("what another service sent is recognised as nothing, until somebody says what it is", arguments: foreign)
    func theirs(text: String) throws {
        #expect(throws: Never.self) { try Migrator().upgrade(Array(text.utf8), from: .webhookLegacy) }
        let error = try #require(throws: MigrationError.self) { try Migrator().upgrade(Array(text.utf8)) }
        #expect(error.code == .unrecognised && error.description.contains("it is from "))
        #expect(throws: MigrationError.self) { try EventOriginTests.upgraded(text) }
    }

    @Test("what may be anybody's stays as it is, up and down, until somebody says what it is", arguments: unclear)
    func anybodys(text: String) throws {
        let bytes = Array(text.utf8)
        #expect(try EventOriginTests.upgraded(text) == text)
        #expect(try Migrator().upgrade(bytes, to: .webhookLegacy).document == bytes)
        let expired = Array(text.replacing("_cancelled", with: "_expired").utf8)
        #expect(try Migrator().downgrade(expired, to: .webhookLegacy).document == expired)
        #expect(try Migrator().convert(expired, to: .webhookLegacy).document == expired)
        #expect(
            try Migrator().detect(bytes).evidence.first?.contains("nothing shows that the event is from Adapty") == true
        )
        let keepsFormerName = text.contains("_cancelled")
        var options = MigrationOptions()
        options.keepsLedger = true
        for migrator in [Migrator(), Migrator(options)] {
            #expect(try migrator.upgrade(bytes).ledger.counts[.formerName] == (keepsFormerName ? 1 : nil))
            #expect(try migrator.upgrade(expired).ledger.counts[.formerName] == nil)
        }
        if keepsFormerName {
            #expect(try Migrator(options).upgrade(bytes).ledger.entries.map(\.path) == ["/event_type"])
            #expect(try EventOriginTests.upgraded(text, from: .webhookLegacy).contains("_expired"))
        }
    }
}
