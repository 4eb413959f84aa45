import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams

/// What was edited since the upgrade, in the record or in its residue, and what was not.
extension TranscoderTests {
    @Test(
        "what was before the first member that stayed comes back there",
        arguments: [
            #"{"app_id":"a","profile_id":"p","customer_user_id":"u","paid_access_levels":{"premium":{"id":"premium","is_active":1}}}"#,
            #"{"profile_id":"p","paid_access_levels":{"premium":{"vendor_transaction_id":"7","id":"premium","store":"app_store","is_active":1}}}"#,
            #"{"profile_id":"p","paid_access_levels":{"premium":{"vendor_transaction_id":"7","id":"premium","store":"app_store","x_extra":{}}}}"#,
        ])
    func startCut(text: String) throws {
        let document = Array(text.utf8)
        let upgraded = try Migrator().upgrade(document, from: .sdk1Wire).document
        var down = TwoPaths(.downgrade)
        #expect(down.difference(upgraded) == nil)
        #expect(try Migrator().downgrade(upgraded).documentWithoutResidue == document)
    }

    @Test(
        "an edited configuration of a paywall wins, and the rest comes back",
        arguments: [
            // As it was made, and edits of the text.
            #""remote_config":{"lang":"en","data":"{}"}"#,
            #""remote_config":{"lang":"en","data":"[\"]}\\"}"#, #""remote_config":null"#,
            // Gone, another locale, order, white space or member, and no text.
            #""x":1"#, #""remote_config":{"lang":"de","data":"{}"}"#,
            #""remote_config":{"data":"{}","lang":"en"}"#,
            #""remote_config":{"lang":"en","data":"{}" }"#,
            #""remote_config":{"lang":"en","data":"{}","x":"y"}"#,
            #""remote_config":{"lang":"en","data":{"a":"b"}}"#,
            #""remote_config":{"lang":"en","data":["a"]}"#,
            #""remote_config":{"lang":"en"}"#, #""remote_config":{"lang":"en","data":null}"#,
            #""remote_config":"{}""#, #""remote_config":[]"#,
            // An old spelling, in its place or beside it.
            #""custom_payload":"{}""#,
            #""remote_config":{"lang":"en","data":"{}"},"custom_payload":null"#,
            #""remote_config":null,"is_promo":true"#,
            #""remote_config":null,"visual_paywall":null"#,
        ],
        [
            #"{"developer_id":"d","variation_id":"v","is_promo":false,"custom_payload":"{}","visual_paywall":""}"#,
            #"{"developer_id":"d","custom_payload":"{}","is_promo":1,"is_promo":0,"visual_paywall":null,"variation_id":"v"}"#,
        ])
    func configuration(member: String, text: String) throws {
        let upgraded = String(
            decoding: try Migrator().upgrade(Array(text.utf8), from: .sdk1Wire).document, as: UTF8.self)
        let edited = upgraded.replacing(#""remote_config":{"lang":"en","data":"{}"}"#, with: member)
        #expect((edited == upgraded) == (member == #""remote_config":{"lang":"en","data":"{}"}"#))
        var down = TwoPaths(.downgrade)
        #expect(down.difference(Array(edited.utf8)) == nil)
    }

    @Test(
        "what a forged residue makes of a record, both paths say",
        arguments: [
            "{}", "[]", "7", "", "{", #"{"a":1}"#, #"{"data":{"attributes":{}}}"#, #"{"event_type":"trial_started"}"#,
            #"{"profile_id":"q","paid_access_levels":{}}"#, #"{"profile_id":"p","app_id":"b"}"#,
            #"{"profile_id":"p","profile_id":"q"}"#, #"{"data":[{"variation_id":"v","developer_id":"d"}]}"#,
            #"{"developer_id":"d","variation_id":"v"}"#, #"{"profile_id":"p","_adapty_migration":{}}"#,
        ],
        ["profile", "paywall", "paywalls", "promo", "event"])
    func forged(original: String, kind: String) {
        var down = TwoPaths(.downgrade), up = TwoPaths(.upgrade)
        for record in [#""profile_id":"p","app_id":"a""#, #""developer_id":"d","variation_id":"v","products":[]"#] {
            let right = Fingerprint.digits(Fingerprint.Hash(Array("{\(record)}".utf8)[...]).value)
            for hash in ["9f86d081884c7d65", right] {
                let residue = ForeignResidueTests.residue(kind: kind, hash: hash, original: original)
                let document = Array(#"{\#(record),"_adapty_migration":\#(residue)}"#.utf8)
                #expect(down.difference(document) == nil && up.difference(document) == nil)
            }
        }
    }

    @Test(
        "what becomes of an edited record of API v2, both paths say",
        arguments: [
            (#""active_introductory_offer_type":"t""#, #""active_introductory_offer_type":"other""#),
            (#""active_introductory_offer_type":"t""#, #""active_introductory_offer_type":null"#),
            (
                #""active_introductory_offer_type":"t""#,
                #""active_introductory_offer_type":"t","active_promotional_offer_id":"i""#
            ), (#""active_introductory_offer_type":"t""#, #""active_promotional_offer_id":"i""#),
            (#""active_introductory_offer_type":"t""#, #""active_promotional_offer_type":"t""#),
            (#""active_introductory_offer_type":"t""#, #""offer":null"#),
            (#""active_introductory_offer_type":"t""#, #""x":1"#),
            (#""active_introductory_offer_type":"t""#, #""active_introductory_offer_type":  "t""#),
            (#""is_sandbox":true"#, #""is_sandbox":false"#), (#""is_sandbox":true"#, #""is_sandbox":1"#),
            (#""is_sandbox":true"#, #""is_sandbox":"Sandbox""#),
            (#""is_sandbox":true"#, #""is_sandbox":true,"active_introductory_offer_type":"u""#),
            (
                #""is_sandbox":true"#,
                #""active_promotional_offer_type":"u","is_sandbox":true,"active_promotional_offer_id":"v""#
            ),
            (#"{"b":{"#, #"{"c":{"#), (#"{"b":{"#, #"{"b":  {"#),
            (#"{"b":{"#, #"{"a":{"vendor_product_id":"a"},"b":{"#), (#"{"b":{"#, #"{"\u0062":{"#),
            (#""vendor_product_id":"b""#, #""vendor_product_id":"a""#), (#""vendor_product_id":"b","#, ""),
            (#""coins":[{"#, #""coins":[{"vendor_product_id":"coins","purchase_id":"0"},{"#),
            (#""coins":[{"#, #""coins":{"a":{"#), (#""coins":[{"#, #""none":[],"coins":[{"#),
            (#""coins":[{"#, #""none":null,"coins":[{"#),
            (#""purchase_id":"1""#, #""purchase_id":"2""#), (#"{"a":1,"b":[]}"#, #"{"a":2}"#),
            (#"{"a":1,"b":[]}"#, "{}"), (#"{"a":1,"b":[]}"#, "[]"), (#"{"a":1,"b":[]}"#, #"{"a": 1}"#),
            (#"{"a":1,"b":[]}"#, #"{"a":1,"a":2}"#),
            (#""renewed_at":"2024-12-24T10:50:23.000+00:00""#, #""renewed_at":"2025-12-24T10:50:23.000+00:00""#),
            (#""renewed_at":"2024-12-24T10:50:23.000+00:00""#, #""renewed_at":"2024-12-24T10:50:23+00:00""#),
        ])
    func editsOfV2(part: String, edit: String) throws {
        let document =
            #"{"profile_id":"p","segment_hash":"h","timestamp":1,"custom_attributes":[{"key":"a","value":1},{"key":"b","value":[]}],"access_levels":[{"access_level_id":"premium","store_transaction_id":"7","offer":{"category":"introductory","type":"t","id":null},"environment":"Sandbox","purchased_at":"2024-12-24T10:50:23+00:00"}],"subscriptions":[{"store_product_id":"b","offer":null,"environment":"Sandbox"}],"non_subscriptions":[{"store_product_id":"coins","purchase_id":"1","price":3},{"store_product_id":"coins","purchase_id":"2","environment":"Sandbox"}]}"#
        let plain = Array(document.utf8),
            turned = plain.replacing(
                #"{"category":"introductory","type":"t","id":null}"#.utf8,
                with: #"{"id":null,"type":"t","category":"introductory"}"#.utf8)
        #expect(turned != plain)
        for (document, part) in [
            (plain, Array(part.utf8)), (turned, Array(part.utf8)),
            (Realistic.spaced(plain), Realistic.spaced(Array(part.utf8))),
            (Realistic.spaced(turned), Realistic.spaced(Array(part.utf8))),
        ] {
            let upgraded = try Migrator().upgrade(document).document,
                edited = upgraded.replacing(part, with: edit.utf8)
            #expect(edited != upgraded)
            var down = TwoPaths(.downgrade)
            #expect(down.difference(edited) == nil)
            #expect(down.difference(upgraded) == nil)
        }
    }

    @Test(
        "the older configuration of SDK 2 comes back as it was, and as what it was edited to",
        arguments: [#""custom_payload":null"#, #""custom_payload":"{}""#],
        ["null", #"{"lang":"en","data":"[]"}"#, #"{"lang":"de","data":"[]"}"#])
    func olderConfiguration(member: String, edit: String) throws {
        let text =
            #"{"developer_id":"d","variation_id":"v","revision":1,"paywall_updated_at":1,"products":[],\#(member)}"#
        let upgraded = String(
            decoding: try Migrator().upgrade(Array(text.utf8), from: .sdk2).document, as: UTF8.self)
        let configuration = member.hasSuffix("null") ? "null" : #"{"lang":"en","data":"{}"}"#
        #expect(upgraded.contains("\"remote_config\":\(configuration)"))
        var down = TwoPaths(.downgrade)
        for document in [
            upgraded, upgraded.replacing("\"remote_config\":\(configuration)", with: "\"remote_config\":\(edit)"),
        ] { #expect(down.difference(Array(document.utf8)) == nil) }
    }
}
