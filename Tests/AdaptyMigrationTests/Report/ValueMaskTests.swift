@_spi(Tools) @testable import AdaptyMigrationTools
@testable import AdaptyMigrationCore
import Testing

/// Examples show how a record is built and nothing that it says.
@Suite struct ValueMaskTests {
    @Test(
        "values are hidden, names that a dialect has stay",
        arguments: [
            (
                #"{"profile_id": "p-17", "price": -9.90e1, "is_active": true}"#,
                #"{"profile_id": "…", "price": 0, "is_active": true}"#
            ),
            (#"{"alice@example.com": {"is_active": 1}}"#, #"{"…": {"is_active": 0}}"#),
            (#"{"profile_id": "unclosed \" text"#, #"{"profile_id": "…""#),
            (#"{profile: O'Hara, "a\u0022b": null"#, #"{0: 0'0, "…": null"#),
            (#"["profile_id", "email"]"#, #"["…", "…"]"#),
            ("Zürich 4", "0 0"),
            ("{\"a\\", "{\"…\""),
        ])
    func masked(record: String, expected: String) {
        #expect(ValueMask.masked(Array(record.utf8), limit: 1000) == expected)
    }

    @Test("a record longer than the limit is cut", arguments: [(9, ""), (10, ""), (11, "…"), (5000, "…")])
    func cut(count: Int, ending: String) {
        let text = ValueMask.masked(Array(repeating: 0x5B, count: count), limit: 10)
        #expect(text == String(repeating: "[", count: min(count, 10)) + ending)
    }

    @Test(
        "a name longer than a cell is cut at a character",
        arguments: [("x", 159, ""), ("x", 160, ""), ("x", 161, "…"), ("é", 80, ""), ("é", 81, "…")])
    func cell(letter: String, count: Int, ending: String) {
        let text = String(repeating: letter, count: count)
        #expect(ReportCell.cut(text).text == text.prefix(160 / letter.utf8.count) + ending)
    }

    @Test(
        "steps of a pointer that may be data are hidden",
        arguments: [
            ("/paid_access_levels/gold/is_active", "/paid_access_levels/…/is_active"), ("", ""), ("/3/a~1b", "/3/…"),
        ])
    func pointers(pointer: String, expected: String) {
        #expect(ValueMask.masked(pointer: pointer) == expected)
        let isHidden = expected.contains("…")
        #expect(
            ValueMask.masked(message: "at \(pointer) and elsewhere")
                == (isHidden ? "at \(expected) …" : "at \(expected) and elsewhere"))
        #expect(
            ValueMask.masked(message: "not this (\(pointer)); say")
                == (isHidden ? "not this (\(expected) …" : "not this (\(expected)); say"))
    }

    @Test("nothing is told behind a name that may go on after a space")
    func spaces() {
        #expect(
            ValueMask.masked(message: "it is (/subscriptions/John Doe/isActive), and /is_active too")
                == "it is (/subscriptions/… …")
        #expect(
            ValueMask.masked(message: "it is (/profile_id), and /is_active too")
                == "it is (/profile_id), and /is_active too")
    }
}
