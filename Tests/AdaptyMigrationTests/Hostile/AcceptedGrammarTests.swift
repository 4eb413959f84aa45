import Testing

@testable import AdaptyMigrationCore

/// Every production of RFC 8259, accepted.
@Suite("Hostile: accepted grammar")
struct AcceptedGrammarTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let kind: JSONKind
        let nodes: Int

        init(_ text: String, _ kind: JSONKind, nodes: Int = 1) {
            self.text = text
            self.kind = kind
            self.nodes = nodes
        }

        var testDescription: String { text.debugDescription }
    }

    static let cases: [Case] = [
        // Literal names.
        Case("true", .true), Case("false", .false), Case("null", .null),
        // Numbers: int, frac, exp, and every combination.
        Case("0", .number), Case("-0", .number), Case("7", .number), Case("-7", .number), Case("10", .number),
        Case("1234567890", .number),
        Case("0.0", .number), Case("-0.0", .number), Case("0.001", .number), Case("1.10", .number),
        Case("0e0", .number), Case("0E0", .number),
        Case("1e5", .number), Case("1E5", .number), Case("1e+5", .number), Case("1e-5", .number),
        Case("1E+05", .number), Case("1E-00", .number),
        Case("-1.5e-10", .number), Case("123456789012345678901234567890", .number), Case("1e400", .number),
        Case("0.1e1", .number),
        Case("0.\(String(repeating: "0", count: 400))1", .number),
        // Strings: unescaped, every escape, the edges of each UTF-8 length, what only looks dangerous.
        Case(#""""#, .string), Case(#""a""#, .string), Case(#""\"\\\/\b\f\n\r\t""#, .string),
        Case(#""\u0000""#, .string), Case(#""\u001F\u00e9\u20AC""#, .string),
        Case(#""\ud83d\ude00""#, .string), Case(#""\uD800\uDC00\uDBFF\uDFFF""#, .string),
        Case(#""\uFFFF\uFFFE""#, .string), Case("\"\u{7F}\"", .string),
        Case("\"\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}\"", .string),
        Case("\"\u{FEFF}\"", .string), Case("\"\u{2028}\u{2029}\"", .string),
        Case("\"e\u{301}\"", .string), Case(#""]},{[""#, .string), Case(#""\\""#, .string), Case(#""\\\"""#, .string),
        Case(#""\\u0041""#, .string), Case("\"'/*//#\"", .string),
        // Arrays.
        Case("[]", .array), Case("[ ]", .array), Case("[1]", .array, nodes: 2), Case("[1,2]", .array, nodes: 3),
        Case("[ 1 , 2 ]", .array, nodes: 3),
        Case("[[],[[]],{}]", .array, nodes: 5), Case(#"[null,true,false,0,"",[],{}]"#, .array, nodes: 8),
        // Objects: empty names, duplicate names, names that need escapes.
        Case("{}", .object), Case("{ }", .object), Case(#"{"":0}"#, .object, nodes: 3),
        Case(#"{"a":1}"#, .object, nodes: 3), Case(#"{"a":1,"a":2}"#, .object, nodes: 5),
        Case(#"{ "a" : 1 , "b" : [ ] }"#, .object, nodes: 5), Case(#"{"\u0061":{"\"":{}}}"#, .object, nodes: 5),
        // White space: the four characters, before and after everything.
        Case(" \t\r\n[\t1\n,\r2 ]\n", .array, nodes: 3), Case("\n\n{}\n\n", .object), Case("\t0\t", .number),
        Case(" \"\" ", .string), Case("\r\ntrue\r\n", .true),
    ]

    @Test("accepted, and indexed as what it is", arguments: cases)
    func accepted(_ test: Case) throws {
        let index = try JSONScanner.index(Array(test.text.utf8))
        #expect(index.kind(0) == test.kind)
        #expect(index.nodes.count == test.nodes)
        let trimmed = test.text.utf8.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.reversed().drop {
            [0x20, 0x09, 0x0A, 0x0D].contains($0)
        }.reversed()
        #expect(Array(index.raw(0)) == Array(trimmed))
    }

    @Test("every value survives inside an array and as a member", arguments: cases)
    func nested(_ test: Case) throws {
        let list = try JSONScanner.index(Array("[\(test.text),\(test.text)]".utf8))
        #expect(list.elements(0).map { list.kind($0) } == [test.kind, test.kind])
        let object = try JSONScanner.index(Array("{\"a\":\(test.text)}".utf8))
        #expect(try object.kind(#require(object.member(0, "a"))) == test.kind)
    }

    @Test(
        "strings decode to their text",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000x""#, "\u{0}x"), (#""\ud83d\ude00""#, "😀"),
            (#""\uD83D\uDE00""#, "😀"),
            (#""\uD800\uDC00\uDBFF\uDFFF""#, "\u{10000}\u{10FFFF}"), (#""\u00e9\u00E9é""#, "ééé"),
            (#""\\u0041""#, "\\u0041"), (#""""#, ""), ("\"\u{7F}\"", "\u{7F}"),
        ])
    func decoded(token: String, text: String) throws {
        let index = try JSONScanner.index(Array(token.utf8))
        #expect(index.text(0) == text)
        let again = JSONText.encode(text)
        #expect(try JSONScanner.index(again).text(0) == text)
    }

    @Test("every scalar value passes, as it is and escaped")
    func everyScalar() throws {
        for plane in stride(from: UInt32(0), to: 0x110000, by: 0x800) {
            let scalars = (plane..<(plane + 0x800)).compactMap(Unicode.Scalar.init).filter {
                $0.value >= 0x20 && $0 != "\"" && $0 != "\\"
            }
            let text = String(String.UnicodeScalarView(scalars))
            #expect(
                try JSONScanner.index(Array("\"\(text)\"".utf8)).text(0)?.unicodeScalars.elementsEqual(scalars) == true,
                "plane \(plane)")
            let escaped = text.utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
            #expect(
                try JSONScanner.index(Array("\"\(escaped)\"".utf8)).text(0)?.unicodeScalars.elementsEqual(scalars)
                    == true, "plane \(plane), escaped")
        }
    }
}
