@testable import AdaptyMigration
import Testing

@testable import AdaptyMigrationCore

/// Every class of malformation, refused with its code and its place.
@Suite("Hostile: rejected grammar")
struct RejectedGrammarTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let code: MigrationError.Code
        let offset: Int
        let line: Int
        let column: Int
        let path: String

        init(
            _ text: String, _ code: MigrationError.Code = .invalidJSON, at offset: Int, line: Int = 1,
            column: Int? = nil, path: String = ""
        ) {
            self.init(bytes: Array(text.utf8), code, at: offset, line: line, column: column, path: path)
        }

        init(
            bytes: [UInt8], _ code: MigrationError.Code = .invalidJSON, at offset: Int, line: Int = 1,
            column: Int? = nil, path: String = ""
        ) {
            self.bytes = bytes
            self.code = code
            self.offset = offset
            self.line = line
            self.column = column ?? offset + 1
            self.path = path
        }

        var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
    }

    static let documents: [Case] = [
        Case("", .empty, at: 0), Case(" ", .empty, at: 1), Case("  \n\t ", .empty, at: 5, line: 2, column: 3),
        Case("\r\n\r\n", .empty, at: 4, line: 3, column: 1),
        Case("\u{FEFF}{}", at: 0), Case("{} {}", at: 3), Case("{}\n{}", at: 3, line: 2, column: 1),
        Case("null,", at: 4), Case("1 2", at: 2), Case("[]]", at: 2), Case("{}}", at: 2),
        Case("]", at: 0), Case("}", at: 0), Case(",", at: 0), Case(":", at: 0), Case("//", at: 0), Case("#", at: 0),
        Case("'a'", at: 0), Case("\u{A0}1", at: 0),
        Case("\u{0C}1", at: 0), Case("\u{0B}1", at: 0), Case("\u{0}", at: 0), Case("1\u{0}", at: 1),
        Case("[1\u{2028}]", at: 2, path: "/1"),
        Case("undefined", at: 0), Case("a", at: 0),
    ]

    static let containers: [Case] = [
        Case("[1,]", at: 3, path: "/1"), Case("[1,,2]", at: 3, path: "/1"), Case("[,1]", at: 1, path: "/0"),
        Case("[,]", at: 1, path: "/0"), Case("[1 2]", at: 3, path: "/1"),
        Case("[1;2]", at: 2, path: "/1"), Case("[1}", at: 2, path: "/1"), Case("[}", at: 1, path: "/0"),
        Case("[1/*x*/]", at: 2, path: "/1"), Case("[1:2]", at: 2, path: "/1"),
        Case(#"{"a":1,}"#, at: 7, path: "/a"), Case("{,}", at: 1), Case(#"{"a" 1}"#, at: 5, path: "/a"),
        Case(#"{"a":}"#, at: 5, path: "/a"), Case(#"{"a"}"#, at: 4, path: "/a"),
        Case("{a:1}", at: 1), Case("{'a':1}", at: 1), Case("{1:1}", at: 1), Case("{null:1}", at: 1),
        Case("{[]:1}", at: 1), Case("{]", at: 1),
        Case(#"{"a":1 "b":2}"#, at: 7, path: "/a"), Case(#"{"a":1]"#, at: 6, path: "/a"),
        Case(#"{"a"::1}"#, at: 5, path: "/a"), Case(#"{"a":1,"b"}"#, at: 10, path: "/b"),
        Case(#"{"a"=1}"#, at: 4, path: "/a"), Case(#"{"a":1;"b":2}"#, at: 6, path: "/a"), Case(#"{:1}"#, at: 1),
        Case(#"{"a/b":{"c~d":[null,]}}"#, at: 20, path: "/a~1b/c~0d/1"), Case(#"{"\u0061":x}"#, at: 10, path: "/a"),
        Case(#"[[1],[2,[3,x]]]"#, at: 11, path: "/1/1/1"),
        Case("{\n  \"a\": 1,\n  \"b\": tru\n}", at: 22, line: 3, column: 11, path: "/b"),
        Case("[\r\n1,\r\n\"é\" x]", at: 12, line: 3, column: 6, path: "/2"),
    ]

    static let scalars: [Case] = [
        Case("[01]", at: 2, path: "/0"), Case("[-01]", at: 3, path: "/0"), Case("[00]", at: 2, path: "/0"),
        Case("[-]", at: 2, path: "/0"), Case("[+1]", at: 1, path: "/0"), Case("[.5]", at: 1, path: "/0"),
        Case("[1.]", at: 3, path: "/0"), Case("[1.e3]", at: 3, path: "/0"), Case("[1e]", at: 3, path: "/0"),
        Case("[1e+]", at: 4, path: "/0"), Case("[1e1.5]", at: 4, path: "/1"),
        Case("[0x1F]", at: 2, path: "/1"), Case("[1_000]", at: 2, path: "/1"), Case("[1,000]", at: 4, path: "/1"),
        Case("[NaN]", at: 1, path: "/0"), Case("[Infinity]", at: 1, path: "/0"),
        Case("[-Infinity]", at: 2, path: "/0"), Case("[--1]", at: 2, path: "/0"), Case("[1.2.3]", at: 4, path: "/1"),
        Case("[١]", at: 1, path: "/0"), Case("[1f]", at: 2, path: "/1"),
        Case("[tru]", at: 4, path: "/0"), Case("[True]", at: 1, path: "/0"), Case("[nulL]", at: 4, path: "/0"),
        Case("[fals e]", at: 5, path: "/0"), Case("[truetrue]", at: 5, path: "/1"),
        Case("[\"a\nb\"]", at: 3, path: "/0"), Case("[\"\t\"]", at: 2, path: "/0"),
        Case("[\"\u{0}\"]", at: 2, path: "/0"), Case("[\"\u{1F}\"]", at: 2, path: "/0"),
        Case(#"["\x"]"#, at: 3, path: "/0"), Case(#"["\'"]"#, at: 3, path: "/0"),
        Case(#"["\U0041"]"#, at: 3, path: "/0"), Case(#"["\u12G4"]"#, at: 6, path: "/0"),
        Case(#"["\u 123"]"#, at: 4, path: "/0"),
        Case(#"["\u{41}"]"#, at: 4, path: "/0"), Case(#"["\0"]"#, at: 3, path: "/0"),
        Case("[\"\\\n\"]", at: 3, path: "/0"),
    ]

    static let surrogates: [Case] = [
        Case(#"["\ud800"]"#, at: 2, path: "/0"), Case(#"["\udbff"]"#, at: 2, path: "/0"),
        Case(#"["\udc00"]"#, at: 2, path: "/0"), Case(#"["\uDFFF"]"#, at: 2, path: "/0"),
        Case(#"["\ud800\u0041"]"#, at: 2, path: "/0"), Case(#"["\ud800x"]"#, at: 2, path: "/0"),
        Case(#"["\ud800\n"]"#, at: 2, path: "/0"), Case(#"["\ud800\ud800"]"#, at: 2, path: "/0"),
        Case(#"["\udc00\ud800"]"#, at: 2, path: "/0"), Case(#"["\ud83d\ude00\ude00"]"#, at: 14, path: "/0"),
        Case(#"{"\ud800":1}"#, at: 2),
    ]

    /// Each in a string that begins at byte 1, so the bad byte sequence begins at byte 2.
    static let encodings: [Case] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x80, 0xAF],
        [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
        [0xED, 0xA0, 0x80], [0xED, 0xAF, 0xBF], [0xED, 0xB0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
        [0xF5, 0x80, 0x80, 0x80], [0xF7, 0xBF, 0xBF, 0xBF],
        [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xC3], [0xE2, 0x82],
        [0xE2], [0xF0, 0x9F, 0x98], [0xF0, 0x9F], [0xF0], [0xC3, 0x28],
        [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xF0, 0x28, 0x8C, 0xBC], [0xF0, 0x90, 0x28, 0xBC],
        [0xF0, 0x28, 0x8C, 0x28], [0xC3, 0xC3, 0xA9],
    ].map { Case(bytes: [0x5B, 0x22] + $0 + [0x22, 0x5D], .invalidUTF8, at: 2, path: "/0") }

    static let truncations: [Case] = [
        Case("[", .truncated, at: 1, path: "/0"), Case("[1", .truncated, at: 2, path: "/1"),
        Case("[1,", .truncated, at: 3, path: "/1"), Case("{", .truncated, at: 1), Case("-", .truncated, at: 1),
        Case("1.", .truncated, at: 2), Case("1e", .truncated, at: 2), Case("1e-", .truncated, at: 3),
        Case("t", .truncated, at: 1), Case("nul", .truncated, at: 3), Case("\"abc", .truncated, at: 4),
        Case("\"\\", .truncated, at: 2), Case("\"\\u", .truncated, at: 3), Case("\"\\u12", .truncated, at: 5),
        Case("\"\\ud83d", .truncated, at: 7), Case("\"\\ud83d\\", .truncated, at: 8),
        Case("\"\\ud83d\\u", .truncated, at: 9), Case("\"\\ud83d\\ude0", .truncated, at: 12),
        Case(#"{"a"#, .truncated, at: 3), Case(#"{"a""#, .truncated, at: 4, path: "/a"),
        Case(#"{"a":"#, .truncated, at: 5, path: "/a"), Case(#"{"a":1"#, .truncated, at: 6, path: "/a"),
        Case(#"{"a":1,"#, .truncated, at: 7, path: "/a"), Case(#"{"a":[1,{"b":"#, .truncated, at: 13, path: "/a/1/b"),
        Case("[\n[\n", .truncated, at: 4, line: 3, column: 1, path: "/0/0"),
    ]

    @Test(
        "refused with code and place",
        arguments: documents + containers + scalars + surrogates + encodings + truncations)
    func refused(_ test: Case) {
        let error = #expect(throws: MigrationError.self) { try JSONScanner.index(test.bytes) }
        #expect(error?.code == test.code)
        #expect(error?.place == MigrationError.Place(offset: test.offset, line: test.line, column: test.column))
        #expect(error?.path == test.path)
        #expect(error?.message.isEmpty == false)
        #expect(error?.remedy.isEmpty == false)
    }

    @Test(
        "every way in refuses it with the same error",
        arguments: documents + containers + scalars + surrogates + encodings + truncations)
    func everyWayIn(_ test: Case) throws {
        let expected = try #require(throws: MigrationError.self) { try JSONScanner.index(test.bytes) }
        #expect(throws: expected) { try Migrator().detect(test.bytes) }
        #expect(throws: expected) { try Migrator().upgrade(test.bytes) }
        #expect(throws: expected) { try Migrator().upgrade(test.bytes, from: .sdk1Wire) }
        #expect(throws: expected) { try Migrator().downgrade(test.bytes) }
        #expect(throws: expected) { try Migrator().downgrade(test.bytes, to: .sdk1Wire) }
        #expect(throws: expected) { try AdaptyProfile(decoding: test.bytes) }
        #expect(throws: expected) { try AdaptyProfile(decoding: test.bytes, as: .sdk1Wire) }
    }

    @Test("a place inside a record, not only at its top")
    func deepPlace() {
        let text =
            #"{"data":{"attributes":{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":tru}}}}}"#
        let error = #expect(throws: MigrationError.self) { try Migrator().upgrade(Array(text.utf8)) }
        #expect(error?.path == "/data/attributes/paid_access_levels/premium/is_active")
        #expect(error?.place?.offset == text.utf8.count - 5)
    }
}
