import Foundation
import Testing

@testable import AdaptyMigration

/// The records of a file, however it is written and wherever its blocks end.
@Suite("Record files")
struct RecordFileTests {
    static let files: [(text: String, records: [String])] = [
        ("", []), (" \n\n", []), ("{\"a\":1}", ["{\"a\":1}"]), ("\u{FEFF}{\"a\":1}\n", ["{\"a\":1}"]),
        ("{\"a\":1}\n{\"b\":[2]}\n", ["{\"a\":1}", "{\"b\":[2]}"]),
        ("{\"a\":1}\r\n\r\n{\"b\":2}", ["{\"a\":1}", "{\"b\":2}"]),
        // A broken line is a record, too, and the next one is whole.
        ("{\"a\":1}\n{\"b\":\n{\"c\":3}\n", ["{\"a\":1}", "{\"b\":", "{\"c\":3}"]),
        ("{\n  \"a\": \"}\\\"]\"\n}\n", ["{\n  \"a\": \"}\\\"]\"\n}"]),
        ("{\n \"a\":1}\n{\n \"b\":2}", ["{\n \"a\":1}", "{\n \"b\":2}"]),
        ("[]", []), (" [ ] ", []),
        ("[{\"a\":\"],[\"}, [1,[2]] ,3, \"x\\\\\"]\n", ["{\"a\":\"],[\"}", "[1,[2]]", "3", "\"x\\\\\""]),
        ("[\n{\"a\":1},\n{\"b\":2}\n]", ["{\"a\":1}", "{\"b\":2}"]), ("[{\"a\":1},{\"b\":", ["{\"a\":1}", "{\"b\":"]),
    ]

    @Test("each form, in blocks of every size", arguments: files, [1, 2, 3, 7, 64, 1 << 16])
    func records(_ file: (text: String, records: [String]), _ block: Int) async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("records-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(file.text.utf8).write(to: url)
        var records: [String] = []
        for try await record in RecordFile(url, block: block) {
            records.append(String(decoding: record, as: UTF8.self))
        }
        #expect(records == file.records)
    }

    @Test("the records of a dump upgrade one after the other")
    func upgrade() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("dump-\(UUID().uuidString).ndjson")
        defer { try? FileManager.default.removeItem(at: url) }
        let line = #"{"event_type":"subscription_cancelled","profile_id":"p","event_properties":{"price_usd":9.90}}"#
        try Data(Array(repeating: line, count: 2000).joined(separator: "\n").utf8).write(to: url)
        let migrator = Migrator()
        var count = 0
        for try await record in RecordFile(url) {
            count += try migrator.upgrade(record, from: .webhookLegacy).target == .webhook ? 1 : 0
        }
        #expect(count == 2000)
    }

    @Test("a file that is not there is an error")
    func missing() async {
        await #expect(throws: (any Error).self) {
            for try await _ in RecordFile(URL(fileURLWithPath: "/nowhere/at/all.ndjson")) {}
        }
    }
}
