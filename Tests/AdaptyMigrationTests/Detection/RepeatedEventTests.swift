import Testing

@testable import AdaptyMigrationCore

/// Rows of tables that hold an event as a whole beside some of its members.
@Suite("Events that are there twice")
struct RepeatedEventTests {
    private static let event = #"{"event_type":"trial_cancelled","profile_id":"p"}"#
    private static let text = #""{\"event_type\":\"trial_cancelled\",\"profile_id\":\"p\"}""#

    private static func row(_ type: String, _ payload: String) -> [UInt8] {
        Array(#"{"id":1,"event_type":"\#(type)","profile_id":"p","payload":\#(payload)}"#.utf8)
    }

    @Test("one of the two would keep its former name: refused, with the place of the other", arguments: [event, text])
    func refused(_ payload: String) throws {
        let row = Self.row("trial_cancelled", payload)
        let error = #expect(throws: MigrationError.self) { try Migrator().upgrade(row) }
        #expect(error?.code == .ambiguous && error?.path == "/payload")
        let stated = try Migrator().upgrade(row, from: .webhookLegacy)
        #expect(String(decoding: stated.documentWithoutResidue, as: UTF8.self).contains("trial_expired"))
    }

    @Test(
        "another event, or another form, is a member of one's own",
        arguments: [
            ("trial_cancelled", #"{"event_type":"trial_started"}"#),
            ("trial_cancelled", #"{"note":"trial_cancelled"}"#),
            ("trial_cancelled", #""trial_cancelled""#), ("trial_cancelled", "[]"),
            ("trial_expired", #"{"event_type":"trial_expired"}"#),
        ])
    func others(_ type: String, _ payload: String) throws {
        let row = Self.row(type, payload), made = try Migrator().upgrade(row)
        let text = String(decoding: made.documentWithoutResidue, as: UTF8.self)
        #expect(text.contains(#""event_type":"trial_expired","#) && text.contains(payload))
    }
}
