import AdaptyMigrationModels
import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams

/// What an upgrade has nothing to do for: records that were upgraded before, and newer ones.
extension TranscoderTests {
    @Test("a record that was upgraded before stays as it is", arguments: Realistic.usual)
    func comesAgain(_ document: Realistic.Document) throws {
        var up = TwoPaths(.upgrade), upgraded = try Migrator().upgrade(document.bytes).document
        for _ in 0..<3 { #expect(up.difference(upgraded) == nil) }
        upgraded += [0x20, 0x0D]
        #expect(
            up.difference(upgraded) == nil && up.difference(document.bytes) == nil && up.difference(upgraded) == nil)
    }

    @Test(
        "a record that was upgraded before has no other target than what it is", arguments: Realistic.usual,
        [Dialect.sdk2, .webhook])
    func comesAgain(_ document: Realistic.Document, to target: Dialect) throws {
        var up = TwoPaths(.upgrade, to: target)
        for _ in 0..<3 { #expect(up.difference(try Migrator().upgrade(document.bytes).document) == nil) }
    }

    @Test(
        "a record that was upgraded before and edited since is judged again",
        arguments: [
            // Its residue stands or is written otherwise.
            (#","_adapty_migration":{"#, #", "_adapty_migration":{"#),
            (#","_adapty_migration":{"#, #" ,"_adapty_migration":{"#),
            (#","_adapty_migration":{"#, #","_adapty_migration": {"#), (#""}}"#, #""} }"#),
            (#""}}"#, #""},"x":1}"#), (#""hash":"#, #""hash" :"#), (#""original":"{"#, #""original":"["#),
            (#"{"v":1,"#, #"{"v":1, "#), (#"{"v":1,"#, #"{"v":2,"#), (#"{"v":1,"#, #"{"v":1.0,"#),
            (#",\"vendor_transaction_id"#, #",\u0022vendor_transaction_id"#), (#"\"7\""#, #"\"\/\""#),
            (#"\"7\""#, #"\"\b\""#), (#"\"7\""#, #"\"\\u0008\""#), (#"\"7\""#, #"\"\\n\""#),
            (#"\"7\""#, #"\"\u0008\""#), (#"\"7\""#, #"\"7\",\"vendor_transaction_id\":\"8\""#), (#"\"7\""#, #"\"7"#),
            (#""from":"sdk1-wire""#, #""from":"sdk1-stored""#), (#""from":"sdk1-wire""#, #""from":"sdk9""#),
            (#""to":"sdk2""#, #""to":"sdk3""#), (#""kind":"profile""#, #""kind":"product""#),
            // Its members say something else, or what an upgrade changes.
            (#""is_active":false"#, #""is_active":true"#), (#""is_active":false"#, #""is_active":0"#),
            (#""is_active":false"#, #""is_active":false,"is_active":false"#),
            (#""is_active":false"#, #""isActive":false"#),
            (#""profile_id":"p""#, #""profile_id":"q""#),
            (#""profile_id":"p""#, #""profile_id":"p","x":{"_adapty_migration":{}}"#),
            (#""profile_id":"p""#, #""profile_id":"p","vendor_transaction_id":"9""#),
            (#"{"premium":{"#, #"{"gold":{},"premium":{"#),
        ])
    func comesAgainEdited(part: String, edit: String) throws {
        let document =
            #"{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":0,"vendor_transaction_id":"7"}}}"#
        let
            upgraded = String(
                decoding: try Migrator().upgrade(Array(document.utf8)).document, as: UTF8.self),
            edited = upgraded.replacing(part, with: edit)
        #expect(edited != upgraded)
        var up = TwoPaths(.upgrade)
        for text in [upgraded, edited, document, edited, upgraded] {
            if let difference = up.difference(Array(text.utf8)) { Issue.record("\(difference)\n\(text)") }
        }
    }

    @Test(
        "a profile of SDK 3 stays as it is, also where SDK 3 itself would write it otherwise",
        arguments: [
            #"{"profile_id":"p","segment_hash":"h","is_test_user":false,"timestamp":1731000000000,"paid_access_levels":{"premium":{"id":"premium","is_active":true,"offer_id":null}}}"#,
            #"{"profile_id":"p","segment_hash":"h","is_test_user":true,"timestamp":1,"applied_attribution_sources":["apple_search_ads"],"subscriptions":null,"custom_attributes":{}}"#,
            #"{"profile_id":"p","segment_hash":"h","is_test_user":false,"timestamp":1,"paid_access_levels":{"premium":{"id":"premium","is_active":true,"expires_at":"2024-12-24T10:50:23.0Z"}}}"#,
        ])
    func staysNewer(text: String) throws {
        var up = TwoPaths(.upgrade), raised = TwoPaths(.upgrade, to: .sdk2), named = TwoPaths(.upgrade, from: .sdk3),
            down = TwoPaths(.downgrade), lowered = TwoPaths(.downgrade, to: .sdk1Wire)
        let document = Array(text.utf8)
        #expect(try Migrator().detect(document).dialect == .sdk3)
        for _ in 0..<3 {
            for difference in [
                up.difference(document), raised.difference(document), named.difference(document),
                down.difference(document), lowered.difference(document),
            ] { #expect(difference == nil) }
        }
        #expect(up.counts == [.newerThanTarget: 3])
    }
}
