@_spi(Tools) import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

@Suite("Records in objects that are not Adapty's: all around them stays")
struct SomebodysEnvelopeTests {
    private static let wire =
        #"{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":1,"is_lifetime":0}}}"#
    private static let promo =
        #"{"promo_type":"t","paywall":{"developer_id":"d","variation_id":"v","revision":1,"products":[]}}"#

    /// What is before the record's place, what stands there, and what is behind it.
    struct Document: CustomTestStringConvertible, Sendable {
        let before: String, inside: String, after: String

        var text: [UInt8] { Array((before + inside + after).utf8) }
        var testDescription: String { before + "…" + after }
    }

    static let documents = [
        (#"{"data":"#, wire, #","tenant":7,"received_at":"2024-01-01"}"#),
        (#"{"specversion":"1.0","id":"e","source":"/s","type":"t","time":"2024-01-01T00:00:00Z","data":"#, wire, "}"),
        (#"{"type":"profile.updated","data":"#, wire, "}"),
        ("{ \"tenant\" : 7,\n \"data\" : ", wire, " }\n"),
        (#"{"profile":"#, wire, #","event":"login"}"#),
        (#"{"id":5,"profile":"#, wire, "}"),
        (#"{"type":"customer","profile":"#, wire, "}"),
        (#"{"success":"#, wire, #","took":3}"#),
        (#"{"tenant":7,"data":"#, #"{"type":"adapty_analytics_profile","id":"p","attributes":\#(wire)}"#, "}"),
        (#"{"data":{"type":"t","id":"p","links":{},"attributes":"#, wire, "}}"),
        (#"{"data":{"data":{"success":"#, wire, #"},"page":1},"meta":{"took":3}}"#),
        (#"{"success":true,"data":{"profile":"#, wire, "}}"),
        (#"{"data":{"data":"#, wire, "}}"),
        (#"{"tenant":7,"data":"#, promo, "}"),
    ].map { Document(before: $0, inside: $1, after: $2) }

    @Test("the record is what it is by itself, and what is around it stays, byte for byte", arguments: documents)
    func around(_ document: Document) throws {
        let made = try Migrator().upgrade(document.text)
        let alone = try Migrator().upgrade(Array(document.inside.utf8))
        #expect(alone.documentWithoutResidue != Array(document.inside.utf8))
        let expected = Array(document.before.utf8) + alone.documentWithoutResidue + Array(document.after.utf8)
        #expect(made.documentWithoutResidue == expected)
        #expect(try Migrator().downgrade(made.document).documentWithoutResidue == document.text)
        #expect(try Migrator().upgrade(made.document).document == made.document)
        #expect(try Migrator().upgrade(expected, from: .sdk2).document == expected)
        #expect(try Laws(instants: [0]).check(document.text).isEmpty)
    }

    @Test("in every dialect, and out of its envelopes", arguments: documents)
    func everywhere(_ document: Document) throws {
        let kind = try Migrator().upgrade(document.text).kind
        // API v2 has no level without an end that is for no lifetime.
        for dialect in kind.dialects where dialect != .serverV2 {
            var options = MigrationOptions(unwraps: true)
            options.fillRequired = dialect == .sdk3
            let made = try Migrator(options).convert(document.text, to: dialect)
            #expect(made.documentWithoutResidue.starts(with: document.before.utf8))
            #expect(made.documentWithoutResidue.reversed().starts(with: document.after.utf8.reversed()))
        }
    }

    @Test("edits in it and around it come back, whoever wrote it anew", arguments: [true, false])
    func edits(isRewritten: Bool) throws {
        let original =
            #"{"tenant": 7, "data": {"profile_id": "p", "paid_access_levels": {"a": {"id": "a", "is_active": 1, "is_lifetime": 0}}}, "rest": [1, 2]}"#
        let made = try Migrator().upgrade(Array(original.utf8)).document
        var text = String(decoding: isRewritten ? JSONText.compact(made) : made, as: UTF8.self)
        for (old, new) in [("7", "8"), ("true", "false")] {
            let colon = isRewritten ? ":" : ": "
            let name = old == "7" ? "\"tenant\"" : "\"is_active\""
            let range = try #require(text.firstRange(of: name + colon + old))
            text.replaceSubrange(range, with: name + colon + new)
        }
        let back = try Migrator().downgrade(Array(text.utf8)).documentWithoutResidue
        let expected = original.replacingFirst("7", with: "8").replacingFirst(": 1", with: ": 0")
        #expect(String(decoding: back, as: UTF8.self) == expected)
    }

    @Test(
        "Adapty's own envelopes are taken off",
        arguments: [
            #"{"data":\#(wire)}"#, #"{"type":"AdaptyProfile","data":\#(wire)}"#, #"{"success":\#(wire)}"#,
            #"{"type":"success","profile":\#(wire),"apple_jws_transaction":"x"}"#,
            #"{"id":"did_load_latest_profile","profile":\#(wire)}"#, #"{"v":\#(wire),"h":"x"}"#,
            #"{"data":{"type":"adapty_analytics_profile","id":"p","attributes":\#(wire)}}"#,
        ])
    func adaptys(_ text: String) throws {
        let dialect: Dialect = text.contains("\"v\":") ? .sdk2 : .sdk1Wire
        let made = try Migrator().upgrade(Array(text.utf8), from: dialect).documentWithoutResidue
        #expect(made.starts(with: #"{"profile_id""#.utf8))
    }
}

extension String {
    fileprivate func replacingFirst(_ old: String, with new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}
