@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTools
import Testing

@Suite("Inside: records in documents")
struct InnerRecordsTests {
    private func find(_ pointer: String, _ document: [UInt8]) throws -> InnerRecords {
        try InnerRecords(try #require(RecordPointer(pointer)), in: document, maximumDepth: 512)
    }

    @Test(
        "a pointer leads through objects, arrays and texts",
        arguments: [
            ("/payload", #"{"payload":{"a":1}}"#, ["/payload {\"a\":1}"]),
            ("/payload", #"{"payload" : "{\"a\":1}" }"#, ["/payload {\"a\":1}"]),
            ("/payload", #"{"payload":1,"payload":2}"#, ["/payload 2"]),
            ("/payload", #"{"Payload":1}"#, []),
            ("/r/*/body", #"{"r":[{"body":"x"},{"no":0},{"body":null}]}"#, ["/r/0/body x", "/r/2/body null"]),
            ("/r/1", #"{"r":[1,2,3]}"#, ["/r/1 2"]),
            ("/r/01", #"{"r":[1,2,3]}"#, []),
            ("/*", #"{"a":1,"b~":"2"}"#, ["/a 1", "/b~0 2"]),
            ("/body/Message", #"{"body":"{\"Message\":\"{\\\"a\\\":1}\"}"}"#, ["/body/Message {\"a\":1}"]),
            ("/body/Message", #"{"body":"hello"}"#, []),
            ("/body/*", #"{"body":"[1,{\"a\":2}]"}"#, ["/body/0 1", "/body/1 {\"a\":2}"]),
            ("/a", #"[{"a":1},{"a":2},3]"#, ["/0/a 1", "/1/a 2"]),
            ("/*/a", #"[{"a":1},{"a":2},3]"#, ["/0/a 1", "/1/a 2"]),
            ("/1/a", #"[{"a":1},{"a":2},3]"#, ["/1/a 2"]),
            ("/é", #"{"\u00e9":1}"#, ["/é 1"]),
        ])
    func found(pointer: String, document: String, found: [String]) throws {
        let records = try find(pointer, Array(document.utf8)).records
        #expect(records.map { "\($0.pointer) \(String(decoding: $0.bytes, as: UTF8.self))" } == found)
    }

    @Test("all around a replaced record stays, and what stays keeps its bytes")
    func replaced() throws {
        let document = #" { "r" : [ "\u0041", {"a" : 1},"\/" ] , "n":1.0 } "#
        let inner = try find("/r/*", Array(document.utf8))
        let made = inner.document(with: [nil, Array("{}".utf8), Array("//".utf8)], isRestorable: true)
        #expect(made.map { String(decoding: $0, as: UTF8.self) } == #" { "r" : [ "\u0041", {},"\/\/" ] , "n":1.0 } "#)
    }

    /// Each program writes its share of the fixtures.
    @Test("a fixture in a text of any program comes back byte for byte", arguments: Writer.allCases.indices)
    func thereAndBack(share: Int) throws {
        let writer = Writer.allCases[share]
        var changed = 0
        for (number, fixture) in Fixture.everything.enumerated() where number % Writer.allCases.count == share {
            let record = try fixture.legacy()
            guard let upgraded = try? Migrator().upgrade(record).document, upgraded != record else { continue }
            let body = [0x7B] + writer.string(Array("Message".utf8)) + [0x3A] + writer.string(record) + [0x7D]
            let document = Array(#"{ "id":"\u0041", "body" : "#.utf8) + writer.string(body) + Array(" }\n".utf8)
            let inner = try find("/body/Message", document)
            #expect(inner.records.map(\.bytes) == [record] && inner.records.allSatisfy { $0.refusal == nil })
            let made = try #require(inner.document(with: [upgraded], isRestorable: true), "\(fixture.path)")
            let back = try find("/body/Message", made)
            #expect(back.records.map(\.bytes) == [upgraded] && back.records.allSatisfy { $0.refusal == nil })
            let restored = try Migrator().downgrade(back.records[0].bytes).documentWithoutResidue
            #expect(back.document(with: [restored], isRestorable: true) == document, "\(fixture.path)")
            changed += 1
        }
        #expect(changed > 20)
    }

    @Test(
        "a text that could not be restored exactly is refused",
        arguments: [#"{"p":"\u002f/{}"}"#, #"{"p":"\u00e9é"}"#, #"{"p":"\u00E9\u00e9"}"#, #"{"p":"{\u000a}"}"#])
    func refused(document: String) throws {
        let inner = try find("/p", Array(document.utf8))
        #expect(inner.records.map(\.refusal?.code.rawValue) == ["inexact-text"])
    }

    @Test(
        "the name of the event beside a record follows it",
        arguments: [
            (
                #"{"event_type" : "trial_cancelled","p":{"event_type":"trial_cancelled"}}"#,
                #"{"event_type" : "trial_expired","p":{"event_type":"trial_expired"}}"#
            ),
            (
                #"{"p":"{\"event_type\":\"trial_cancelled\"}","event_type":"trial\u005fcancelled"}"#,
                #"{"p":"{\"event_type\":\"trial_expired\"}","event_type":"trial\u005fexpired"}"#
            ),
            (
                #"[{"event_type":"trial_cancelled"},{"event_type":"own","p":{"event_type":"trial_cancelled"}}]"#,
                #"[{"event_type":"trial_cancelled"},{"event_type":"own","p":{"event_type":"trial_expired"}}]"#
            ),
            (
                #"{"type":"trial_cancelled","NAME":"trial_cancelled","p":{"event_type":"trial_cancelled"}}"#,
                #"{"type":"trial_expired","NAME":"trial_expired","p":{"event_type":"trial_expired"}}"#
            ),
            (
                #"{"eventName":"trial_cancelled","reason":"trial_cancelled","p":"{\"event_type\":\"trial_cancelled\"}"}"#,
                #"{"eventName":"trial_expired","reason":"trial_cancelled","p":"{\"event_type\":\"trial_expired\"}"}"#
            ),
        ])
    func beside(old: String, new: String) throws {
        let name = Array(#"{"event_type":"trial_cancelled"}"#.utf8),
            current = Array(#"{"event_type":"trial_expired"}"#.utf8)
        let inner = try find("/p", Array(old.utf8))
        #expect(inner.records.map(\.refusal) == [nil])
        let made = try #require(inner.document(with: [current], isRestorable: true))
        #expect(String(decoding: made, as: UTF8.self) == new)
        #expect(try find("/p", made).document(with: [name], isRestorable: true) == Array(old.utf8))
    }

    @Test("where only one of both names is old, the record stays")
    func halfConverted() throws {
        let inner = try find("/p", Array(#"{"event_type":"trial_expired","p":{"event_type":"trial_cancelled"}}"#.utf8))
        #expect(inner.records.map(\.refusal?.code.rawValue) == ["half-converted"])
    }

    @Test("a name beside the record that spells the old one otherwise is told", arguments: ["p", "{}"])
    func otherName(form: String) throws {
        let record = #"{"event_type":"trial_cancelled"}"#
        let text = form == "p" ? record : String(decoding: JSONText.encode(record), as: UTF8.self)
        for (name, isOther) in [("TRIAL_CANCELLED", true), ("trial_cancelled", false), ("webhook", false)] {
            let inner = try find("/p", Array(#"{"type":"\#(name)","p":\#(text)}"#.utf8))
            #expect(
                inner.records.map(\.isSpelledOtherwise) == [isOther] && inner.records.allSatisfy { $0.refusal == nil })
        }
    }

    @Test("what the new text does not contain cannot be written as before")
    func unproven() throws {
        let inner = try find("/p", Array(#"{"p":"\/"}"#.utf8))
        #expect(inner.document(with: [Array("a".utf8)], isRestorable: true) == nil)
        #expect(inner.document(with: [Array("a".utf8)], isRestorable: false) == Array(#"{"p":"a"}"#.utf8))
    }
}
