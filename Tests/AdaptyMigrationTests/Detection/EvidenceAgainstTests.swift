import AdaptyMigration
import Testing

@testable import AdaptyMigrationCore

/// What speaks against a record, and what an error says of a document that is none.
@Suite("Evidence against a record")
struct EvidenceAgainstTests {
    private func error(_ text: String) throws -> MigrationError {
        try #require(throws: MigrationError.self) { try Migrator().upgrade(Array(text.utf8)) }
    }

    @Test(
        "ids are no profile where somebody else's members are beside them",
        arguments: [
            #"{"id":5,"profile_id":"p","customer_user_id":"u"}"#,
            #"{"id":5,"profile_id":"p","customer_user_id":"u","created_at":"2024-01-01T00:00:00Z"}"#,
            #"{"id":"e","type":"contact.updated","source":"crm","profile_id":"p","customer_user_id":"u"}"#,
            #"{"profileId":"p","customerUserId":"u","timestamp":1704067200000,"name":"Ann"}"#,
            #"{"data":{"type":"adapty_purchase_app_store_original_transaction_id_validation_result","attributes":{"profile_id":"p","original_transaction_id":"1"}}}"#,
            #"{"tenant":7,"data":{"profile_id":"p","customer_user_id":"u"}}"#,
            #"{"profile_id":"p","original_transaction_id":"1","vendor_product_id":"m","variation_id":"v"}"#,
        ])
    func ids(text: String) throws { #expect(try error(text).code == .unrecognised) }

    @Test(
        "an access level has a member of one beside its id, and a purchase has the shape of one",
        arguments: [
            #"{"profile_id":"p","access_levels":[{"access_level_id":"3","name":"Admin"}]}"#,
            #"{"access_levels":{"3":{"id":"3","name":"Admin"}},"profile_id":"p","customer_user_id":"u"}"#,
            #"{"profile_id":"p","customer_user_id":"u","subscriptions":["news"]}"#,
            #"{"profileId":"p","accessLevels":{"premium":{"id":17,"isActive":true,"sourceProductId":"m"}},"nonSubscriptions":{"a":{"id":4,"sourceProductId":"m"}}}"#,
        ])
    func shapes(text: String) throws { #expect(try error(text).code == .unrecognised) }

    @Test("one value of another shape is kept and said")
    func oneShape() throws {
        let text =
            #"{"profileId":"p","accessLevels":{"a":{"id":17,"isActive":true,"vendorProductId":"m"}},"subscriptions":{}}"#
        #expect(try Migrator().upgrade(Array(text.utf8)).ledger.counts[.unreadable] == 1)
    }

    @Test(
        "profiles without purchases stay profiles",
        arguments: [
            #"{"profile_id":"p","customer_user_id":"u"}"#, #"{"profileId":"p","customerUserId":null}"#,
            #"{"v":{"profile_id":"p","customer_user_id":"u"},"h":"x"}"#,
            #"{"type":"success","profile":{"profile_id":"p","customer_user_id":"u"}}"#,
            #"{"profile_id":"p","custom_attributes":{},"tenant":7,"customer_user_id":"u"}"#,
            #"{"id":5,"profile_id":"p","customer_user_id":"u","app_id":"a"}"#,
            #"{"profile_id":"p","segment_hash":"h","tenant":7}"#,
            #"{"profileId":"p","accessLevels":[{"accessLevelIdentifier":"a","accessLevel":{"isActive":true}}]}"#,
        ])
    func withoutPurchases(text: String) throws {
        #expect(try Migrator().detect(Array(text.utf8)).kind == .profile)
    }

    @Test("a row's own id stays beside the profile's")
    func rowID() throws {
        for id in ["5", #""x""#] {
            let text = #"{"id":\#(id),"profile_id":"p","access_levels":{}}"#
            let made = try Migrator().upgrade(Array(text.utf8))
            #expect(
                String(decoding: made.documentWithoutResidue, as: UTF8.self)
                    == #"{"id":\#(id),"profile_id":"p","paid_access_levels":{}}"#)
            #expect(try Migrator().downgrade(made.document).documentWithoutResidue == Array(text.utf8))
        }
    }

    @Test(
        "the error says where a record is inside",
        arguments: [
            (
                #"{"id":1,"type":"trial_cancelled","profile_id":"p","customer_user_id":"u","payload":"{\"event_type\":\"trial_cancelled\",\"profile_event_id\":\"e\"}"}"#,
                "/payload"
            ),
            (#"{"detail":{"body":{"profile_id":"p","paid_access_levels":{}}}}"#, "/detail/body"),
            (
                #"{"Records":[{"body":"{\"variation_id\":\"v\",\"developer_id\":\"d\",\"products\":[]}"}]}"#,
                "/Records/*/body"
            ),
        ])
    func inside(text: String, pointer: String) throws {
        let error = try error(text)
        #expect(error.path == pointer && error.remedy.contains("`inside` \(pointer)"), "\(error)")
    }

    @Test(
        "the error names another service, and advises nobody to rename its members",
        arguments: [
            (#"{"event_type":"trial_cancelled","insert_id":"i","user_properties":{}}"#, "Amplitude"),
            (#"{"event":"trial_cancelled","properties":{"distinct_id":"u","token":"t"}}"#, "Mixpanel"),
            (
                #"{"type":"track","event":"trial_cancelled","messageId":"m","anonymousId":"a","properties":{}}"#,
                "Segment"
            ),
            (#"{"event":"trial_cancelled","distinct_id":"u","properties":{"$lib":"web"}}"#, "PostHog"),
            (#"{"event_name":"trial_cancelled","appsflyer_id":"a","event_time":"2024-01-01"}"#, "AppsFlyer"),
        ])
    func services(text: String, name: String) throws {
        let error = try error(text)
        #expect(error.message.contains(name) && !error.remedy.contains("rename"), "\(error)")
    }

    @Test(
        "the error names the closest kind, and what is missing",
        arguments: [
            (#"{"developer_id":"d","revision":1,"products":[]}"#, "a paywall, but has no variation_id"),
            (
                #"{"localized_title":"T","introductory_offer_eligibility":true}"#,
                "a product, but has no vendor_product_id"
            ),
            (#"{"hello":"world"}"#, "none of the members"),
            (#"{"id":"x","environment":"PRODUCTION"}"#, "no more than one member of"),
        ])
    func closest(text: String, words: String) throws {
        let error = try error(text)
        #expect(error.message.contains(words), "\(error)")
    }

    @Test("a product with Adapty's own id stays one beside somebody's profile_id, after its upgrade, too")
    func productOfAProfile() throws {
        let text = #"{"vendorId":"v","adaptyId":"1","profile_id":"p"}"#, made = try Migrator().upgrade(Array(text.utf8))
        let plain = #"{"vendor_product_id":"v","adapty_product_id":"1","profile_id":"p"}"#
        #expect(made.kind == .product && made.documentWithoutResidue == Array(plain.utf8))
        #expect(try Migrator().detect(made.documentWithoutResidue).kind == .product)
        #expect(try error(#"{"vendor_product_id":"v","profile_id":"p","price":1}"#).code == .unrecognised)
    }

    @Test("an envelope whose id was taken away is opened")
    func envelopeWithoutID() throws {
        let text =
            #"{"data":{"id":"e","attributes":{"paid_access_levels":{"premium":{"id":"premium","is_active":1}}}}}"#
        let made = try Migrator().upgrade(Array(text.utf8)), id = Array(#""profile_id":"e""#.utf8)
        let start = try #require(made.document.firstRange(of: id))
        let edited = try #require(
            made.document.replacing([(start, Array(#""profile_id":null"#.utf8))], in: made.document.indices))
        let back = try Migrator().downgrade(edited).document
        #expect(back == Array(text.replacing(#""id":"e","#, with: #""id":null,"#).utf8))
        let again = try Migrator().upgrade(back).documentWithoutResidue
        #expect(
            String(decoding: again, as: UTF8.self)
                == #"{"paid_access_levels":{"premium":{"id":"premium","is_active":true}}}"#)
    }

    @Test("UTF-16 is named", arguments: [[0xFF, 0xFE, 0x7B, 0, 0x7D, 0], [0x7B, 0, 0x7D, 0], [0, 0x7B, 0, 0x7D]])
    func utf16(bytes: [UInt8]) throws {
        let error = try #require(throws: MigrationError.self) { try Migrator().upgrade(bytes) }
        #expect(error.message.contains("UTF-16") && error.remedy.contains("UTF-8"))
    }

    @Test("an event of Adapty with a name that it never gave is told, and its name stays")
    func unknownName() throws {
        for (name, count) in [("Trial_Cancelled", 1), ("subscription_initital_purchase", 1), ("trial_expired", nil)] {
            let text = #"{"event_type":"\#(name)","profile_id":"p","event_properties":{"profile_event_id":"e"}}"#
            let made = try Migrator().upgrade(Array(text.utf8))
            #expect(made.ledger.counts[.unknownName] == count && made.document == Array(text.utf8), "\(name)")
        }
    }
}
