@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrateC
import CAdaptyMigrate
import Testing

@Suite struct MisuseTests {
    private let event: [UInt8] = Array(#"{"event_type":"subscription_cancelled"}"#.utf8)

    @Test(arguments: CFunction.allCases) func nothing(_ function: CFunction) {
        let none = function.raw(nil, 0, nil)
        #expect(
            none.status == Int32(AM_MISUSE) && none.code == "misuse"
                && none.message == "the pointer to the record is null")
        let empty = event.withUnsafeBufferPointer { function.raw($0.baseAddress, 0, nil) }
        #expect(empty.status == Int32(AM_REJECTED) && empty.code == "empty")
    }

    @Test(arguments: CFunction.allCases) func noResult(_ function: CFunction) {
        #expect(
            event.withUnsafeBufferPointer { function.function($0.baseAddress, $0.count, nil, nil) } == Int32(AM_MISUSE))
        am_free(nil)
    }

    @Test("lengths that went wrong are not read", arguments: [-1, Int.min, Int.max, Int(UInt32.max)])
    func lengths(_ count: Int) {
        for function in CFunction.allCases {
            let result = event.withUnsafeBufferPointer { function.raw($0.baseAddress, count, nil) }
            #expect(
                result.status == Int32(AM_REJECTED) && result.code == "too-large" && result.document == nil, "\(result)"
            )
        }
        let result = event.withUnsafeBufferPointer { bytes in
            CFunction.downgrade(event) { ($0.residue, $0.residue_count) = (bytes.baseAddress, count) }
        }
        #expect(result.code == "too-large")
    }

    @Test("options that say nothing", arguments: [(3, 0), (-1, 0), (0, -1), (0, 100_001)] as [(Int32, Int32)])
    func options(_ mode: Int32, _ depth: Int32) {
        #expect(
            CFunction.upgrade(event) { ($0.residue_mode, $0.maximum_depth) = (mode, depth) }.status == Int32(AM_MISUSE))
    }

    @Test func sizesOfNoVersion() {
        for size in [0, 1, MemoryLayout<am_options>.size - 1, MemoryLayout<am_options>.size + 1, -1] {
            #expect(CFunction.upgrade(event) { $0.size = size }.message.contains("no version of the library has"))
        }
    }

    @Test func unknownDialects() {
        let result = CFunction.upgrade(event, from: "sdk9")
        #expect(
            result.status == Int32(AM_MISUSE)
                && result.message == #"`from` is "sdk9", which is neither a dialect nor a version of Adapty's SDK"#
                && result.texts[5]?.contains("sdk1-wire") == true)
        #expect(CFunction.upgrade(event, to: "").status == Int32(AM_MISUSE))
        let twofold = CFunction.upgrade(event, to: "3.5.0")
        #expect(
            twofold.status == Int32(AM_MISUSE)
                && twofold.message == #"`to` is "3.5.0", and SDK 3.5.0 reads profiles in sdk3 and paywalls in sdk2"#)
        #expect(CFunction.upgrade(event, to: "server-v1").code == "no-such-target")
    }

    @Test(
        "versions that nobody reads, and what cannot be asked together",
        arguments: [("1.17.0", nil), ("newest", nil), ("3.12.0", "sdk3")] as [(String, String?)])
    func readers(_ version: String, _ target: String?) {
        let result = version.withCString { text in CFunction.upgrade(event, to: target) { $0.readable_by = text } }
        #expect(result.status == Int32(AM_MISUSE) && result.message.hasPrefix("`readable_by`"), "\(result)")
    }

    @Test("a remedy names the options of the header")
    func remedies() {
        let level = Array(#"{"profile_id":"p","paid_access_levels":{"a":{"id":"a"}}}"#.utf8)
        #expect(CFunction.upgrade(level) { $0.maximum_depth = 1 }.texts[5]?.contains("`maximum_depth`") == true)
        #expect(
            CFunction.upgrade(level, from: "sdk2") { $0.strict = 1 }.texts[5]?.contains("`fill_required`") == true)
    }

    @Test(
        "bytes that are no record, with their place",
        arguments: [
            ("{\"event_type\":", "truncated", [14, 1, 15]), ("[1,]", "invalid-json", [3, 1, 4]),
            ("{\"a\":1}\n", "unrecognised", [-1, -1, -1]),
        ] as [(String, String, [Int64])])
    func rejects(_ text: String, _ code: String, _ place: [Int64]) {
        let result = CFunction.upgrade(Array(text.utf8))
        #expect(
            result.status == Int32(AM_REJECTED) && result.code == code && result.place == place
                && result.document == nil && result.texts[5]?.isEmpty == false, "\(result)")
    }

    @Test("no record that is cut short or has a flipped bit stops the process: each is rejected")
    func damaged() {
        let record =
            (Fixtures.records.first { $0.name == "sdk1-wire/profile/full-answer-in-its-envelope.json" }?.bytes ?? [])
            .filter { $0 != 0x0A }
        #expect(record.count > 500)
        for place in stride(from: 0, to: record.count, by: 5) {
            #expect(CFunction.upgrade(Array(record[..<place])).status == Int32(AM_REJECTED))
            var other = record
            other[place] ^= 0x80
            let result = CFunction.upgrade(other)
            #expect(
                result.status == Int32(AM_REJECTED) && ["invalid-utf8", "invalid-json"].contains(result.code)
                    && result.place[0] <= place, "\(place) \(result)")
        }
    }

    @Test(
        "a residue that is none is refused, in the record and beside it",
        arguments: ["", "{", "1", "{\"v\":1}", "{\"v\":99}"])
    func residues(_ text: String) {
        let residue = Array(text.utf8)
        let beside = residue.withUnsafeBufferPointer { bytes in
            CFunction.downgrade(event) {
                ($0.residue, $0.residue_count) = (bytes.baseAddress ?? UnsafePointer(bitPattern: 8), bytes.count)
            }
        }
        #expect(beside.status == Int32(AM_REJECTED), "\(beside)")
        #expect(
            CFunction.downgrade(
                Array(#"{"event_type":"subscription_expired","_adapty_migration":"#.utf8) + residue + [0x7D]
            ).status == Int32(AM_REJECTED))
    }

    @Test func freedOnceMoreIsFreedAlready() {
        var result = am_result()
        _ = event.withUnsafeBufferPointer { am_upgrade($0.baseAddress, $0.count, nil, &result) }
        #expect(result.memory != nil)
        am_free(&result)
        #expect(result.memory == nil && result.document == nil && result.status == 0)
        am_free(&result)
    }

    @Test func whatItIs() throws {
        #expect(String(cString: try #require(am_rules_hash())) == MigrationTables.rulesHash)
        #expect(String(cString: try #require(am_version())).split(separator: ".").count == 3)
        #expect(am_version() == am_version())
    }
}
