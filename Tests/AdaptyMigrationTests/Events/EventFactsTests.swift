@_spi(Tools) import AdaptyMigrationTools
import Testing

@Suite("What a receiver needs to know") struct EventFactsTests {
    @Test(
        "ids are texts or digits, and never numbers",
        arguments: [
            (#""abc""#, "abc"), ("17", "17"), ("123456789012345678901234567890", "123456789012345678901234567890"),
            (#""A\u0042""#, "AB"), ("null", nil), (#""""#, nil), ("{}", nil), ("true", nil), (#""\u0000""#, nil),
        ])
    func id(token: String, id: String?) throws {
        #expect(
            try EventFacts(Array(#"{"event_type":"x","event_properties":{"profile_event_id":\#(token)}}"#.utf8)).id
                == id)
        #expect(try EventFacts(Array(#"{"event_type":"x","profile_event_id":\#(token)}"#.utf8)).id == id)
    }

    @Test func readsTheEnvelope() throws {
        let facts = try EventFacts(
            Array(
                #"{"event_type":"AUTO_RENEW_OFF","profile_id":"p","event_properties":{"environment":"Sandbox","profile_id":"q","customer_user_id":7},"event_type":"auto_renew_off"}"#
                    .utf8))
        #expect(facts.name == EventName(rawValue: "auto_renew_off"))
        #expect(facts.profile == "p")
        #expect(facts.customer == "7")
        #expect(facts.environment == "Sandbox")
        #expect(!facts.isEmpty)
        #expect(facts.check == nil)
    }

    @Test func knowsThePings() throws {
        #expect(try EventFacts(Array(" {} ".utf8)).isEmpty)
        #expect(try EventFacts(Array(#"{"adapty_check":"x"}"#.utf8)).check == "x")
    }

    @Test("what is no object is refused", arguments: ["[]", "1", "", "{", "\"\""])
    func refused(text: String) { #expect(throws: MigrationError.self) { try EventFacts(Array(text.utf8)) } }

    @Test(
        "texts become strings that JSON takes",
        arguments: [("", "\"\""), ("a\"\\\n\u{1}é", "\"a\\\"\\\\\\n\\u0001é\"")])
    func quoting(text: String, json: String) throws {
        #expect(String(decoding: RawJSON(string: text).bytes, as: UTF8.self) == json)
        #expect(RawJSON(string: text) == (try RawJSON(decoding: json)))
    }
}
